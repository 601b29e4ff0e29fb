import type { CallOutcome } from '../../schemas/calls/dialer';
import { onSessionEnd } from '../../providers/session/session';
import type { CallActionValues } from '../../ui/leads/call-action/values';

/** What was chosen and written for a call but not sent yet. It survives closing the dialer and leaving the page. */
export interface OutcomeDraft {
  /** Undefined while the call continues. */
  readonly outcome: CallOutcome | undefined;
  readonly note: string;
  /** The lead's next stage with its other values. */
  readonly stage?: CallActionValues;
}
const drafts = new Map<string, OutcomeDraft>();
onSessionEnd(() => drafts.clear());

export const outcomeDraft = (callId: string): OutcomeDraft | undefined => drafts.get(callId);
export const keepOutcome = (callId: string, draft: OutcomeDraft): void => void drafts.set(callId, draft);
export const dropOutcome = (callId: string): void => void drafts.delete(callId);
