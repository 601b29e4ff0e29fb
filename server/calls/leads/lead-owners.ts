import sql from 'sql-template-tag';
import type * as leadPageCalls from '../../../src/schemas/calls/lead-page';
import { leadOwnerHistory } from '../../../src/schemas/leads/lead-owner-history';
import { veilAs } from '../../catalogue/field-rules';
import type { CallContext, CallReply } from '../../context/handle';
import { acts } from '../../measures/activities';
import { leadToRead } from '../../leads/lead-access';

/** Of which field of an owner change each value is. */
const shown = {
  from_name: 'from_user_id',
  to_name: 'to_user_id',
  to_id: 'to_user_id',
  reason: 'reason',
  note: 'note',
  rule_id: 'rule_id',
};

/** Each change of owner with what the new owner did until the next one: the acts that the reports count (A1). */
export async function leadOwners(
  context: CallContext<typeof leadPageCalls.leadOwners>,
): Promise<CallReply<typeof leadPageCalls.leadOwners>> {
  const { tx, session, services, params } = context;
  const lead = await leadToRead(context, params['id']!);
  const now = services.now().toISOString();
  const data = await tx.rows<leadPageCalls.OwnerSpell>(
    sql`with "spells" as (
          select h.*, lead(h."created_at") over (order by h."created_at", h."id") as "until" from "lead_owner_history" h
          where h."tenant_id" = ${session.tenantId} and h."lead_id" = ${lead.id} and h."deleted_at" is null),
        "acts" as (select a.* from (${acts(session.tenantId, () => sql`true`)}) a where a."lead_id" = ${lead.id})
        select s."id", s."created_at" as "at", f."name" as "from_name", s."to_user_id" as "to_id", t."name" as "to_name",
          coalesce(s."actor", b."name") as "by_name", s."reason", s."note", s."rule_id", s."until",
          floor(extract(epoch from coalesce(s."until", ${now}::timestamptz) - s."created_at") / 86400)::int as "days",
          coalesce(d."calls", 0)::int as "calls", coalesce(d."stages", 0)::int as "stages", coalesce(d."notes", 0)::int as "notes",
          coalesce(d."messages", 0)::int as "messages", coalesce(d."follow_ups", 0)::int as "follow_ups", coalesce(d."others", 0)::int as "others",
          floor(extract(epoch from d."first" - s."created_at"))::int as "first_act_s"
        from "spells" s
        left join lateral (select count(*) filter (where a."kind" in ('call_out', 'call_in')) as "calls",
            count(*) filter (where a."kind" = 'call_action') as "stages", count(*) filter (where a."kind" = 'note') as "notes",
            count(*) filter (where a."kind" in ('email', 'sms', 'whatsapp')) as "messages",
            count(*) filter (where a."kind" = 'follow_up_done') as "follow_ups",
            count(*) filter (where a."kind" in ('document', 'meeting')) as "others", min(a."at") as "first"
          from "acts" a where a."user_id" = s."to_user_id" and a."at" >= s."created_at" and (s."until" is null or a."at" < s."until")) d on true
        left join "users" f on f."tenant_id" = s."tenant_id" and f."id" = s."from_user_id"
        left join "users" t on t."tenant_id" = s."tenant_id" and t."id" = s."to_user_id"
        left join "users" b on b."tenant_id" = s."tenant_id" and b."id" = s."created_by"
        order by s."created_at" desc, s."id" desc limit 200`,
    'lead-owners',
  );
  return { data: data.map((row) => veilAs(leadOwnerHistory, session, row, shown)), count: data.length };
}
