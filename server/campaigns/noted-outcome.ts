import type { Outcome } from '../channels/ask-once';
import type { Taken } from '../channels/sender';

const mostAttempts = 3;
const retrySeconds = 30;

/** What is written on a message's row once its request has ended. */
interface Noted {
  readonly id: string;
  readonly state: 'sent' | 'unknown' | 'failed' | 'queued';
  readonly provider_id?: string | null;
  readonly error?: string;
  readonly reason?: 'no_reply';
  readonly due_at?: string;
  readonly sent_at?: string;
}

/** A provider that could not be reached for one message is asked again a little later. */
export function notedOf(id: string, attempts: number, outcome: Outcome<Taken>, now: Date): Noted {
  if (outcome.state === 'done') return { id, state: 'sent', provider_id: outcome.answer.providerId, sent_at: now.toISOString() };
  if (outcome.state === 'unknown') return { id, state: 'unknown', error: outcome.why.slice(0, 500) };
  const error = outcome.error.message.slice(0, 500);
  if (outcome.error.code < 500 || attempts >= mostAttempts) return { id, state: 'failed', error };
  const later = new Date(now.getTime() + retrySeconds * 1000).toISOString();
  return { id, state: 'queued', error, reason: 'no_reply', due_at: later };
}
