import { randomUUID } from 'node:crypto';
import { problem } from '../../src/schemas/kit/problem';
import type { Context, Handlers, OutsideContext, Reply } from '../http/context';
import { forgeryCookie, isForgeryToken } from '../http/forgery';
import { actorOf, claimsOf } from '../http/sessions';
import { signToken, verifyToken } from '../http/tokens';

export const handlers: Handlers = { 'whatsapp-frame-ticket': ticket, 'whatsapp-frame-session': openFrame };

const sessionSeconds = 15 * 60;
const used = (): Error => problem(401, 'This chat window has expired. Please open WhatsApp again.');

/** TRUST-S23: a minute, once, for this browser, and no call but the exchange takes it: an address may be seen by others. */
async function ticket(context: Context): Promise<Reply> {
  const { services } = context;
  const { sub, tid, role, type, ver, sid } = await claimsOf(context);
  const claims = { sub, tid, role, type, ver, sid, jti: randomUUID() };
  return { data: { ticket: await signToken(services.secrets, 'ticket', claims, services.now()) } };
}

/** The frame's session opens the chat calls alone and ends with the sign-in that it came from. */
async function openFrame({ services, request, body }: OutsideContext): Promise<Reply> {
  const { secrets, store } = services;
  const now = services.now();
  const claims = await verifyToken(secrets, 'ticket', String(body['ticket']), now);
  // The cookie tells the browser of the sign-in from any other that came by the address.
  if (!claims || !isForgeryToken(secrets, request.cookies[forgeryCookie], claims.sub)) throw used();
  if ((await store.hit(`chat-ticket:${claims.jti}`, 600)) > 1) {
    services.log.warn({ tenant: claims.tid, user: claims.sub }, 'a used chat ticket came again');
    throw used();
  }
  const { sub, tid, role, type, ver, sid } = claims;
  const jti = `wp-${sid}`;
  const actor = { ...actorOf(request, tid, sub), jti, tokenVersion: ver };
  await store.transaction(actor, async () => {}, { readOnly: true }); // signed out meanwhile: 401
  const token = await signToken(secrets, 'chat', { sub, tid, role, type, ver, sid, jti }, now, sessionSeconds);
  return { data: { token, user_id: sub } };
}
