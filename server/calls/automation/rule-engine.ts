import sql from 'sql-template-tag';
import * as ruleEngineCalls from '../../../src/schemas/calls/rule-engine';
import { conditionColumn } from '../../../src/schemas/kit/condition-columns';
import { ruleHandlers } from '../../automation/rule-figures';
import { validConditions } from '../../automation/valid-conditions';
import type { Context, Handlers } from '../../context/context';
import { leadInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { dayOf } from '../../domain/days';
import { conditionSql, dayStartIn } from '../../lead-events/condition-sql';

/** How many of the leads the caller can see match the conditions. */
const counts = async ({ tx, session, body }: Context): Promise<{ readonly data: ruleEngineCalls.LeadsMatched }> => {
  const met = conditionSql(validConditions(body, session), dayStartIn(session.timezone));
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as "count" from "leads" where "tenant_id" = ${session.tenantId} and "deleted_at" is null
          and "merged_into" is null and ${leadInScope(session.scope)} and ${met}`,
  );
  return { data: { count: row?.count ?? 0 } };
};

const mostOptions = 1000;
/** One statement for all lists; the fixed ones come from the schema. */
const constants = async ({
  tx,
  session,
  services,
}: CallContext<typeof ruleEngineCalls.ruleConstants>): Promise<CallReply<typeof ruleEngineCalls.ruleConstants>> => {
  const mine = sql`"tenant_id" = ${session.tenantId} and "deleted_at" is null`;
  const used = (column: 'utm_medium' | 'utm_source') =>
    sql`(select coalesce(jsonb_agg(jsonb_build_object('key', v, 'value', v) order by v), '[]'::jsonb) from
      (select distinct ${column === 'utm_medium' ? sql`"utm_medium"` : sql`"utm_source"`} as v from "lead_captures" where ${mine}
        and ${column === 'utm_medium' ? sql`"utm_medium"` : sql`"utm_source"`} is not null order by 1 limit ${mostOptions}) t)`;
  const named = (from: ReturnType<typeof sql>) =>
    sql`(select coalesce(jsonb_agg(jsonb_build_object('key', k, 'value', v) order by lower(v)), '[]'::jsonb) from (${from} limit ${mostOptions}) t)`;
  const row = await tx.row<Record<string, ruleEngineCalls.ConstantOption[]>>(sql`select
    ${used('utm_medium')} as "utmMedium", ${used('utm_source')} as "utmSource",
    ${named(sql`select "name" as k, "name" as v from "cities" where ${mine} and "status" = 1`)} as "city",
    (select coalesce(jsonb_agg(jsonb_build_object('key', "name", 'value', "name") order by "name"), '[]'::jsonb) from "countries") as "country",
    ${named(sql`select "id" as k, "name" as v from "sms_templates" where ${mine} and "status" = 1`)} as "sms",
    ${named(sql`select "id" as k, "name" as v from "campaign_templates" where ${mine} and "status" = 1 and "channel" = 'email'`)} as "email",
    ${named(sql`select "id" as k, "template_name" as v from "whatsapp_templates" where ${mine} and "status" = 1`)} as "whatsapp",
    ${named(sql`select "id" as k, "name" as v from "users" where ${mine} and "status" = 1 and "type" = 'org'`)} as "userData",
    ${named(sql`select "clg_id" as k, "clg_name" as v from "colleges" where ${mine} and "status" = 1`)} as "collegeData",
    ${named(sql`select "id" as k, "name" as v from "courses" where ${mine} and "status" = 1`)} as "courseData",
    ${named(sql`select "id" as k, "name" as v from "lead_sources" where ${mine} and "status" = 1`)} as "sourceData"`);
  const year = Number(dayOf(services.now(), session.timezone).slice(0, 4));
  return {
    data: {
      ...row,
      leadTypeData: fixed('lead_type'),
      lastEducationData: fixed('last_education'),
      categoryData: fixed('category'),
      yearOfAdmissionData: Array.from({ length: 8 }, (_, i) => ({ key: year - 2 + i, value: String(year - 2 + i) })),
    },
  };
};
const fixed = (name: string): ruleEngineCalls.ConstantOption[] =>
  Object.entries(conditionColumn(name)?.words ?? {}).map(([key, value]) => ({ key, value }));

export const handlers: Handlers = {
  ...ruleHandlers('rules'),
  ...ruleHandlers('counsellor-rules'),
  ...ruleHandlers('workflow-rules'),
  ...handle(ruleEngineCalls.ruleCounts, counts),
  ...handle(ruleEngineCalls.dialerCounts, counts),
  ...handle(ruleEngineCalls.audienceCount, counts),
  ...handle(ruleEngineCalls.ruleConstants, constants),
};
