import { storable } from '../domain/storable';
import type { Outcome } from '../channels/ask-once';
import { ProviderRefusal } from '../channels/provider-request';
import type { Taken } from '../channels/sender';

const mostAttempts = 3;
const retrySeconds = 30;

/** What is written on a message's row once its request has ended. */
export interface Noted {
  readonly id: string;
  readonly state: 'sent' | 'unknown' | 'failed' | 'queued' | 'held';
  readonly provider_id?: string | null;
  readonly error?: string;
  readonly reason?: 'no_reply' | 'too_fast' | 'stopped';
  readonly due_at?: string;
  readonly sent_at?: string;
  readonly attempts?: number;
}

/** A provider that could not be reached for one message is asked again a little later; too many at a time cost none a try. */
export function notedOf(id: string, attempts: number, outcome: Outcome<Taken>, now: Date): Noted {
  if (outcome.state === 'done') return { id, state: 'sent', provider_id: outcome.answer.providerId, sent_at: now.toISOString() };
  if (outcome.state === 'unknown') return { id, state: 'unknown', error: storable(outcome.why, 500) };
  if (isTooFast(outcome)) return { id, state: 'queued', reason: 'too_fast', attempts: attempts - 1 };
  const error = storable(outcome.error.message, 500);
  if (outcome.error.code < 500 || attempts >= mostAttempts) return { id, state: 'failed', error };
  const later = new Date(now.getTime() + retrySeconds * 1000).toISOString();
  return { id, state: 'queued', error, reason: 'no_reply', due_at: later };
}

/** The campaign was stopped meanwhile: what did not leave is not tried again. */
export const heldIfWaiting = (noted: Noted): Noted =>
  noted.state === 'queued' ? { id: noted.id, state: 'held', reason: 'stopped' } : noted;

type TooFast = Outcome<Taken> & { readonly state: 'refused'; readonly error: ProviderRefusal };
const isTooFast = (outcome: Outcome<Taken>): outcome is TooFast =>
  outcome.state === 'refused' && outcome.error instanceof ProviderRefusal && outcome.error.status === 429;

const [shortestWait, longestWait] = [5, 900];
/** After so many waits in a row in which nothing was accepted, a person decides: the provider's quota may be used up. */
export const mostSlowed = 8;

/** Seconds for which a campaign waits when its provider asked for fewer messages; undefined: it did not. */
export function waitAfter(outcomes: readonly Outcome<Taken>[], slowed: number): number | undefined {
  const asked = outcomes.filter(isTooFast).map(({ error }) => error.retryAfter ?? 0);
  return asked.length ? Math.min(longestWait, Math.max(...asked, shortestWait * 2 ** slowed)) : undefined;
}
