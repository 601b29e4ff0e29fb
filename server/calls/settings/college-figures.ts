import sql from 'sql-template-tag';
import * as calls from '../../../src/schemas/calls/lead-colleges';
import { problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import type { College } from '../../../src/schemas/settings/colleges';
import { veilAs } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { veiledError } from '../leads/masked-text';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { dayBounds, startOfDay } from '../../domain/days';

const figures = async (context: CallContext<typeof calls.collegeFigures>): Promise<CallReply<typeof calls.collegeFigures>> => {
  const { tx, session, services } = context;
  const { clg_id: clg, target_leads, target_enrolled } = await collegeOf(context);
  const { date } = dayBounds(services.now(), session.timezone);
  const month = startOfDay(`${date.slice(0, 8)}01`, session.timezone).toISOString();
  const seen = ownerInScope(session.scope, sql`l."user_id"`);
  const chosen = (relation: string) => sql`(select count(*)::int from "lead_colleges" h
    join "leads" l on l."tenant_id" = h."tenant_id" and l."id" = h."lead_id" and l."deleted_at" is null
    where h."tenant_id" = ${session.tenantId} and h."clg_id" = ${clg} and h."relation" = ${relation} and h."deleted_at" is null and ${seen})`;
  const applied = sql`select p."lead_id", p."state" from "applications" p
    join "forms" f on f."tenant_id" = p."tenant_id" and f."id" = p."form_id" and f."college_id" = ${clg}
    join "leads" l on l."tenant_id" = p."tenant_id" and l."id" = p."lead_id" and l."deleted_at" is null
    where p."tenant_id" = ${session.tenantId} and p."deleted_at" is null and ${seen}`;
  const counts: Omit<calls.CollegeFigures, 'target_leads' | 'target_enrolled'> = await tx.one(
    sql`with "own" as (select l."created_at", l."stage_id" from "leads" l
          where l."tenant_id" = ${session.tenantId} and l."clg_id" = ${clg} and l."deleted_at" is null and ${seen}),
        "applied" as (${applied})
        select count(*)::int as "leads", count(*) filter (where o."created_at" >= ${month})::int as "leads_this_month",
          ${chosen('shortlisted')} as "shortlisted", ${chosen('not_interested')} as "not_interested",
          (select count(distinct "lead_id")::int from "applied" where "state" <> 'draft') as "applications",
          count(*) filter (where s."outcome" = 'enrolled')::int as "enrolled"
        from "own" o left join "lead_stages" s on s."tenant_id" = ${session.tenantId} and s."id" = o."stage_id"`,
  );
  // a target is the whole college's: next to the leads of a few it would say nothing
  const targets = session.scope === 'tenant' ? { target_leads, target_enrolled } : { target_leads: null, target_enrolled: null };
  return { data: { ...counts, ...targets } };
};

const pushes = async (context: CallContext<typeof calls.collegePushes>): Promise<CallReply<typeof calls.collegePushes>> => {
  const { tx, session, query } = context;
  const { clg_id: clg } = await collegeOf(context);
  const sent = sql`from "jobs" j
    join "leads" l on l."tenant_id" = j."tenant_id" and l."id" = j."payload"->>'lead_id' and l."deleted_at" is null
    where j."tenant_id" = ${session.tenantId} and j."kind" = 'college-push' and j."payload"->>'clg_id' = ${String(clg)}
      and ${ownerInScope(session.scope, sql`l."user_id"`)}`;
  const { total }: { total: number } = await tx.one(sql`select count(*)::int as "total" ${sent}`);
  const rows: calls.CollegePush[] = await tx.rows(
    sql`select j."id", l."id" as "lead_id", l."name" as "lead_name", j."created_at" as "at", j."finished_at",
          case when j."state" in ('failed', 'cancelled') then 'refused' when j."state" <> 'done' then 'waiting'
            when (j."result"->>'pushed')::boolean then 'accepted' else 'skipped' end as "state",
          (j."result"->>'status')::int as "status", j."message", coalesce(j."attempts", 0)::int as "attempts" ${sent}
        order by j."created_at" desc, j."id" desc limit ${calls.pushesPerPage} offset ${(query.page - 1) * calls.pushesPerPage}`,
  );
  const shown = (row: calls.CollegePush): calls.CollegePush => ({ ...row, message: veiledError(session, row.message) });
  return { data: rows.map((row) => veilAs(leads, session, shown(row), { lead_name: 'name' })), more: { total } };
};

type Known = Pick<College, 'clg_id'> & Pick<calls.CollegeFigures, 'target_leads' | 'target_enrolled'>;
async function collegeOf({ tx, session, params }: Pick<Context, 'tx' | 'session' | 'params'>): Promise<Known> {
  const id = Number(params['clg_id']);
  const found: Known | undefined = Number.isSafeInteger(id)
    ? await tx.row(
        sql`select "clg_id", "target_leads", "target_enrolled" from "colleges"
            where "tenant_id" = ${session.tenantId} and "clg_id" = ${id} and "deleted_at" is null`,
      )
    : undefined;
  if (!found) throw problem(404, 'This college does not exist.');
  return found;
}

export const handlers: Handlers = {
  ...handle(calls.collegeFigures, figures),
  ...handle(calls.collegePushes, pushes),
};
