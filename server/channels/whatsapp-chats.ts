import sql, { type Sql } from 'sql-template-tag';
import { findResource, resourceNamed } from '../../src/schemas/kit/all';
import { allRulesFor } from '../../src/schemas/kit/derived-rules';
import { isVeiled } from '../../src/schemas/kit/field-rules';
import type { SendReason } from '../../src/schemas/kit/send-reasons';
import { isAdministrator } from '../../src/schemas/kit/roles';
import type { Fill } from '../domain/placeholders';
import { loadUser } from '../identity/sessions';
import type { Session } from '../context/session';
import type { ChatMessage } from '../../src/schemas/calls/whatsapp-chats';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { keptWithNumber } from './merged-numbers';

/** A message as it came from a customer. */
export interface Incoming {
  /** The number, digits only. */
  readonly waUserId: string;
  readonly name: string | null;
  readonly type: Exclude<ChatMessage['type'], 'template'>;
  readonly text: string | null;
  readonly mediaId?: string;
  /** The provider's id: a repeated message is stored once. */
  readonly providerId: string;
  readonly at: Date;
}
/** What a provider reports about a message that we sent. */
export interface StateReport {
  readonly providerId: string;
  /** Our own id of the message, which went out with it. */
  readonly key: string | null;
  readonly state: 'sent' | 'delivered' | 'read' | 'failed';
  readonly error: string | null;
}
const active = sql`"status" = 1 and "deleted_at" is null`;
/** Chats as `c`, with the lead of each as `l`, and of their owners (`lo`, `co`) those who are active. */
export const chatsWithLeads = sql`"whatsapp_chats" c
  left join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = c."lead_id" and l."deleted_at" is null
  left join (select "tenant_id", "id" from "users" where ${active}) lo on lo."tenant_id" = c."tenant_id" and lo."id" = l."user_id"
  left join (select "tenant_id", "id" from "users" where ${active}) co on co."tenant_id" = c."tenant_id" and co."id" = c."owner_id"`;
/**
 * A lead's chat goes with the lead from owner to owner (TRUST-S34), so that owner is not stored with the chat. Any other chat, and
 * one whose lead has no active owner, belongs to the person who took it, as long as that person is active.
 */
export const chatOwner = sql`coalesce(lo."id", co."id")`;

/** The number is the chat's name on the wire; who may not see it is given the record's key, which the calls take as well. */
export const chatNameFor = (who: Pick<Session, 'role' | 'fieldRules'>, chat: { id: string; wa_user_id: string }): string =>
  !isAdministrator(who) &&
  isVeiled(allRulesFor(resourceNamed('whatsapp-chats'), who.fieldRules ?? [], findResource).get('wa_user_id'))
    ? chat.id
    : chat.wa_user_id;

export interface KnownChat {
  readonly id: string;
  readonly wa_user_id: string;
  readonly owner_id: string | null;
  readonly last_in_at: string | null;
  readonly lead_id: string | null;
}

/**
 * Stores it, reopens the chat and notifies its owner. Returns the message's id and the chat's lead; undefined if it is already
 * known.
 */
export async function receive(
  tx: Tx,
  tenantId: string,
  incoming: Incoming,
): Promise<{ id: string; leadId: string | null } | undefined> {
  const known = await tx.row(sql`
    select 1 from "whatsapp_messages" where "tenant_id" = ${tenantId} and "provider_id" = ${incoming.providerId} and "deleted_at" is null`);
  if (known) return undefined;
  const chat = await chatWith(tx, tenantId, incoming.waUserId, incoming.name);
  const id = newId();
  await tx.run(sql`
    insert into "whatsapp_messages" ("tenant_id", "id", "chat_id", "direction", "type", "text", "media_id", "status", "is_business_initiated",
      "seen", "provider_id", "sent_at")
    values (${tenantId}, ${id}, ${chat.id}, 'in', ${incoming.type}, ${incoming.text?.slice(0, 4096) ?? null}, ${incoming.mediaId ?? null},
      'delivered', false, false, ${incoming.providerId}, ${incoming.at.toISOString()}::timestamptz)`);
  await tx.run(sql`
    update "whatsapp_chats" set "conversation_status" = 'open', "last_message" = ${shortOf(incoming.type, incoming.text)}, "last_fills" = '[]',
      "last_message_at" = greatest("last_message_at", ${incoming.at.toISOString()}::timestamptz),
      "last_in_at" = greatest("last_in_at", ${incoming.at.toISOString()}::timestamptz)
    where "tenant_id" = ${tenantId} and "id" = ${chat.id}`);
  await tellChat(tx, tenantId, chat, { message: id });
  return { id, leadId: chat.lead_id };
}

/** The lead that a new chat with this number belongs to. */
export const leadOfNumber = (tenantId: string, phone: string): Sql =>
  sql`select "id", "name", "user_id" from "leads" where "tenant_id" = ${tenantId} and "deleted_at" is null and "merged_into" is null
        and ("phone" = ${phone} or "whatsapp_number" = ${phone} or "id" = any(${keptWithNumber(tenantId, phone)}))
      order by "created_at" limit 1`;

/** The chat with a number; a new one belongs to the owner of the lead with that number, or waits for someone to take it. */
export async function chatWith(tx: Tx, tenantId: string, waUserId: string, name: string | null): Promise<KnownChat> {
  const phone = `+${waUserId}`;
  await tx.run(sql`
    insert into "whatsapp_chats" ("tenant_id", "id", "wa_user_id", "name", "phone", "lead_id", "conversation_status",
      "is_business_initiated")
    select ${tenantId}, ${newId()}, ${waUserId}, coalesce(l."name", ${name?.slice(0, 120) ?? null}), ${phone}, l."id", 'open', false
    from (select 1) one left join lateral (
      ${leadOfNumber(tenantId, phone)}) l on true
    on conflict do nothing`);
  return await tx.one<KnownChat>(sql`
    select c."id", c."wa_user_id", ${chatOwner} as "owner_id", c."last_in_at", c."lead_id" from ${chatsWithLeads}
    where c."tenant_id" = ${tenantId} and c."wa_user_id" = ${waUserId} and c."deleted_at" is null for update of c`);
}

/** The provider reported the state of a message, by its own id or by ours; a late report never moves a state back. */
export async function setMessageState(tx: Tx, tenantId: string, { providerId, key, state, error }: StateReport): Promise<void> {
  const order = ['sending', 'unknown', 'sent', 'delivered', 'read'];
  const before = state === 'failed' ? order.slice(0, 3) : order.slice(0, order.indexOf(state));
  const row = await tx.row<{ id: string; chat_id: string }>(sql`
    update "whatsapp_messages" set "status" = ${state}, "error" = ${error?.slice(0, 300) ?? null}, "provider_id" = ${providerId}
    where "tenant_id" = ${tenantId} and ("provider_id" = ${providerId} or ("provider_id" is null and "id" = ${key}))
      and "direction" = 'out' and "status" = any(${before}::text[]) and "deleted_at" is null returning "id", "chat_id"`);
  if (row) await tellOwner(tx, tenantId, row.chat_id, { message: row.id, status: state });
}

export interface Outgoing {
  readonly type: ChatMessage['type'];
  readonly text: string | null;
  /** The values of a lead in the text; a person's own text has none. */
  readonly fills?: readonly Fill[];
  readonly mediaId: string | null;
  readonly mediaUrl: string | null;
  readonly templateId: string | null;
  readonly params: readonly string[];
  readonly businessInitiated: boolean;
  /** Whether it is advertising; left out of an answer to the customer, about which the gate is not asked. */
  readonly promotional?: boolean;
  readonly providerId: string | null;
  /** The person who wrote it; none of automation. */
  readonly sentBy?: string;
  readonly at: Date;
}
/** Stores a message that was sent, or waits for its turn; its chat then comes first in the list. */
export async function storeOutgoing(
  tx: Tx,
  tenantId: string,
  chat: KnownChat,
  one: Outgoing,
  waits: { readonly reason: SendReason | null } | null,
): Promise<ChatMessage> {
  const at = one.at.toISOString();
  const fills = JSON.stringify(one.fills ?? []);
  const row = await tx.one<ChatMessage>(sql`
    insert into "whatsapp_messages" ("tenant_id", "id", "chat_id", "direction", "type", "text", "fills", "media_id", "media_url", "template_id",
      "params", "status", "reason", "promotional", "is_business_initiated", "seen", "provider_id", "sent_at", "sent_by")
    values (${tenantId}, ${newId()}, ${chat.id}, 'out', ${one.type}, ${one.text}, ${fills}::jsonb, ${one.mediaId}, ${one.mediaUrl}, ${one.templateId},
      ${JSON.stringify(one.params)}::jsonb, ${waits ? 'queued' : 'sent'}, ${waits?.reason ?? null}, ${one.promotional ?? null}, ${one.businessInitiated}, true, ${one.providerId}, ${at}::timestamptz, ${one.sentBy ?? null})
    returning "id" as "_id", "direction", "type", "text", "media_url", "status", "sent_at" as "created_at", "is_business_initiated"`);
  await tx.run(sql`
    update "whatsapp_chats" set "last_message" = ${shortOf(one.type, one.text)}, "last_fills" = ${fills}::jsonb,
      "last_message_at" = ${at}::timestamptz,
      "is_business_initiated" = ("is_business_initiated" or ${one.businessInitiated}),
      "conversation_status" = case when "conversation_status" = 'resolved' then 'open' else "conversation_status" end
    where "tenant_id" = ${tenantId} and "id" = ${chat.id}`);
  return row;
}

/** `wa_message` goes to the chat's owner; for a chat without an owner it is not sent. */
export async function tellChat(
  tx: Tx,
  tenantId: string,
  chat: Pick<KnownChat, 'id' | 'wa_user_id' | 'owner_id'>,
  more: object,
): Promise<void> {
  const owner = chat.owner_id ? await loadUser(tx, tenantId, chat.owner_id) : undefined;
  if (owner)
    tx.sendToUser({ userId: owner.userId, event: 'wa_message', body: { wa_user_id: chatNameFor(owner, chat), ...more } });
}

export async function tellOwner(tx: Tx, tenantId: string, chatId: string, more: object): Promise<void> {
  const chat = await tx.row<KnownChat>(sql`
    select c."id", c."wa_user_id", ${chatOwner} as "owner_id", c."last_in_at", c."lead_id" from ${chatsWithLeads}
    where c."tenant_id" = ${tenantId} and c."id" = ${chatId} and c."deleted_at" is null`);
  if (chat) await tellChat(tx, tenantId, chat, more);
}

const saidOf: Partial<Record<ChatMessage['type'], string>> = {
  image: 'Photo',
  document: 'Document',
  video: 'Video',
  audio: 'Voice message',
};
const shortOf = (type: ChatMessage['type'], text: string | null): string => (text ?? saidOf[type] ?? '').slice(0, 300);
