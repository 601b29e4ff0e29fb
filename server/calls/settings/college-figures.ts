import sql from 'sql-template-tag';
import * as calls from '../../../src/schemas/calls/lead-colleges';
import type { Cell } from '../../../src/schemas/kit/cells';
import { isDimension } from '../../../src/schemas/kit/dimensions';
import { writeCell } from '../../../src/schemas/kit/write-cell';
import { problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import type { College } from '../../../src/schemas/settings/colleges';
import { veilAs } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { veiledError } from '../leads/masked-text';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { dayBounds } from '../../domain/days';
import { askedBy } from '../../measures/asked';
import { measuresSeen, veiledFor } from '../../measures/cell';
import { collegeCells } from '../../measures/college-cells';
import { countTable } from '../../measures/count-table';
import { pushAnswer } from '../../measures/facts/colleges';

/** Counted as the reports and the list of colleges count them; each number opens its leads. */
const figures = async (context: CallContext<typeof calls.collegeFigures>): Promise<CallReply<typeof calls.collegeFigures>> => {
  const { tx, session, services } = context;
  const { clg_id: clg, target_leads, target_enrolled } = await collegeOf(context);
  const { date } = dayBounds(services.now(), session.timezone);
  const cells = collegeCells([String(clg)], date);
  const [isSeen, isVeiledBy] = [measuresSeen(session), veiledFor(session)];
  const count = async ({ measure, values, ...days }: Cell): Promise<number | null> => {
    if (!isSeen(measure) || Object.keys(values).filter(isDimension).some(isVeiledBy)) return null;
    const counts = await countTable(tx, askedBy(session, services.now(), days), [], [{ measure }], values);
    return Number(counts.number({ measure }, [])?.value ?? 0);
  };
  const counts = {
    leads_this_month: await count(cells.leads_this_month),
    leads: await count(cells.leads),
    shortlisted: await count(cells.shortlisted),
    not_interested: await count(cells.not_interested),
    applications: await count(cells.applications),
    enrolled: await count(cells.enrolled),
    cells: {
      leads_this_month: writeCell(cells.leads_this_month),
      leads: writeCell(cells.leads),
      shortlisted: writeCell(cells.shortlisted),
      not_interested: writeCell(cells.not_interested),
      applications: writeCell(cells.applications),
      enrolled: writeCell(cells.enrolled),
    },
  };
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
          ${pushAnswer} as "state",
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
