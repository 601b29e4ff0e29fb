import { isRecord, recordIn } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { OutboundRequest } from '../outbound/outbound';
import { askProvider, ProviderRefusal, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import type { DeliveryReport, Reply } from './sender';
import { withCountry, type SmsText } from './sms-text';

/**
 * Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource): settings.account is the Account SID,
 * settings.sender the registered sender id or number; credentials.key and .secret an API key, or the account and its token. Returns
 * Twilio's id of the message. A message that Twilio finds wrong is refused for good, with the number of its error.
 */
export function twilioSms(
  { settings, credentials }: Provider,
  id: string,
  { to, body, from, reportTo }: SmsText,
  services: ProviderServices,
): () => Promise<string> {
  const base = (settings['endpoint'] ?? 'https://api.twilio.com').replace(/\/$/, '');
  const account = encodeURIComponent(settings['account'] ?? '');
  const user = Buffer.from(`${credentials['key'] ?? settings['account'] ?? ''}:${credentials['secret'] ?? ''}`).toString(
    'base64',
  );
  const form = new URLSearchParams({ To: withCountry(to), From: from ?? settings['sender'] ?? '', Body: body });
  // Twilio refuses messages whose reports would go to an address that it cannot reach.
  if (reportTo?.startsWith('https://') || settings['endpoint']) form.set('StatusCallback', reportTo ?? '');
  const asked: OutboundRequest = {
    url: `${base}/2010-04-01/Accounts/${account}/Messages.json`,
    method: 'POST',
    headers: { authorization: `Basic ${user}`, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id },
    body: form.toString(),
  };
  return async () => {
    try {
      return await askProvider('The SMS provider', asked, services, (answer) => {
        const { sid } = recordIn(answer);
        return typeof sid === 'string' ? sid : '';
      });
    } catch (error) {
      if (error instanceof ProviderRefusal && error.status === 400)
        throw problem(422, `The SMS provider refused the message${codeOf(error.text)}.`);
      throw error;
    }
  };
}

function codeOf(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    const code = isRecord(answer) ? Number(answer['code']) : NaN;
    return Number.isInteger(code) ? ` (Twilio error ${code})` : '';
  } catch {
    return '';
  }
}

const states: Readonly<Record<string, DeliveryReport['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
};

/** A StatusCallback of one message; what is still on its way says nothing new. */
export function twilioReports(form: object, at: Date): DeliveryReport[] {
  const { MessageSid: sid, MessageStatus: status, ErrorCode: code } = recordIn(form);
  const state = states[String(status)];
  if (typeof sid !== 'string' || !state) return [];
  const error =
    state === 'failed' ? `Not delivered${typeof code === 'string' && code ? ` (Twilio error ${code.slice(0, 10)})` : ''}` : null;
  return [{ providerId: sid, state, error, at }];
}

/** An incoming message: what the number does "when a message comes in". */
export function twilioReplies(form: object): Reply[] {
  const { SmsStatus: status, From: from, Body: text } = recordIn(form);
  return status === 'received' && typeof from === 'string' && typeof text === 'string' ? [{ from, text }] : [];
}
