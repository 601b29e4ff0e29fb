import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { OutboundRequest } from '../outbound/outbound';
import { ProviderRefusal, reachProvider } from './provider-request';
import type { Provider } from './providers';
import type { CallLines, JoinedLine, LineControl, Telephony } from './telephony';
import { priceOf, sumOf } from './twilio-price';
import { reportAddress } from './twilio-reports';
import { roomTwiml } from './twiml';
import { Unanswered } from './unanswered';

const deadline = 5;
const largestRecording = 50 * 1024 * 1024;
type Form = readonly (readonly [string, string])[];

/**
 * Twilio's Voice API. settings.account or credentials.key is the account's SID, credentials.secret its auth token (it signs the
 * reports too), settings.sender the caller id; settings.endpoint another base address (a regional or test host). The lines of a
 * call meet in a conference of its own, so that each can be held, muted and replaced.
 */
export function twilioTelephony(
  { settings, credentials }: Provider,
  services: Pick<Services, 'config' | 'log' | 'outbound'>,
): Telephony {
  const base = (settings['endpoint'] ?? 'https://api.twilio.com').replace(/\/$/, '');
  const account = settings['account'] ?? credentials['key'] ?? '';
  const authorization = `Basic ${Buffer.from(`${account}:${credentials['secret'] ?? ''}`).toString('base64')}`;
  const api = `${base}/2010-04-01/Accounts/${encodeURIComponent(account)}`;
  const from = settings['sender'] ?? '';
  const addressOf = (tenantId: string, id: string) => reportAddress(services.config.publicUrl, { tenantId, id });

  const ask = (request: OutboundRequest) =>
    reachProvider(
      'The phone provider',
      { seconds: deadline, ...request, headers: { authorization, ...request.headers } },
      services,
    );
  const post = (path: string, form: Form) =>
    ask({
      url: `${api}/${path}.json`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
    });
  const call = (line: string, form: Form) => post(`Calls/${encodeURIComponent(line)}`, form);
  const participant = ({ conference }: CallLines, line: string | null, form: Form) => {
    if (!conference || !line) throw problem(409, 'The call is still being connected. Try again in a moment.');
    return post(`Conferences/${encodeURIComponent(conference)}/Participants/${encodeURIComponent(line)}`, form);
  };

  return {
    number: from || null,
    can: ['hold', 'mute', 'keypad', 'transfer'],
    supervises: ['hang_up'],
    async connect({ id, tenantId, agent }) {
      if (!agent) throw noPhone();
      const reportTo = addressOf(tenantId, id);
      const { text } = await post('Calls', [
        ['To', agent],
        ['From', from],
        ['Twiml', roomTwiml(id, { reports: reportTo('room'), recordings: reportTo('recording'), isQuiet: true })],
        ['StatusCallback', reportTo('agent')],
        ['StatusCallbackEvent', 'answered'],
        ['StatusCallbackEvent', 'completed'],
      ]);
      return joinedOf(text, 'sid').line;
    },
    async join({ tenantId, callId, room, side, to }) {
      const { text } = await post(`Conferences/${encodeURIComponent(room)}/Participants`, [
        ['To', to],
        ['From', from],
        ['Beep', 'false'],
        ['EndConferenceOnExit', 'true'],
        ['StatusCallback', addressOf(tenantId, callId)(side)],
        ['StatusCallbackEvent', 'ringing answered completed'],
      ]);
      return joinedOf(text, 'call_sid');
    },
    async hangUp({ conference, agent, other }) {
      const ended: Form = [['Status', 'completed']];
      if (conference) return void (await post(`Conferences/${encodeURIComponent(conference)}`, ended).catch(gone));
      for (const line of [agent, other]) if (line) await call(line, ended).catch(gone);
    },
    async control(action, lines) {
      const [name, value, line] = controls[action];
      await participant(lines, lines[line], [[name, value]]);
    },
    async keys(digits, lines, { tenantId, callId }) {
      const address = `${addressOf(tenantId, callId)('digits')}&keys=${encodeURIComponent(digits)}`;
      await participant(lines, lines.other, [['AnnounceUrl', address]]);
    },
    async leave(lines) {
      await participant(lines, lines.other, [['Hold', 'true']]);
      try {
        await participant(lines, lines.agent, [['EndConferenceOnExit', 'false']]);
        await call(lines.agent ?? '', [['Status', 'completed']]).catch(gone);
      } catch (error) {
        // the call goes on as it was: nobody is left on hold
        if (error instanceof ProviderRefusal) await participant(lines, lines.other, [['Hold', 'false']]).catch(() => undefined);
        throw error;
      }
    },
    async cost({ agent, other }) {
      const prices = [agent, other]
        .filter((line) => line !== null)
        .map((line) => ask({ url: `${api}/Calls/${encodeURIComponent(line)}.json` }));
      return sumOf((await Promise.all(prices)).map(({ text }) => priceOf(text)));
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

export const noPhone = (): Error => problem(422, 'Your profile has no phone number to ring. Add your number or extension.');

/** The agent holds the other side, and mutes themselves. */
const controls: Readonly<Record<LineControl, readonly [string, string, 'agent' | 'other']>> = {
  hold: ['Hold', 'true', 'other'],
  resume: ['Hold', 'false', 'other'],
  mute: ['Muted', 'true', 'agent'],
  unmute: ['Muted', 'false', 'agent'],
};

/** What has ended already cannot be ended: Twilio does not find it, or calls its state invalid. */
function gone(error: unknown): void {
  const isGone = error instanceof ProviderRefusal && (error.status === 404 || /"code":\s*21220\b/.test(error.text));
  if (!isGone) throw error;
}

function joinedOf(text: string, name: 'sid' | 'call_sid'): JoinedLine {
  const id = (value: unknown): string | null => (typeof value === 'string' && /^[\w-]{1,80}$/.test(value) ? value : null);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = undefined;
  }
  const line = isRecord(answer) ? id(answer[name]) : null;
  if (line === null) throw new Unanswered('The phone provider sent a reply that could not be read.');
  return { line, conference: isRecord(answer) ? id(answer['conference_sid']) : null };
}
