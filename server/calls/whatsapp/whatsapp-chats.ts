import sql, { empty, type Sql } from 'sql-template-tag';
import * as whatsappChatsCalls from '../../../src/schemas/calls/whatsapp-chats';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { whatsappChats } from '../../../src/schemas/marketing/whatsapp-chats';
import { veilAs } from '../../catalogue/field-rules';
import { chatNameFor, chatOwner, chatsWithLeads, tellChat, type KnownChat } from '../../channels/whatsapp-chats';
import type { Context, Handlers } from '../../context/context';
import { isInScope, ownerInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { fillPlaceholders, type Fill } from '../../domain/placeholders';
import { openUntil, templatesOnly } from '../../domain/reply-window';
import { shownFile } from '../../files/file-field';
import { veiledError, veiledText } from '../leads/masked-text';
import { whyInWords } from '../leads/message-rows';
import { sendWhatsapp } from './whatsapp-send';

export const handlers: Handlers = {
  ...handle(whatsappChatsCalls.chatsList, chatsList),
  ...handle(whatsappChatsCalls.requestingChats, requesting),
  ...handle(whatsappChatsCalls.chatHistory, history),
  ...handle(whatsappChatsCalls.sendWaMessage, send),
  ...handle(whatsappChatsCalls.unseenChats, unseen),
  ...handle(whatsappChatsCalls.chatUpdate, update),
  ...handle(whatsappChatsCalls.chatTemplates, templates),
};

const noChat = (): Error => problem(404, 'This chat does not exist.');

/** The chats of the caller and of those whose leads the caller sees. */
async function chatsList(
  context: CallContext<typeof whatsappChatsCalls.chatsList>,
): Promise<CallReply<typeof whatsappChatsCalls.chatsList>> {
  own(context, context.query.id);
  await mayChat(context);
  return {
    data: await chats(context, sql`${chatOwner} is not null and ${ownerInScope(context.session.scope, chatOwner)}`),
  };
}

/** D-118: what nobody has taken yet. */
async function requesting(
  context: CallContext<typeof whatsappChatsCalls.requestingChats>,
): Promise<CallReply<typeof whatsappChatsCalls.requestingChats>> {
  await mayChat(context);
  return { data: await chats(context, sql`${chatOwner} is null`) };
}

async function chats({ tx, session }: Context, where: Sql): Promise<whatsappChatsCalls.ChatItem[]> {
  const rows = await tx.rows<whatsappChatsCalls.ChatItem & { id: string; last_fills: Fill[] | null }>(sql`
    select c."id", c."wa_user_id", c."name", c."phone", c."last_message", c."last_fills", c."last_message_at", coalesce(u."n", 0)::int as "unseen",
      c."conversation_status", ${chatOwner} as "owner_id", c."lead_id", c."is_business_initiated", c."last_in_at"
    from ${chatsWithLeads}
    left join (select "chat_id", count(*) as "n" from "whatsapp_messages"
      where "tenant_id" = ${session.tenantId} and "direction" = 'in' and not "seen" and "deleted_at" is null group by "chat_id") u on u."chat_id" = c."id"
    where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null and ${where}
    order by c."last_message_at" desc nulls last, c."id" desc limit 1000`);
  return rows.map(({ last_fills: fills, ...row }) =>
    shownChat(session, { ...row, last_message: veiledText(session, row.last_message, fills) }),
  );
}

/** A chat with the role's hidden and masked lead fields applied (TRUST-S34). */
function shownChat<T extends { id: string; wa_user_id: string }>(session: Session, chat: T): Omit<T, 'id'> {
  const { id: _, ...row } = veilAs(whatsappChats, session, chat, { name: 'name', phone: 'phone' });
  return { ...row, wa_user_id: chatNameFor(session, chat) };
}

/** D-117, D-119: newest first; `type` narrows to one kind of message, or to what the business began. */
async function history(
  context: CallContext<typeof whatsappChatsCalls.chatHistory>,
): Promise<CallReply<typeof whatsappChatsCalls.chatHistory>> {
  const { tx, session, query } = context;
  own(context, query.userId);
  await mayChat(context);
  const chat = await chatOf(context, String(query.chat_id));
  const type = String(query.type ?? '');
  const where = sql`"tenant_id" = ${session.tenantId} and "chat_id" = ${chat.id} and "deleted_at" is null
    ${type === 'bic' ? sql`and "is_business_initiated"` : type ? sql`and "type" = ${type}` : empty}`;
  const rows = await tx.rows<whatsappChatsCalls.ChatMessage & { fills: Fill[] | null }>(sql`
    select "id" as "_id", "direction", "type", "text", "fills", "media_url", "status", ${whyInWords(sql`"error"`, sql`"reason"`)} as "error", "sent_at" as "created_at", "is_business_initiated"
    from "whatsapp_messages" where ${where} order by "sent_at" desc, "id" desc
    limit ${Number(query.limit ?? 20)} offset ${Number(query.offset ?? 0)}`);
  const counted = await tx.row<{ n: number }>(sql`select count(*)::int as n from "whatsapp_messages" where ${where}`);
  return {
    data: rows.map(({ fills, ...row }) => ({
      ...row,
      text: veiledText(session, row.text, row.direction === 'in' ? [] : fills),
      error: veiledError(session, row.error ?? null),
      media_url: row.media_url && shownFile(row.media_url, context),
    })),
    count: counted!.n,
  };
}

type Sending = CallContext<typeof whatsappChatsCalls.sendWaMessage>;

/** After the customer's 24 hours only a template can be sent (D-116). */
async function send(context: Sending): Promise<CallReply<typeof whatsappChatsCalls.sendWaMessage>> {
  const { tx, services, body } = context;
  const type = context.query.ctype;
  own(context, body.userId);
  await mayChat(context);
  const chat = await chatOf(context, String(body.wa_user_id), 'lock');
  const now = services.now();
  const open = openUntil(chat.last_in_at, now) !== null;
  if (!open && type !== 'template') throw problem(409, templatesOnly);
  const content = type === 'template' ? await filled(context) : type === 'text' ? textOf(body) : await mediaOf(context, type);
  const { kept } = await sendWhatsapp(
    context,
    chat,
    { to: `+${chat.wa_user_id}`, body: content.text ?? type },
    { type, ...content, businessInitiated: type === 'template' && !open, at: now },
  );
  await tellChat(tx, context.session.tenantId, chat, { message: kept._id });
  return {
    message: 'Message sent.',
    data: { message: { ...kept, media_url: kept.media_url && shownFile(kept.media_url, context) } },
  };
}

/** D-120: one element per message that came to the caller's chats and was not seen; none without wp_access (D-115). */
async function unseen({
  tx,
  session,
  params,
}: CallContext<typeof whatsappChatsCalls.unseenChats>): Promise<CallReply<typeof whatsappChatsCalls.unseenChats>> {
  if (params['userId'] !== session.userId) return { code: 404, message: 'Chat not found.', more: { status: 'error' } };
  const rows = await tx.rows<{ id: string; wa_user_id: string; name: string | null; message_id: string }>(sql`
    select m."id" as "message_id", c."id", c."wa_user_id", c."name" from ${chatsWithLeads}
    join "whatsapp_messages" m on m."tenant_id" = c."tenant_id" and m."chat_id" = c."id"
    join "users" u on u."tenant_id" = c."tenant_id" and u."id" = ${chatOwner} and u."wp_access" = 1
    where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null and ${chatOwner} = ${session.userId}
      and ${ownerInScope(session.scope, chatOwner)} and m."direction" = 'in' and not m."seen"
      and m."deleted_at" is null order by m."sent_at" desc limit 1000`);
  return { more: { status: 'success', data_obj: rows.map((row) => shownChat(session, row)) } };
}

/**
 * Our own call. A message counts as seen once the chat's owner has seen it; the first person to take a waiting chat becomes its
 * owner.
 */
async function update(
  context: CallContext<typeof whatsappChatsCalls.chatUpdate>,
): Promise<CallReply<typeof whatsappChatsCalls.chatUpdate>> {
  const { tx, session, body } = context;
  await mayChat(context);
  const chat = await chatOf(context, String(body.wa_user_id), 'lock');
  const takes = body.take === true && chat.owner_id !== session.userId;
  if (takes && chat.owner_id !== null) throw problem(409, 'Someone else has already taken this chat.');
  const owner = takes ? session.userId : chat.owner_id;
  const status = body.conversation_status;
  if (takes || status !== undefined)
    await tx.run(sql`
      update "whatsapp_chats" set ${takes ? sql`"owner_id" = ${owner},` : empty} "conversation_status" = coalesce(${status ?? null}::text, "conversation_status")
      where "tenant_id" = ${session.tenantId} and "id" = ${chat.id}`);
  if (body.seen === true && owner === session.userId)
    await tx.run(sql`
      update "whatsapp_messages" set "seen" = true where "tenant_id" = ${session.tenantId} and "chat_id" = ${chat.id}
        and "direction" = 'in' and not "seen" and "deleted_at" is null`);
  await tellChat(tx, session.tenantId, { ...chat, owner_id: owner }, {});
  return { message: 'Saved.', data: { wa_user_id: chatNameFor(session, chat) } };
}

/** Our own: what can be sent as `template`. */
async function templates({
  tx,
  session,
}: CallContext<typeof whatsappChatsCalls.chatTemplates>): Promise<CallReply<typeof whatsappChatsCalls.chatTemplates>> {
  return {
    data: await tx.rows(sql`
      select "id", "template_name", "language", "category", "template_body", "footer", "sample_values" from "whatsapp_templates"
      where "tenant_id" = ${session.tenantId} and "status" = 1 and "provider_status" = 'APPROVED' and "deleted_at" is null
      order by "template_name", "language" limit 500`),
  };
}

interface Content {
  readonly text: string | null;
  readonly mediaId: string | null;
  readonly mediaUrl: string | null;
  readonly templateId: string | null;
  readonly params: readonly string[];
}
const bare = { mediaId: null, mediaUrl: null, templateId: null, params: [] } as const;

function textOf(body: Context['body']): Content {
  const text = typeof body.text === 'string' ? body.text.trim() : '';
  if (!text) throw invalid('text', 'Message is required');
  return { ...bare, text };
}

/** A picture goes as a picture, sound as sound; anything may go as a document. */
async function mediaOf({ tx, session, body }: Sending, type: whatsappChatsCalls.ChatMessage['type']): Promise<Content> {
  const id = body.media_id;
  const file = await tx.row<{ file: string; mime: string | null }>(sql`
    select "file", "mime" from "whatsapp_media" where "tenant_id" = ${session.tenantId} and "media_id" = ${String(id ?? '')}
      and "created_by" = ${session.userId} and "deleted_at" is null order by "created_at" desc limit 1`);
  if (!file) throw invalid('media_id', 'File not found');
  if (type !== 'document' && file.mime?.split('/')[0] !== type) throw invalid('media_id', `File must be of type ${type}`);
  return {
    ...bare,
    text: typeof body.caption === 'string' ? body.caption : null,
    mediaId: String(id),
    mediaUrl: file.file,
  };
}

async function filled({ tx, session, body }: Sending): Promise<Content> {
  const params = body.params ?? [];
  const template = await tx.row<{ id: string; template_name: string; template_body: string; provider_status: string }>(sql`
    select "id", "template_name", "template_body", "provider_status" from "whatsapp_templates"
    where "tenant_id" = ${session.tenantId} and "id" = ${String(body.template_id ?? '')} and "status" = 1 and "deleted_at" is null`);
  if (!template) throw invalid('template_id', 'Template not found');
  if (template.provider_status !== 'APPROVED') throw problem(409, `The template ${template.template_name} is not approved yet.`);
  const { text, missing } = fillPlaceholders(template.template_body, params);
  if (missing.length) throw invalid('params', `Values for ${missing.join(', ')} are missing`);
  return { ...bare, text, templateId: template.id, params };
}

/** An id that names the caller must be the token's, else 404 (TRUST-S2). */
function own({ session }: Context, given: unknown): void {
  if (given !== session.userId) throw problem(404, 'This user does not exist.');
}

async function mayChat({ tx, session }: Context): Promise<void> {
  const user = await tx.row(sql`
    select 1 from "users" where "tenant_id" = ${session.tenantId} and "id" = ${session.userId} and "wp_access" = 1`);
  if (!user) throw problem(403, 'You do not have access to WhatsApp. Please contact the administrator.'); // D-115
}

/** A chat the caller can see: in their scope or waiting; any other is 404. */
async function chatOf({ tx, session }: Context, waUserId: string, lock: 'lock' | 'look' = 'look'): Promise<KnownChat> {
  const chat = await tx.row<KnownChat>(sql`
    select c."id", c."wa_user_id", ${chatOwner} as "owner_id", c."last_in_at", c."lead_id" from ${chatsWithLeads}
    where c."tenant_id" = ${session.tenantId} and (c."wa_user_id" = ${waUserId} or c."id" = ${waUserId}) and c."deleted_at" is null
    ${lock === 'lock' ? sql`for update of c` : empty}`);
  if (!chat || (chat.owner_id !== null && !isInScope(session.scope, chat.owner_id))) throw noChat();
  return chat;
}
