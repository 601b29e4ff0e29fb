import sql, { join, type Sql } from 'sql-template-tag';

interface Source {
  readonly from: Sql;
  readonly id: Sql;
  readonly kind: Sql;
  readonly user: Sql;
  readonly lead: Sql;
  readonly at: Sql;
  readonly where: Sql;
}

/** What a rule or workflow does carries its name as `actor` and is nobody's act. */
const sources: readonly Source[] = [
  {
    from: sql`"call_actions" a`,
    id: sql`a."id"`,
    kind: sql`'call_action'::text`,
    user: sql`a."user_id"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`a."actor" is null`,
  },
  {
    from: sql`"follow_ups" a`,
    id: sql`a."id"`,
    kind: sql`'follow_up_added'::text`,
    user: sql`a."created_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`a."actor" is null`,
  },
  {
    from: sql`"follow_ups" a`,
    id: sql`a."id"`,
    kind: sql`'follow_up_done'::text`,
    user: sql`a."done_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."done_at"`,
    where: sql`a."state" = 'done'`,
  },
  {
    from: sql`"notes" a`,
    id: sql`a."id"`,
    kind: sql`'note'::text`,
    user: sql`a."created_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`true`,
  },
  {
    from: sql`"calls" a`,
    id: sql`a."id"`,
    kind: sql`case a."direction" when 'outbound' then 'call_out' else 'call_in' end`,
    user: sql`a."user_id"`,
    lead: sql`a."lead_id"`,
    at: sql`a."started_at"`,
    where: sql`(a."direction" = 'outbound' or a."direction" = 'inbound' and a."talk_s" > 0)`,
  },
  {
    from: sql`"outbox_messages" a`,
    id: sql`a."id"`,
    kind: sql`a."channel"`,
    user: sql`a."sent_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`a."channel" in ('email', 'sms')`,
  },
  {
    from: sql`"whatsapp_messages" a join "whatsapp_chats" c on c."tenant_id" = a."tenant_id" and c."id" = a."chat_id"`,
    id: sql`a."id"`,
    kind: sql`'whatsapp'::text`,
    user: sql`a."sent_by"`,
    lead: sql`c."lead_id"`,
    at: sql`a."sent_at"`,
    where: sql`a."direction" = 'out'`,
  },
  {
    from: sql`"document_verifications" a join "applications" c on c."tenant_id" = a."tenant_id" and c."id" = a."application_id"`,
    id: sql`a."id"`,
    kind: sql`'document'::text`,
    user: sql`a."verified_by"`,
    lead: sql`c."lead_id"`,
    at: sql`a."verified_at"`,
    where: sql`a."state" = 'verified'`,
  },
  {
    from: sql`"virtual_meetings" a`,
    id: sql`a."id"`,
    kind: sql`'meeting'::text`,
    user: sql`a."user_id"`,
    lead: sql`a."lead_id"`,
    at: sql`a."starts_at"`,
    where: sql`a."state" = 'done'`,
  },
];

/**
 * Every act (A1) on a lead by a user, as id, kind, user_id, lead_id and at. `within` says of which time, as a predicate on the
 * column that holds it, so that each table uses its own index.
 */
export function acts(tenantId: string, within: (at: Sql) => Sql): Sql {
  const each = sources.map(
    ({ from, id, kind, user, lead, at, where }) => sql`
    select ${id} as "id", ${kind} as "kind", ${user} as "user_id", ${lead} as "lead_id", ${at} as "at" from ${from}
    where a."tenant_id" = ${tenantId} and a."deleted_at" is null and ${user} is not null and ${lead} is not null and ${where} and ${within(at)}`,
  );
  return join(each, ' union all ');
}
