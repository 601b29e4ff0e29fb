import sql from 'sql-template-tag';
import { storable } from '../domain/storable';
import type { Outcome } from '../channels/ask-once';
import type { Outgoing, Taken } from '../channels/sender';
import type { Chosen } from '../channels/sender-of';
import type { Tx } from '../store/store';
import { newId } from '../store/ids';

/** A row of the ledger, `o`, in the words of its chat: a report can have come before the provider's answer was noted. */
const statusOf = sql`case when o."state" in ('clicked', 'replied', 'opted_out') then 'read' else o."state" end`;

interface Ended {
  readonly one: { readonly message: Outgoing; readonly leadId: string | null; readonly by: Pick<Chosen, 'channel'> };
  readonly outcome: Outcome<Taken>;
}

/**
 * A campaign's WhatsApp messages are part of the conversations with their leads: each that may have left is a message of its chat,
 * under its own key. A few statements for the whole batch.
 */
export async function addCampaignChats(tx: Tx, tenantId: string, ended: readonly Ended[], now: Date): Promise<void> {
  const rows = ended
    .filter(({ one, outcome }) => one.by.channel === 'whatsapp' && outcome.state !== 'refused')
    .map(({ one, outcome }) => ({
      key: one.message.key,
      number: one.message.to.replace(/\D/g, ''),
      chat: newId(),
      lead: one.leadId,
      text: storable(one.message.body, 4096),
      provider_id: outcome.state === 'done' ? outcome.answer.providerId : null,
    }));
  if (!rows.length) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("key" text, "number" text, "chat" text, "lead" text, "text" text,
    "provider_id" text)`;
  // Named once more, so that no plan reads the whole table for a batch of it.
  const those = sql`o."tenant_id" = ${tenantId} and o."id" = r."key" and o."id" = any(${rows.map(({ key }) => key)}::text[])`;
  await tx.run(
    sql`insert into "whatsapp_chats" ("tenant_id", "id", "wa_user_id", "name", "phone", "lead_id", "conversation_status", "is_business_initiated")
        select ${tenantId}, r."chat", r."number", l."name", '+' || r."number", l."id", 'open', true from ${given}
        left join "leads" l on l."tenant_id" = ${tenantId} and l."id" = r."lead"
        on conflict do nothing`,
    'campaign-chats',
  );
  await tx.run(
    sql`insert into "whatsapp_messages" ("tenant_id", "id", "chat_id", "direction", "type", "text", "fills", "template_id", "params", "status",
          "error", "is_business_initiated", "seen", "provider_id", "sent_at")
        select ${tenantId}, r."key", c."id", 'out', 'template', r."text", o."fills", t."id", o."params", ${statusOf}, left(o."error", 300), true, true, r."provider_id",
          ${now.toISOString()}::timestamptz
        from ${given} join "whatsapp_chats" c on c."tenant_id" = ${tenantId} and c."wa_user_id" = r."number" and c."deleted_at" is null
        join "outbox_messages" o on ${those}
        left join "whatsapp_templates" t on t."tenant_id" = ${tenantId} and t."id" = o."template_id"
        on conflict ("tenant_id", "id") do update set "status" = excluded."status", "error" = excluded."error",
          "provider_id" = coalesce(excluded."provider_id", "whatsapp_messages"."provider_id")`,
    'campaign-chat-messages',
  );
  await tx.run(
    sql`update "whatsapp_chats" c set "last_message" = left(r."text", 300), "last_fills" = o."fills", "last_message_at" = ${now.toISOString()}::timestamptz,
          "is_business_initiated" = true
        from ${given} join "outbox_messages" o on ${those}
        where c."tenant_id" = ${tenantId} and c."wa_user_id" = r."number" and c."deleted_at" is null`,
    'campaign-chat-last',
  );
}

/** Messages whose rows in the ledger were reported on show the same in their chats. */
export async function moveCampaignChats(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await tx.run(
    sql`update "whatsapp_messages" m set "status" = ${statusOf}, "error" = left(o."error", 300)
        from "outbox_messages" o
        where o."tenant_id" = ${tenantId} and o."id" = any(${[...ids]}::text[]) and m."tenant_id" = o."tenant_id" and m."id" = o."id"
          and m."status" is distinct from ${statusOf}`,
    'campaign-chats-moved',
  );
}
