import sql from 'sql-template-tag';
import type { rules } from '../../src/schemas/automation/rules';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { resourceNamed } from '../../src/schemas/kit/all';
import { addDays, dayBounds, dayOf, startOfDay } from '../domain/days';
import type { Context, Handler } from '../context/context';
import type { ActionReply } from '../context/handle-action';
import { duplicateRecord } from '../catalogue/duplicate';
import { keyFrom } from '../catalogue/drafts';
import { veilAs } from '../catalogue/field-rules';
import { fetchRow } from '../catalogue/rows';
import { scopeOf } from '../catalogue/scope';
import { readPage } from './read-page';

/** Families of rules whose runs are kept in `rule_runs` under their name. */
export type RuleFamily = 'rules' | 'counsellor-rules' | 'workflow-rules';
interface Counts {
  readonly rule_id: string;
  readonly runs_today: number;
  readonly runs_30_days: number;
  readonly last_run_at: string | null;
}

/** Fills the run counts of the rows: one statement for all of them. */
export async function withRunCounts<R extends { readonly _id: string }>(rows: R[], context: Context): Promise<R[]> {
  if (!rows.length) return rows;
  const { tx, session, services } = context;
  const now = services.now();
  const found = await tx.rows<Counts>(
    sql`select "rule_id", count(*) filter (where "created_at" >= ${dayBounds(now, session.timezone).from.toISOString()}::timestamptz)::int as "runs_today",
          count(*)::int as "runs_30_days", max("created_at") as "last_run_at"
        from "rule_runs" where "tenant_id" = ${session.tenantId} and "rule_id" = any(${rows.map((row) => row._id)}::text[])
          and "created_at" >= ${new Date(now.getTime() - 30 * 86_400_000).toISOString()}::timestamptz and "deleted_at" is null
        group by "rule_id"`,
    'rule-run-counts',
  );
  const byRule = new Map(found.map((one) => [one.rule_id, one]));
  return rows.map((row) => {
    const { runs_today = 0, runs_30_days = 0, last_run_at = null } = byRule.get(row._id) ?? {};
    return { ...row, runs_today, runs_30_days, last_run_at };
  });
}

/** The three calls of a rule family alongside the generic ones. */
export const ruleHandlers = (name: RuleFamily): Readonly<Record<string, Handler>> => ({
  [`${name}.copy`]: async (context) => {
    const rule = resourceNamed(name);
    const row = await duplicateRecord(rule, {}, keyFrom(rule, context), context);
    return { message: `${rule.label} copied.`, data: { _id: row[keyOf(rule).name] } };
  },
  [`${name}.analytics`]: (context) => analytics(resourceNamed(name), context),
  [`${name}.runs`]: (context) => runs(resourceNamed(name), context),
});

/** Matches and their outcome by day of the tenant's zone; the last 30 days unless `from` and `to` say others. */
async function analytics(rule: AnyResource, context: Context): Promise<ActionReply<typeof rules, 'analytics'>> {
  const { tx, session, services, query } = context;
  const row = await fetchRow(rule, keyFrom(rule, context), context);
  const today = dayOf(services.now(), session.timezone);
  const to = dayIn(query['to']) ?? today;
  const from = dayIn(query['from']) ?? addDays(to, -29);
  const days = await tx.rows<{ date: string; matched: number; executed: number; failed: number }>(
    sql`select to_char("created_at" at time zone ${session.timezone}, 'YYYY-MM-DD') as "date", count(*)::int as "matched",
          count(*) filter (where "result" = 'executed')::int as "executed", count(*) filter (where "result" = 'failed')::int as "failed"
        from "rule_runs" where "tenant_id" = ${session.tenantId} and "rule_id" = ${String(row['_id'])} and "deleted_at" is null
          and "created_at" >= ${startOfDay(from, session.timezone).toISOString()}::timestamptz
          and "created_at" < ${startOfDay(addDays(to, 1), session.timezone).toISOString()}::timestamptz
        group by 1 order by 1 limit 1000`,
  );
  const sum = (of: 'matched' | 'executed' | 'failed'): number => days.reduce((total, day) => total + day[of], 0);
  return {
    data: {
      matched: sum('matched'),
      executed: sum('executed'),
      failed: sum('failed'),
      by_day: days.map(({ date, matched, executed }) => ({ date, matched, executed })),
    },
  };
}

interface Run {
  readonly lead_id: string;
  readonly lead_name: string | null;
  readonly matched_at: string;
  readonly trigger: string | null;
  readonly actions: unknown;
  readonly result: string;
}
/** On which leads of the reader's scope the rule ran and what came of it, newest first. */
async function runs(rule: AnyResource, context: Context): Promise<ActionReply<typeof rules, 'runs'>> {
  const { tx, session, query } = context;
  const row = await fetchRow(rule, keyFrom(rule, context), context);
  const { limit, offset } = readPage(query);
  const scope = scopeOf(resourceNamed('rule-runs'), session, sql`r`) ?? sql`true`;
  const found = await tx.rows<Run & { total?: number }>(
    sql`select r."lead_id", l."name" as "lead_name", r."created_at" as "matched_at", r."trigger", r."actions", r."result",
          count(*) over ()::int as "total"
        from "rule_runs" r left join "leads" l on l."tenant_id" = r."tenant_id" and l."id" = r."lead_id"
        where r."tenant_id" = ${session.tenantId} and r."rule_id" = ${String(row['_id'])} and r."deleted_at" is null and ${scope}
        order by r."created_at" desc, r."id" desc limit ${limit} offset ${offset}`,
  );
  const count = found[0]?.total ?? 0;
  for (const run of found) delete run.total;
  return { data: found.map((run) => veilAs(resourceNamed('leads'), session, run, { lead_name: 'name' })), count };
}

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
