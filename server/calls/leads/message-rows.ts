import sql, { type Sql } from 'sql-template-tag';
import type { LeadChannel, LeadMessage } from '../../../src/schemas/calls/lead-messages';
import { whatsappMessages } from '../../../src/schemas/marketing/whatsapp-messages';
import { veilAs } from '../../catalogue/field-rules';
import { chatOwner, chatsWithLeads } from '../../channels/whatsapp-chats';
import type { Context } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { htmlText } from '../../domain/html-text';
import type { LeadRecord } from '../../leads/lead-access';
import { veilerOf } from './message-rules';

interface Stored extends LeadMessage {
  readonly html: boolean | null;
}

/** How the outbox's states are shown to those who write: what the sandbox keeps counts as sent. */
export const shownState = (state: Sql): Sql =>
  sql`case ${state} when 'sandbox' then 'sent' when 'queued' then 'sending' else ${state} end`;

/** The newest messages of a channel with the lead; `id` narrows to one. */
export async function messagesOf(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  lead: LeadRecord,
  channel: LeadChannel,
  { limit, id }: { readonly limit: number; readonly id?: string },
): Promise<LeadMessage[]> {
  const select = channel === 'whatsapp' ? ofChat({ session }, lead) : ofOutbox({ session }, lead.id, channel);
  const rows: Stored[] = await tx.rows(sql`
    select m.*, u."name" as "user_name" from (${select}) m
    left join "users" u on u."tenant_id" = ${session.tenantId} and u."id" = m."user_id"
    where ${id ?? null}::text is null or m."id" = ${id ?? null}
    order by m."at" desc, m."id" desc limit ${limit}`);
  const veil = veilerOf(session, lead);
  return rows.map(({ html, id: own, direction, type, subject, text, status, error, at, user_name }) => {
    const plain = html && text !== null ? htmlText(text) : text;
    const row = {
      id: own,
      direction,
      type,
      subject: veil(subject),
      text: veil(plain),
      status,
      error: veil(error),
      at,
      user_name,
    };
    return channel === 'whatsapp' ? veilAs(whatsappMessages, session, row, { text: 'text' }) : row;
  });
}

const ofOutbox = ({ session }: Pick<Context, 'session'>, leadId: string, channel: LeadChannel): Sql => sql`
  select o."id", 'out' as "direction", 'text' as "type", o."subject", o."body" as "text", o."html", ${shownState(sql`o."state"`)} as "status",
    o."error", o."created_at" as "at", o."created_by" as "user_id"
  from "outbox_messages" o where o."tenant_id" = ${session.tenantId} and o."lead_id" = ${leadId} and o."channel" = ${channel}
    and o."deleted_at" is null`;

/** D-118: a message is seen with its chat, which may belong to another lead with the same number. */
const ofChat = ({ session }: Pick<Context, 'session'>, lead: LeadRecord): Sql => sql`
  select m."id", m."direction", m."type", null::text as "subject", m."text", null::boolean as "html", coalesce(m."status", 'sent') as "status",
    m."error", m."sent_at" as "at", m."created_by" as "user_id"
  from ${chatsWithLeads} join "whatsapp_messages" m on m."tenant_id" = c."tenant_id" and m."chat_id" = c."id" and m."deleted_at" is null
  where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null
    and (c."lead_id" = ${lead.id} or c."wa_user_id" = ${(lead.whatsapp_number ?? lead.phone ?? '').replaceAll(/\D/g, '')})
    and (${chatOwner} is null or ${ownerInScope(session.scope, chatOwner)})`;
