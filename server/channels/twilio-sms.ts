import { recordIn } from '../../src/schemas/kit/is-record';
import type { OutboundRequest } from '../outbound/outbound';
import { askProvider, type ProviderServices } from './provider-request';
import type { Message } from '../context/channels';
import type { Provider } from './providers';

/**
 * Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource): settings.account is the Account SID,
 * settings.sender the registered sender id or number; credentials.key and .secret an API key, or the account and its token. Returns
 * Twilio's id of the message.
 */
export function twilioSms(
  { settings, credentials }: Provider,
  id: string,
  { to, body, from }: Pick<Message, 'to' | 'body'> & { readonly from?: string },
  services: ProviderServices,
): () => Promise<string> {
  const base = (settings['endpoint'] ?? 'https://api.twilio.com').replace(/\/$/, '');
  const account = encodeURIComponent(settings['account'] ?? '');
  const user = Buffer.from(`${credentials['key'] ?? settings['account'] ?? ''}:${credentials['secret'] ?? ''}`).toString(
    'base64',
  );
  const asked: OutboundRequest = {
    url: `${base}/2010-04-01/Accounts/${account}/Messages.json`,
    method: 'POST',
    headers: { authorization: `Basic ${user}`, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id },
    body: new URLSearchParams({ To: withCountry(to), From: from ?? settings['sender'] ?? '', Body: body }).toString(),
  };
  return () =>
    askProvider('The SMS provider', asked, services, (answer) => {
      const { sid } = recordIn(answer);
      return typeof sid === 'string' ? sid : '';
    });
}

/** Numbers are kept as E.164; one of ten digits is Indian (D-102). */
const withCountry = (to: string): string => (/^\d{10}$/.test(to) ? `+91${to}` : to);
