import sql, { join, type Sql } from 'sql-template-tag';

export interface ActSource {
  readonly from: Sql;
  readonly id: Sql;
  readonly kind: Sql;
  readonly user: Sql;
  readonly lead: Sql;
  readonly at: Sql;
  readonly where: Sql;
  /** Which of its rows are acts of a person: what a rule or workflow does carries its name as `actor`. */
  readonly counted?: Sql;
}

/** Where acts are kept: the table as alias `a`, once for each way in which a row of it is an act. */
export const actSources = {
  call_action: {
    from: sql`"call_actions" a`,
    id: sql`a."id"`,
    kind: sql`'call_action'::text`,
    user: sql`a."user_id"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`true`,
    counted: sql`a."actor" is null`,
  },
  follow_up_added: {
    from: sql`"follow_ups" a`,
    id: sql`a."id"`,
    kind: sql`'follow_up_added'::text`,
    user: sql`a."created_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`true`,
    counted: sql`a."actor" is null`,
  },
  follow_up_done: {
    from: sql`"follow_ups" a`,
    id: sql`a."id"`,
    kind: sql`'follow_up_done'::text`,
    user: sql`a."done_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."done_at"`,
    where: sql`a."state" = 'done'`,
  },
  note: {
    from: sql`"notes" a`,
    id: sql`a."id"`,
    kind: sql`'note'::text`,
    user: sql`a."created_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`true`,
  },
  call: {
    from: sql`"calls" a`,
    id: sql`a."id"`,
    kind: sql`case a."direction" when 'outbound' then 'call_out' else 'call_in' end`,
    user: sql`a."user_id"`,
    lead: sql`a."lead_id"`,
    at: sql`a."started_at"`,
    where: sql`(a."direction" = 'outbound' or a."direction" = 'inbound' and a."talk_s" > 0)`,
  },
  message: {
    from: sql`"outbox_messages" a`,
    id: sql`a."id"`,
    kind: sql`a."channel"`,
    user: sql`a."sent_by"`,
    lead: sql`a."lead_id"`,
    at: sql`a."created_at"`,
    where: sql`a."channel" in ('email', 'sms')`,
  },
  chat: {
    from: sql`"whatsapp_messages" a join "whatsapp_chats" c on c."tenant_id" = a."tenant_id" and c."id" = a."chat_id"`,
    id: sql`a."id"`,
    kind: sql`'whatsapp'::text`,
    user: sql`a."sent_by"`,
    lead: sql`c."lead_id"`,
    at: sql`a."sent_at"`,
    where: sql`a."direction" = 'out'`,
  },
  document: {
    from: sql`"document_verifications" a join "applications" c on c."tenant_id" = a."tenant_id" and c."id" = a."application_id"`,
    id: sql`a."id"`,
    kind: sql`'document'::text`,
    user: sql`a."verified_by"`,
    lead: sql`c."lead_id"`,
    at: sql`a."verified_at"`,
    where: sql`a."state" = 'verified'`,
  },
  meeting: {
    from: sql`"virtual_meetings" a`,
    id: sql`a."id"`,
    kind: sql`'meeting'::text`,
    user: sql`a."user_id"`,
    lead: sql`a."lead_id"`,
    at: sql`a."starts_at"`,
    where: sql`a."state" = 'done'`,
  },
} as const satisfies Record<string, ActSource>;

/**
 * Every act (A1) on a lead by a user, as id, kind, user_id, lead_id and at. One follow-up is two acts, so an id is its kind, ':' and
 * the id of the row. `within` says of which time, as a predicate on the column that holds it, so that each table uses its own index;
 * `sources` those of some kinds alone.
 */
export function acts(tenantId: string, within: (at: Sql) => Sql, sources: readonly ActSource[] = Object.values(actSources)): Sql {
  const each = sources.map(
    ({ from, id, kind, user, lead, at, where, counted = sql`true` }) => sql`
    select ${kind} || ':' || ${id} as "id", ${kind} as "kind", ${user} as "user_id", ${lead} as "lead_id", ${at} as "at" from ${from}
    where a."tenant_id" = ${tenantId} and a."deleted_at" is null and ${user} is not null and ${lead} is not null and ${where} and ${counted}
      and ${within(at)}`,
  );
  return join(each, ' union all ');
}
