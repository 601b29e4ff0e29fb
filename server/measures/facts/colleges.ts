import sql, { type Sql } from 'sql-template-tag';
import { duplicateStatus } from '../../../src/schemas/kit/college-push';
import { inRange } from '../asked';
import type { FactTable } from './fact-table';

/** The college of a fact itself, which need not be the lead's. */
const own = { college: 'clg_id', any_college: 'clg_id' } as const;

/** K1 to K3: colleges that a lead shortlisted or is not interested in, as chosen now. */
export const collegeChoices: FactTable = {
  credit: 'owner',
  lead: 'always',
  own,
  select: (asked) => sql`
    select h."id", h."lead_id", null::text as "user_id", coalesce(h."chosen_at", h."created_at") as "at", h."clg_id", h."relation",
      initcap(h."reason_code") as "reason"
    from "lead_colleges" h where h."tenant_id" = ${asked.tenantId} and h."deleted_at" is null
      and ${inRange(sql`coalesce(h."chosen_at", h."created_at")`, asked)}`,
};

/** K4: re-enquiries with the college that they were for. */
export const collegeCaptures: FactTable = {
  credit: 'owner',
  lead: 'always',
  own,
  select: (asked) => sql`
    select c."id", c."lead_id", null::text as "user_id", c."created_at" as "at", c."clg_id"
    from "lead_captures" c where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and c."clg_id" is not null
      and c."is_re_enquiry" and ${inRange(sql`c."created_at"`, asked)}`,
};

/** K5: the college that each new lead has as its own. */
export const firstChoices: FactTable = {
  credit: 'owner',
  lead: 'always',
  own,
  select: (asked) => sql`
    select c."id", c."lead_id", null::text as "user_id", c."created_at" as "at", o."clg_id"
    from "lead_captures" c join "leads" o on o."tenant_id" = c."tenant_id" and o."id" = c."lead_id" and o."clg_id" is not null
    where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and not coalesce(c."is_re_enquiry", false)
      and ${inRange(sql`c."created_at"`, asked)}`,
};

/** What became of the push that is the job `j`: a key of pushAnswerLabels. */
export const pushAnswer: Sql = sql`case when j."state" in ('failed', 'cancelled') then 'refused' when j."state" <> 'done' then 'waiting'
  when (j."result"->>'status')::int = ${duplicateStatus} then 'duplicate' when (j."result"->>'pushed')::boolean then 'accepted' else 'skipped' end`;

/** K6 to K8: leads that were sent to a partner college, with its answer. */
export const collegePushes: FactTable = {
  credit: 'owner',
  lead: 'always',
  own,
  select: (asked) => sql`
    select j."id", j."payload"->>'lead_id' as "lead_id", null::text as "user_id", j."created_at" as "at", j."payload"->>'clg_id' as "clg_id",
      ${pushAnswer} as "answer"
    from "jobs" j where j."tenant_id" = ${asked.tenantId} and j."kind" = 'college-push' and j."deleted_at" is null
      and ${inRange(sql`j."created_at"`, asked)}`,
};

/** K9: the monthly lead target of each active college, in whole leads; of a month partly in the range, its share by days. */
export const collegeTargets: FactTable = {
  credit: 'nobody',
  lead: 'never',
  own,
  timeless: 'range',
  select: ({ tenantId, firstDay, lastDay }) => sql`
    select c."clg_id" as "id", null::text as "lead_id", null::text as "user_id", m."first"::timestamptz as "at", c."clg_id",
      round(c."target_leads" * (least(m."last", ${lastDay}::date) - greatest(m."first", ${firstDay}::date) + 1)::numeric
        / (m."last" - m."first" + 1))::int as "target"
    from "colleges" c cross join (
      select g::date as "first", (g + interval '1 month - 1 day')::date as "last"
      from generate_series(date_trunc('month', ${firstDay}::date::timestamp), ${lastDay}::date::timestamp, interval '1 month') g) m
    where c."tenant_id" = ${tenantId} and c."deleted_at" is null and c."status" = 1 and c."target_leads" is not null`,
};
