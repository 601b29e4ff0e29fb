import sql, { empty } from 'sql-template-tag';
import { endOf, inRange } from '../asked';
import type { FactTable } from './fact-table';

/**
 * S1, S3, S5 to S9: a call action of a rule or workflow is nobody's. Old ones know their earlier stage by its name alone; `step` is 1
 * forward and -1 back in the order of stages. 'waited': days in the earlier stage.
 */
export const callActions: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { recorded_stage: 'stage_id', recorded_sub: 'stage_sub', recorded_tag: 'group', from_stage: 'from_stage_id' },
  select(asked, { parts }) {
    const { tenantId } = asked;
    const known = sql`c."tenant_id" = ${tenantId} and c."deleted_at" is null`;
    const within = inRange(sql`c."created_at"`, asked);
    // The last change before each record, over the whole past of the leads that have a record in the range.
    const waited = sql`(select c.*, max(c."created_at") filter (where c."btn_message" is distinct from c."previous_btn_message")
        over (partition by c."lead_id" order by c."created_at", c."id" rows between unbounded preceding and 1 preceding) as "entered"
      from "call_actions" c where ${known} and c."created_at" < ${endOf(asked)}
        and c."lead_id" in (select c."lead_id" from "call_actions" c where ${known} and ${within}))`;
    const days = sql`, extract(epoch from c."created_at" - coalesce(c."entered", o."created_at")) / 86400.0 as "waited"`;
    return sql`
      select c."id", c."lead_id", case when c."actor" is null then c."user_id" end as "user_id", c."created_at" as "at", c."stage_id",
        c."stage_id" || coalesce('/' || nullif(c."sub_stage", ''), '') as "stage_sub", c."group", p."id" as "from_stage_id",
        case when (s."sort_order", s."stage_name") > (p."sort_order", p."stage_name") then 1
          when (s."sort_order", s."stage_name") < (p."sort_order", p."stage_name") then -1 end as "step",
        (c."btn_message", c."sub_stage") is distinct from (c."previous_btn_message", c."previous_sub_stage") as "changed"
        ${parts.has('waited') ? days : empty}
      from ${parts.has('waited') ? waited : sql`"call_actions"`} c
      left join "lead_stages" s on s."tenant_id" = c."tenant_id" and s."id" = c."stage_id"
      left join "lead_stages" n on c."previous_stage_id" is null and n."tenant_id" = c."tenant_id"
        and n."stage_name" = c."previous_btn_message" and n."deleted_at" is null
      left join "lead_stages" p on p."tenant_id" = c."tenant_id" and p."id" = coalesce(c."previous_stage_id", n."id")
      ${parts.has('waited') ? sql`left join "leads" o on o."tenant_id" = c."tenant_id" and o."id" = c."lead_id"` : empty}
      where ${known} and ${within}`;
  },
};

const owned = sql`l."id", l."id" as "lead_id", l."user_id", l."created_at" as "at"`;
/** S2o, S4: leads with an owner as they are now; 'since': the days since each came to its stage. */
export const ownedLeads: FactTable = {
  credit: 'user',
  lead: 'always',
  timeless: 'now',
  ofLeads({ tenantId, now }, { parts }) {
    const where = sql`l."user_id" is not null`;
    if (!parts.has('since')) return { columns: owned, where };
    return {
      columns: sql`${owned}, extract(epoch from ${now.toISOString()}::timestamptz - coalesce(e."at", l."created_at")) / 86400.0 as "since"`,
      joins: sql`
        left join (select c."lead_id", max(c."created_at") as "at" from "call_actions" c
          where c."tenant_id" = ${tenantId} and c."deleted_at" is null and c."btn_message" is distinct from c."previous_btn_message"
          group by c."lead_id") e on e."lead_id" = l."id"`,
      where,
    };
  },
};

/** F11: owned leads in a stage that requires a follow-up, with none planned. */
export const unplannedLeads: FactTable = {
  credit: 'user',
  lead: 'always',
  timeless: 'now',
  ofLeads: ({ tenantId }) => ({
    columns: owned,
    where: sql`l."user_id" is not null and l."next_followup_at" is null
      and l."stage_id" in (select s."id" from "lead_stages" s where s."tenant_id" = ${tenantId} and s."followup_required")
      and not exists (select from "follow_ups" f where f."tenant_id" = ${tenantId} and f."lead_id" = l."id" and f."state" = 'pending'
        and f."deleted_at" is null)`,
  }),
};
