import sql from 'sql-template-tag';
import type { UnreadChat } from '../../src/schemas/calls/leads';
import { chatsList } from '../../src/schemas/calls/whatsapp-chats';
import { mayDo } from '../../src/schemas/kit/access';
import { leads } from '../../src/schemas/leads/leads';
import { whatsappChats } from '../../src/schemas/marketing/whatsapp-chats';
import { veilAs } from '../catalogue/field-rules';
import { chatNameFor, chatOwner, chatsWithLeads } from '../channels/whatsapp-chats';
import type { Context } from '../context/context';
import { ownerInScope } from '../context/data-scope';
import { mostMissed, queueFields, queueJoins, queueStage } from './missed-calls';

/**
 * Chats of this user with messages that were not seen (D-120), the longest waiting first; none without access to WhatsApp (D-115).
 */
export async function unreadChats({
  tx,
  session,
}: Pick<Context, 'tx' | 'session'>): Promise<{ readonly rows: UnreadChat[]; readonly total: number }> {
  if (!mayDo(session, chatsList.access, 'read')) return { rows: [], total: 0 };
  const rows = await tx.rows<UnreadChat & { id: string; total: number }>(
    sql`select c."id", c."wa_user_id", n."at", n."unseen", n."total", c."phone", coalesce(l."id", '') as "lead_id",
          coalesce(l."name", c."name", 'Unknown number') as "name", ${queueStage}
        from (
          select c."id", min(m."sent_at") as "at", count(*)::int as "unseen", count(*) over ()::int as "total" from ${chatsWithLeads}
          join "whatsapp_messages" m on m."tenant_id" = c."tenant_id" and m."chat_id" = c."id" and m."direction" = 'in' and not m."seen"
            and m."deleted_at" is null
          join "users" u on u."tenant_id" = c."tenant_id" and u."id" = ${session.userId} and u."wp_access" = 1
          where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null and ${chatOwner} = ${session.userId}
            and ${ownerInScope(session.scope, chatOwner)}
          group by c."id" order by min(m."sent_at"), c."id" limit ${mostMissed}) n
        join "whatsapp_chats" c on c."tenant_id" = ${session.tenantId} and c."id" = n."id"
        left join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = c."lead_id" and l."deleted_at" is null ${queueJoins}
        order by n."at", c."id"`,
    'my-day-unread-chats',
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ id, total: _total, ...row }) => {
      const shown = veilAs(whatsappChats, session, veilAs(leads, session, row, queueFields), { phone: 'phone' });
      return { ...shown, wa_user_id: chatNameFor(session, { id, wa_user_id: row.wa_user_id }) };
    }),
  };
}
