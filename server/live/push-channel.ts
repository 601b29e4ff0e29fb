import { createHash, createHmac } from 'node:crypto';
import type { PushSettings } from '../config';
import type { Services } from '../context/services';

/** The private channel of one user (D-081). */
export const pushChannelOf = (tenantId: string, userId: string): string => `private-tenant-${tenantId}-user-${userId}`;

/** What a browser shows the push service to be let into a private channel: '<key>:<signature>' of socket and channel. */
export function pushSignature({ key, secret }: PushSettings, socketId: string, channel: string): string {
  return `${key}:${hmac(secret, `${socketId}:${channel}`)}`;
}

/** Sends events by a service that speaks the Pusher protocol; without its settings only the socket is used. */
export function makePushChannel({ config, log }: Services) {
  const settings = config.push;
  return {
    send(tenantId: string, userId: string, event: string, body: object): void {
      if (!settings) return;
      void post(settings, { name: event, channel: pushChannelOf(tenantId, userId), data: JSON.stringify(body) }).catch(
        (error: unknown) => log.error({ err: error, tenant: tenantId, user: userId }, 'the push service did not accept an event'),
      );
    },
  };
}

async function post(settings: PushSettings, event: object): Promise<void> {
  const body = JSON.stringify(event);
  const path = `/apps/${settings.appId}/events`;
  const query = new URLSearchParams({
    auth_key: settings.key,
    auth_timestamp: String(Math.floor(Date.now() / 1000)),
    auth_version: '1.0',
    body_md5: createHash('md5').update(body).digest('hex'),
  }).toString(); // in alphabetical order, as it is signed
  const signature = hmac(settings.secret, `POST\n${path}\n${query}`);
  const answer = await fetch(`${settings.apiUrl}${path}?${query}&auth_signature=${signature}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(5000),
  });
  if (!answer.ok) throw new Error(`the push service returned status ${answer.status}`);
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');
