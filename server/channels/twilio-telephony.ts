import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import type { Services } from '../context/services';
import type { OutboundRequest } from '../outbound/outbound';
import { reachProvider } from './provider-request';
import type { Provider } from './providers';
import type { OutgoingCall, Telephony } from './telephony';
import { Unanswered } from './unanswered';

const deadline = 5;
const largestRecording = 50 * 1024 * 1024;

/**
 * Twilio's Voice API. settings.account or credentials.key is the account's SID, credentials.secret its auth token (it signs the
 * reports too), settings.sender the caller id; settings.endpoint another base address (a regional or test host).
 */
export function twilioTelephony(
  { settings, credentials }: Provider,
  services: Pick<Services, 'config' | 'log' | 'outbound'>,
): Telephony {
  const base = (settings['endpoint'] ?? 'https://api.twilio.com').replace(/\/$/, '');
  const account = settings['account'] ?? credentials['key'] ?? '';
  const authorization = `Basic ${Buffer.from(`${account}:${credentials['secret'] ?? ''}`).toString('base64')}`;
  const calls = `${base}/2010-04-01/Accounts/${encodeURIComponent(account)}/Calls`;

  const ask = (request: OutboundRequest) =>
    reachProvider(
      'The phone provider',
      { seconds: deadline, ...request, headers: { authorization, ...request.headers } },
      services,
    );
  const post = (url: string, form: readonly (readonly [string, string])[]) =>
    ask({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
    });

  return {
    can: [],
    supervises: ['hang_up'],
    async connect(call) {
      if (!call.agent) throw problem(422, 'Your profile has no phone number to ring. Add your number or extension.');
      const from = settings['sender'] ?? '';
      const reportTo = reportAddress(services.config.publicUrl, call);
      const { text } = await post(`${calls}.json`, [
        ['To', call.agent],
        ['From', from],
        ['Twiml', twimlFor(call.to, from, reportTo)],
        ['StatusCallback', reportTo('agent')],
        ['StatusCallbackEvent', 'completed'],
      ]);
      const sid = sidOf(text);
      if (!sid) throw new Unanswered('The phone provider sent a reply that could not be read.');
      return sid;
    },
    async hangUp(providerCallId) {
      await post(`${calls}/${encodeURIComponent(providerCallId)}.json`, [['Status', 'completed']]);
    },
    async recording(address) {
      // The account's token goes along: to the provider's own host only.
      if (!URL.canParse(address) || new URL(address).origin !== new URL(base).origin)
        throw problem(422, "The recording's URL does not belong to the provider.");
      const { bytes } = await ask({ url: `${address}.mp3`, seconds: 60, mostBytes: largestRecording, accept: ['audio/'] });
      return { bytes, mime: 'audio/mpeg' };
    },
  };
}

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

type Leg = 'agent' | 'lead' | 'recording';
/** The URL for the provider's reports about this call. */
export const reportAddress =
  (publicUrl: string, { tenantId, id }: Pick<OutgoingCall, 'tenantId' | 'id'>) =>
  (leg: Leg): string =>
    `${publicUrl}/api/dialer/webhook/${tenantId}?call=${encodeURIComponent(id)}&leg=${leg}`;

function twimlFor(to: string, from: string, reportTo: (leg: Leg) => string): string {
  const dial = `record="record-from-answer-dual" recordingStatusCallback="${xml(reportTo('recording'))}" callerId="${xml(from)}"`;
  const number = `statusCallback="${xml(reportTo('lead'))}" statusCallbackEvent="ringing answered completed"`;
  return `<Response><Dial ${dial}><Number ${number}>${xml(to)}</Number></Dial></Response>`;
}
const xml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

function sidOf(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const sid = isRecord(answer) ? answer['sid'] : undefined;
    return typeof sid === 'string' && /^[\w-]{1,80}$/.test(sid) ? sid : undefined;
  } catch {
    return undefined;
  }
}

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
export function twilioReportOf(leg: Leg, form: Context['body']): TwilioReport | undefined {
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

/** By which a call can be hung up, of a report: the agent's line, to which the lead's belongs. */
export function twilioCallOf(form: Context['body']): string | undefined {
  const id = form['ParentCallSid'] ?? form['CallSid'];
  return typeof id === 'string' && /^CA[0-9a-f]{32}$/.test(id) ? id : undefined;
}
