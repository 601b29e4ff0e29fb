import { createHmac, timingSafeEqual } from 'node:crypto';
import { recordIn } from '../../src/schemas/kit/is-record';
import type { DeliveryReport } from './sender';

/**
 * Mailgun's webhook (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks): the signature in the body is the HMAC of
 * timestamp (Unix seconds) and token under the signing key. It does not cover the event, so a signature is taken for a day only:
 * Mailgun itself gives up after eight hours of retries.
 */
export function isMailgunSigned(body: object, key: string | undefined, at: Date): boolean {
  const { timestamp, token, signature } = recordIn(recordIn(body)['signature']);
  if (!key || typeof token !== 'string' || typeof signature !== 'string') return false;
  if (!(Math.abs(at.getTime() - Number(timestamp) * 1000) <= signatureLives)) return false;
  const expected = Buffer.from(
    createHmac('sha256', key)
      .update(`${String(timestamp)}${token}`)
      .digest('hex'),
  );
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(expected, given);
}

const signatureLives = 24 * 3_600_000;

export function mailgunReports(body: object, at: Date): DeliveryReport[] {
  const data = recordIn(recordIn(body)['event-data']);
  const key = keyOf(recordIn(recordIn(data['message'])['headers'])['message-id']);
  const status = recordIn(data['delivery-status']);
  const isLater = data['event'] === 'failed' && data['severity'] === 'temporary';
  const state = isLater ? undefined : mailgunStates[String(data['event'])];
  if (key === undefined || !state) return [];
  return [{ key, state, error: state === 'failed' ? `Bounced${codeIn(status['code'])}` : null, at }];
}
const mailgunStates: Readonly<Record<string, DeliveryReport['state']>> = {
  delivered: 'delivered',
  failed: 'failed',
  opened: 'read',
  clicked: 'clicked',
  complained: 'opted_out',
  unsubscribed: 'opted_out',
};

/** What the bounce handler of any mail server can post: `message_id`, `state` and, of a bounce, its SMTP `code`. */
export function smtpReports(body: object, at: Date): DeliveryReport[] {
  const { message_id: id, state: word, code } = recordIn(body);
  const key = keyOf(id);
  const state = smtpStates[String(word)];
  if (key === undefined || !state) return [];
  return [{ key, state, error: state === 'failed' ? `Bounced${codeIn(code)}` : null, at }];
}
const smtpStates: Readonly<Record<string, DeliveryReport['state']>> = {
  delivered: 'delivered',
  bounced: 'failed',
  opened: 'read',
  clicked: 'clicked',
  complained: 'opted_out',
};

/** Our own key is in the Message-ID, before the sign @. */
const keyOf = (messageId: unknown): string | undefined =>
  typeof messageId === 'string' ? /^<?(\w{20,32})@/.exec(messageId)?.[1] : undefined;
const codeIn = (code: unknown): string => (/^\d{3}$/.test(String(code)) ? ` (${String(code)})` : '');
