import { createStore, useStore } from '../store';
import { tabStored } from '../stored';
import { onSessionEnd } from '../session/session';
import type { LeadNumber } from '../../schemas/calls/dialer';
import type { LeadChannel } from '../../schemas/calls/lead-messages';

export type { LeadChannel };

/** Whom a button on any page means: a lead, or a number without a lead. */
export interface Reached {
  readonly leadId: string | null;
  readonly name: string;
  /** Which of the lead's numbers; without it the first. */
  readonly number?: LeadNumber;
  readonly phone?: string;
}
/** A call that this window placed; `dial` is the number that the caller's own phone dials. */
export interface PlacedCall extends Reached {
  readonly callId?: string;
  readonly dial?: string;
}

export interface LeadThread {
  readonly leadId: string;
  readonly name: string;
  readonly channel: LeadChannel;
  /** A college to share: the draft begins with its text. */
  readonly shares?: SharedCollege;
}
export interface SharedCollege {
  readonly clg_id: number;
  readonly name: string;
  readonly text: string;
}

/** Where this tab stores the call that it placed, for a reload. */
export const placedCallKey = 'lead-call';
const call = createStore<PlacedCall | null>(null);
const thread = createStore<LeadThread | null>(null);
onSessionEnd(() => {
  call.set(null);
  thread.set(null);
  tabStored.write(placedCallKey, undefined);
});

/** Calls through the tenant's telephony. One call at a time: while there is one, its panel stays. */
export const callLead = (who: Reached): void => (call.get() ? undefined : call.set(who));
/** The call has got its id, or is over. */
export const setPlacedCall = (next: PlacedCall | null): void => call.set(next);
export const usePlacedCall = (): PlacedCall | null => useStore(call);

/** Opens the messages with a lead next to the page. */
export const writeToLead = (next: LeadThread): void => thread.set(next);
export const closeThread = (): void => thread.set(null);
export const useLeadThread = (): LeadThread | null => useStore(thread);
