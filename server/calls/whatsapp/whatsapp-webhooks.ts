import { timingSafeEqual } from 'node:crypto';
import sql from 'sql-template-tag';
import * as whatsappChatsCalls from '../../../src/schemas/calls/whatsapp-chats';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { invalid } from '../../../src/schemas/kit/problem';
import { fetchWhatsappMedia } from '../../campaigns/whatsapp-media';
import { noteReply, takeReports } from '../../campaigns/take-reports';
import { providerOf, type Provider } from '../../channels/providers';
import { receive, setMessageState, type Incoming } from '../../channels/whatsapp-chats';
import { isSigned, whatsappReportOf } from '../../channels/whatsapp-webhook';
import type { Context, Handlers, OutsideContext } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import { normalisePhone, wrongPhone } from '../../domain/phone';
import { actorOf } from '../../identity/sessions';
import { actingFor, type Acting } from '../../leads/acting';
import { noteMessageIn } from '../../leads/note-on-lead';
import { newId } from '../../store/ids';
import type { Tx } from '../../store/store';

export const handlers: Handlers = {
  ...handle(whatsappChatsCalls.webhookCheck, check),
  ...handle(whatsappChatsCalls.whatsappWebhook, receiveReport),
  ...handle(whatsappChatsCalls.sandboxMessage, played),
};

/** Meta checks once that the URL belongs to us: the challenge is returned if the verify token matches. */
async function check(
  context: OutsideCallContext<typeof whatsappChatsCalls.webhookCheck>,
): Promise<CallReply<typeof whatsappChatsCalls.webhookCheck>> {
  const { query } = context;
  const provider = await asTenant(context, (tx, tenantId) => providerOf(tx, context.services, tenantId, 'whatsapp'));
  const expected = provider?.settings['verify_token'];
  const challenge = query['hub.challenge'];
  if (!expected || !isSame(expected, query['hub.verify_token']) || query['hub.mode'] !== 'subscribe')
    throw problem(403, notAllowed);
  if (typeof challenge !== 'string' || !/^[\w-]{1,200}$/.test(challenge)) throw problem(422, 'The challenge is missing.');
  return { raw: { body: challenge, type: 'text/plain; charset=utf-8' } };
}

/** Signed with the app's secret (credentials.key) or refused, with nothing written. A message reported twice is stored once. */
async function receiveReport(
  context: OutsideCallContext<typeof whatsappChatsCalls.whatsappWebhook>,
): Promise<CallReply<typeof whatsappChatsCalls.whatsappWebhook>> {
  const { request, body, services } = context;
  const provider = await asTenant(context, (tx, tenantId) => providerOf(tx, services, tenantId, 'whatsapp'));
  if (!isGenuine(provider, request)) throw problem(403, notAllowed);
  const { messages, states, reviews } = whatsappReportOf(body);
  await asTenant(context, async (tx, tenantId) => {
    const acting = await actingFor(tx, services, { tenantId, userId: null });
    for (const message of messages) {
      const id = await taken(acting, message);
      if (!id || !message.mediaId) continue;
      await services.jobs.add(tx, { tenantId, userId: null }, { kind: fetchWhatsappMedia, payload: { message_id: id } });
      context.afterCommit(() => services.jobs.wake());
    }
    for (const { name, language, status, reason } of reviews)
      await tx.run(sql`
        update "whatsapp_templates" set "provider_status" = ${status}, "rejected_reason" = ${reason}
        where "tenant_id" = ${tenantId} and "template_name" = ${name} and "language" = ${language} and "deleted_at" is null`);
    for (const one of states) await setMessageState(tx, tenantId, one);
    const at = services.now();
    // By our key, which Meta returns, and for messages that went out before by Meta's own id.
    await takeReports(
      tx,
      tenantId,
      states.map((one) => ({ ...one, at })),
      { channel: 'whatsapp' },
    );
  });
  return { message: 'Thank you.' };
}

/** Stored in its chat and noted on the chat's lead. Returns the message's id; undefined if it is already known. */
async function taken(acting: Acting, incoming: Incoming): Promise<string | undefined> {
  const kept = await receive(acting.tx, acting.by.tenantId, incoming);
  if (kept?.leadId) await noteMessageIn(acting, kept.leadId, incoming.text);
  if (kept) await noteReply(acting.tx, acting.by.tenantId, { channel: 'whatsapp', from: `+${incoming.waUserId}`, ...incoming });
  return kept?.id;
}

/** What a customer would have written. */
async function played(
  context: CallContext<typeof whatsappChatsCalls.sandboxMessage>,
): Promise<CallReply<typeof whatsappChatsCalls.sandboxMessage>> {
  const { tx, session, services, body } = context;
  if (!services.config.demo) throw problem(404, 'Sandbox WhatsApp is not available here.');
  const verdict = normalisePhone(String(body.phone));
  if (!verdict.ok) throw invalid('phone', wrongPhone);
  const wa_user_id = verdict.e164.replace(/\D/g, '');
  await taken(await actingFor(tx, services, { tenantId: session.tenantId, userId: null }), {
    waUserId: wa_user_id,
    name: typeof body.name === 'string' ? body.name : null,
    type: 'text',
    text: String(body.text),
    providerId: `sandbox-${newId()}`,
    at: services.now(),
  });
  return { message: 'Message received.', data: { wa_user_id } };
}

const isGenuine = (provider: Provider | undefined, request: Context['request']): boolean =>
  provider?.name === 'meta' && isSigned(request.rawBody, request.headers['x-hub-signature-256'], provider.credentials['key']);

function isSame(expected: string, given: unknown): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(typeof given === 'string' ? given : '')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** In the tenant that the address names; an unknown one has no provider, so it is refused like a wrong signature. */
function asTenant<T>(context: OutsideContext, work: (tx: Tx, tenantId: string) => Promise<T>): Promise<T> {
  const tenantId = String(context.params['tenant']);
  if (!/^[0-9A-Za-z_-]{1,40}$/.test(tenantId)) throw problem(403, notAllowed);
  return context.services.store.transaction({ ...actorOf(context.request, tenantId, null), reason: 'WhatsApp webhook' }, (tx) =>
    work(tx, tenantId),
  );
}
