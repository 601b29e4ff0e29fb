import sql from 'sql-template-tag';
import type * as leadPageCalls from '../../../src/schemas/calls/lead-page';
import { leadOwnerHistory } from '../../../src/schemas/leads/lead-owner-history';
import { veilAs } from '../../catalogue/field-rules';
import type { CallContext, CallReply } from '../../context/handle';
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

/** Each change of owner with what the new owner did until the next one. */
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
        "acts" as (
          select 'call' as "what", "user_id", "started_at" as "at" from "calls"
            where "tenant_id" = ${session.tenantId} and "lead_id" = ${lead.id} and "deleted_at" is null and "started_at" is not null
          union all select 'stage', "user_id", "created_at" from "call_actions"
            where "tenant_id" = ${session.tenantId} and "lead_id" = ${lead.id} and "deleted_at" is null
          union all select 'note', "created_by", "created_at" from "notes"
            where "tenant_id" = ${session.tenantId} and "lead_id" = ${lead.id} and "deleted_at" is null and "visibility" = 'tenant'
          union all select 'follow_up', "done_by", "done_at" from "follow_ups"
            where "tenant_id" = ${session.tenantId} and "lead_id" = ${lead.id} and "deleted_at" is null and "state" = 'done')
        select s."id", s."created_at" as "at", f."name" as "from_name", s."to_user_id" as "to_id", t."name" as "to_name",
          coalesce(s."actor", b."name") as "by_name", s."reason", s."note", s."rule_id", s."until",
          floor(extract(epoch from coalesce(s."until", ${now}::timestamptz) - s."created_at") / 86400)::int as "days",
          coalesce(d."calls", 0)::int as "calls", coalesce(d."stages", 0)::int as "stages", coalesce(d."notes", 0)::int as "notes",
          coalesce(d."follow_ups", 0)::int as "follow_ups", floor(extract(epoch from d."first" - s."created_at"))::int as "first_act_s"
        from "spells" s
        left join lateral (select count(*) filter (where a."what" = 'call') as "calls", count(*) filter (where a."what" = 'stage') as "stages",
            count(*) filter (where a."what" = 'note') as "notes", count(*) filter (where a."what" = 'follow_up') as "follow_ups", min(a."at") as "first"
          from "acts" a where a."user_id" = s."to_user_id" and a."at" >= s."created_at" and (s."until" is null or a."at" < s."until")) d on true
        left join "users" f on f."tenant_id" = s."tenant_id" and f."id" = s."from_user_id"
        left join "users" t on t."tenant_id" = s."tenant_id" and t."id" = s."to_user_id"
        left join "users" b on b."tenant_id" = s."tenant_id" and b."id" = s."created_by"
        order by s."created_at" desc, s."id" desc limit 200`,
    'lead-owners',
  );
  return { data: data.map((row) => veilAs(leadOwnerHistory, session, row, shown)), count: data.length };
}
