import { randomUUID } from 'node:crypto';
import * as whatsappChatsCalls from '../../../src/schemas/calls/whatsapp-chats';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import type { Services } from '../../context/services';
import { forgeryCookie, isForgeryToken } from '../../identity/forgery';
import { chatTokenId } from '../../identity/refresh-family';
import { actorOf, claimsOf } from '../../identity/sessions';
import { signToken, verifyToken, type Claims } from '../../identity/tokens';

export const handlers: Handlers = {
  ...handle(whatsappChatsCalls.frameTicket, ticket),
  ...handle(whatsappChatsCalls.frameSession, openFrame),
  ...handle(whatsappChatsCalls.frameToken, foreignToken),
};

const sessionSeconds = 15 * 60;
const used = (): Error => problem(401, 'This chat window has expired. Please open WhatsApp again.');

/** TRUST-S23: valid for a minute, once, in this browser and only for the exchange call, because URLs can be seen by others. */
async function ticket(
  context: CallContext<typeof whatsappChatsCalls.frameTicket>,
): Promise<CallReply<typeof whatsappChatsCalls.frameTicket>> {
  const { services } = context;
  const { sub, tid, role, type, ver, sid } = await claimsOf(context);
  const claims = { sub, tid, role, type, ver, sid, jti: randomUUID() };
  return { data: { ticket: await signToken(services.secrets, 'ticket', claims, services.now()) } };
}

/**
 * For a client of another origin, which knows no exchange: the frame's session itself. It is in an address, so it is no
 * longer than a ticket's session; /chat hands another over before it ends.
 */
async function foreignToken(
  context: CallContext<typeof whatsappChatsCalls.frameToken>,
): Promise<CallReply<typeof whatsappChatsCalls.frameToken>> {
  return { data: { token: await sessionToken(context.services, await claimsOf(context)) } };
}

/** The frame's session opens the chat calls alone and ends with the sign-in that it came from. */
async function openFrame({
  services,
  request,
  body,
}: OutsideCallContext<typeof whatsappChatsCalls.frameSession>): Promise<CallReply<typeof whatsappChatsCalls.frameSession>> {
  const { secrets, store } = services;
  const now = services.now();
  const claims = await verifyToken(secrets, 'ticket', String(body.ticket), now);
  // The cookie tells the browser of the sign-in from any other that came by the address.
  if (!claims || !isForgeryToken(secrets, request.cookies[forgeryCookie], claims.sub)) throw used();
  if ((await store.hit(`chat-ticket:${claims.jti}`, 600)) > 1) {
    services.log.warn({ tenant: claims.tid, user: claims.sub }, 'a used chat ticket was presented again');
    throw used();
  }
  const { sub, tid, ver, sid } = claims;
  const actor = { ...actorOf(request, tid, sub), jti: chatTokenId(sid), tokenVersion: ver };
  await store.transaction(actor, async () => {}, { readOnly: true }); // signed out meanwhile: 401
  return { data: { token: await sessionToken(services, claims), user_id: sub } };
}

const sessionToken = ({ secrets, now }: Services, { sub, tid, role, type, ver, sid }: Claims): Promise<string> =>
  signToken(secrets, 'chat', { sub, tid, role, type, ver, sid, jti: chatTokenId(sid) }, now(), sessionSeconds);
