import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReportLeg } from '../../src/schemas/calls/dialer';
import type { Context } from '../context/context';
import type { OutgoingCall } from './telephony';

/** Base64 of the HMAC-SHA1, under the auth token, of the address followed by every parameter's name and value in their order. */
export function isTwilioSigned(address: string, form: Context['body'], header: unknown, token: string | undefined): boolean {
  if (!token || typeof header !== 'string') return false;
  const text = Object.keys(form)
    .sort()
    .reduce((all, name) => all + name + String(form[name]), address);
  const expected = Buffer.from(createHmac('sha1', token).update(text).digest('base64'));
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(expected, given);
}

/** The URL for the provider's reports about this call. */
export const reportAddress =
  (publicUrl: string, { tenantId, id }: Pick<OutgoingCall, 'tenantId' | 'id'>) =>
  (leg: ReportLeg): string =>
    `${publicUrl}/api/dialer/webhook/${tenantId}?call=${encodeURIComponent(id)}&leg=${leg}`;

/** Where the provider asks what to do with a call that comes in at its number. */
export const incomingAddress = (publicUrl: string, tenantId: string): string => `${publicUrl}/api/dialer/incoming/${tenantId}`;

/** What the provider's words mean here; undefined: nothing that matters. */
export interface TwilioReport {
  readonly what: 'ringing' | 'answered' | 'ended' | 'recorded';
  readonly outcome?: 'answered' | 'busy' | 'no_answer' | 'unreachable' | 'failed';
  readonly talk_s?: number;
  readonly recording?: string;
}
const unreached = new Map<string, TwilioReport['outcome']>([
  ['busy', 'busy'],
  ['no-answer', 'no_answer'],
  ['canceled', 'no_answer'],
]);
export function twilioReportOf(leg: 'agent' | 'lead' | 'recording', form: Context['body']): TwilioReport | undefined {
  if (leg === 'recording') {
    const address = form['RecordingUrl'];
    return form['RecordingStatus'] === 'completed' && typeof address === 'string'
      ? { what: 'recorded', recording: address }
      : undefined;
  }
  const status = String(form['CallStatus'] ?? '');
  if (leg === 'lead' && status === 'ringing') return { what: 'ringing' };
  if (leg === 'lead' && status === 'in-progress') return { what: 'answered' };
  if (leg === 'lead' && status === 'completed') {
    const seconds = Number(form['CallDuration']);
    return { what: 'ended', outcome: 'answered', ...(Number.isInteger(seconds) && seconds >= 0 ? { talk_s: seconds } : {}) };
  }
  const outcome = status === 'failed' ? (leg === 'lead' ? 'unreachable' : 'failed') : unreached.get(status);
  // The agent's own line has ended: the lead's last state counts, else nobody was reached.
  if (leg === 'agent')
    return ['completed', 'busy', 'no-answer', 'canceled', 'failed'].includes(status)
      ? { what: 'ended', outcome: 'failed' }
      : undefined;
  return outcome ? { what: 'ended', outcome } : undefined;
}

const sid = (kind: 'CA' | 'CF', value: unknown): string | undefined =>
  typeof value === 'string' && new RegExp(`^${kind}[0-9a-f]{32}$`).test(value) ? value : undefined;
/** The line that a report or a question is about. */
export const twilioLineOf = (form: Context['body']): string | undefined => sid('CA', form['CallSid']);
/** The conference that a report is about. */
export const twilioConferenceOf = (form: Context['body']): string | undefined => sid('CF', form['ConferenceSid']);
