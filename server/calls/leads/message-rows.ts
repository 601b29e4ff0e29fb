import sql, { type Sql } from 'sql-template-tag';
import type { LeadChannel, LeadMessage } from '../../../src/schemas/calls/lead-messages';
import { sendReasons } from '../../../src/schemas/kit/send-reasons';
import { whatsappMessages } from '../../../src/schemas/marketing/whatsapp-messages';
import { veilAs } from '../../catalogue/field-rules';
import { chatOwner, chatsWithLeads } from '../../channels/whatsapp-chats';
import type { Context } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { htmlText } from '../../domain/html-text';
import type { Fill } from '../../domain/placeholders';
import type { LeadRecord } from '../../leads/lead-access';
import { veiledError, veiledText } from './masked-text';

interface Stored extends LeadMessage {
  readonly fills: readonly Fill[] | null;
  readonly subject_fills: readonly Fill[] | null;
  readonly html: boolean | null;
}

/** How the outbox's states are shown to those who write: what the sandbox keeps counts as sent, what was answered as read. */
export const shownState = (state: Sql): Sql =>
  sql`case when ${state} = 'sandbox' then 'sent' when ${state} = 'queued' then 'sending' when ${state} = 'held' then 'failed'
    when ${state} in ('clicked', 'replied', 'opted_out') then 'read' else ${state} end`;
/** Why a message of the outbox or of a chat waits or was not sent. */
export const whyInWords = (error: Sql, reason: Sql): Sql =>
  sql`coalesce(${error}, ${JSON.stringify(sendReasons)}::jsonb ->> ${reason})`;
/** Of a campaign, a lead's own history has only what was handed to a provider; `o` is the outbox. */
export const leftForLead = sql`(o."campaign_id" is null or o."state" not in ('queued', 'held'))`;

/** The newest messages of a channel with the lead; `id` narrows to one. */
export async function messagesOf(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  lead: LeadRecord,
  channel: LeadChannel,
  { limit, id }: { readonly limit: number; readonly id?: string },
): Promise<LeadMessage[]> {
  const select = channel === 'whatsapp' ? ofChat({ session }, lead) : ofOutbox({ session }, lead.id, channel);
  const rows: Stored[] = await tx.rows(sql`
    select m."id", m."direction", m."type", m."subject", m."text", m."fills", m."subject_fills", m."html", m."status", m."error", m."at",
      u."name" as "user_name" from (${select}) m
    left join "users" u on u."tenant_id" = ${session.tenantId} and u."id" = m."user_id"
    where ${id ?? null}::text is null or m."id" = ${id ?? null}
    order by m."at" desc, m."id" desc limit ${limit}`);
  return rows.map(({ html, fills, subject_fills: inSubject, ...row }) => {
    const text = veiledText(session, row.text, row.direction === 'in' ? [] : fills);
    const shown = {
      ...row,
      subject: veiledText(session, row.subject, inSubject),
      text: html && text !== null ? htmlText(text) : text,
      error: veiledError(session, row.error),
    };
    return channel === 'whatsapp' ? veilAs(whatsappMessages, session, shown, { text: 'text' }) : shown;
  });
}

const ofOutbox = ({ session }: Pick<Context, 'session'>, leadId: string, channel: LeadChannel): Sql => sql`
  select o."id", 'out' as "direction", 'text' as "type", o."subject", o."body" as "text", o."fills", o."subject_fills", o."html", ${shownState(sql`o."state"`)} as "status",
    ${whyInWords(sql`o."error"`, sql`o."reason"`)} as "error", o."created_at" as "at", o."created_by" as "user_id"
  from "outbox_messages" o where o."tenant_id" = ${session.tenantId} and o."lead_id" = ${leadId} and o."channel" = ${channel}
    and ${leftForLead} and o."deleted_at" is null`;

/** D-118: a message is seen with its chat, which may belong to another lead with the same number. */
const ofChat = ({ session }: Pick<Context, 'session'>, lead: LeadRecord): Sql => sql`
  select m."id", m."direction", m."type", null::text as "subject", m."text", m."fills", null::jsonb as "subject_fills", null::boolean as "html", ${shownState(sql`coalesce(m."status", 'sent')`)} as "status",
    ${whyInWords(sql`m."error"`, sql`m."reason"`)} as "error", m."sent_at" as "at", m."created_by" as "user_id"
  from ${chatsWithLeads} join "whatsapp_messages" m on m."tenant_id" = c."tenant_id" and m."chat_id" = c."id" and m."deleted_at" is null
  where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null
    and (c."lead_id" = ${lead.id} or c."wa_user_id" = ${(lead.whatsapp_number ?? lead.phone ?? '').replaceAll(/\D/g, '')})
    and (${chatOwner} is null or ${ownerInScope(session.scope, chatOwner)})`;
