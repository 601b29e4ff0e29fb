import sql, { type Sql } from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { leadInScope } from '../context/data-scope';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Session } from '../context/session';
import { jobContext } from '../jobs/job-context';
import { conditionSql, dayStartIn } from '../lead-events/condition-sql';
import { tenantRules, type TenantRules } from '../lead-events/tenant-rules';
import type { ActionLead } from './action-place';
import { queueByRules } from './dialer-queue';

export const queueRuleLeads = new JobKind<{ readonly ruleId: string }>('dialer-rule-leads');
export const jobKinds: JobKinds = runs(queueRuleLeads, queueMatching);

const stepSize = 50;
interface Place {
  readonly at: string;
  readonly done: number;
}

/** The leads that match a rule now and that the person who asks sees go where all active rules put them, as after an event of theirs. */
async function queueMatching(job: RunningJob<{ readonly ruleId: string }, Place>, steps: Steps): Promise<object> {
  const { tenantId, services, payload } = job;
  const matched = (rules: TenantRules, session: Session): Sql => {
    const rule = rules.dialer.rules.find(({ id }) => id === payload.ruleId);
    if (!rule) throw problem(409, 'This rule is switched off or was deleted.');
    return sql`"tenant_id" = ${tenantId} and "deleted_at" is null and "merged_into" is null and ${leadInScope(session.scope)}
      and ${conditionSql(rule, dayStartIn(session.timezone))}`;
  };
  let total = job.cursor
    ? undefined
    : await steps.read(async (tx) => {
        const { context } = await jobContext(job, tx);
        const rules = await tenantRules(services.store, tx, tenantId, context.session.timezone);
        const row: { n: number } = await tx.one(
          sql`select count(*)::int as "n" from "leads" where ${matched(rules, context.session)}`,
        );
        return row.n;
      });
  let place: Place = job.cursor ?? { at: '', done: 0 };
  for (;;) {
    const step = await steps.commit(async (tx) => {
      const { session } = (await jobContext(job, tx)).context;
      const rules = await tenantRules(services.store, tx, tenantId, session.timezone);
      const leads: ActionLead[] = await tx.rows(
        sql`select * from "leads" where ${matched(rules, session)} and "id" > ${place.at} order by "id" limit ${stepSize} for update`,
      );
      for (const lead of leads) await queueByRules(tx, { tenantId }, lead, rules);
      const cursor: Place = { at: leads.at(-1)?.id ?? place.at, done: place.done + leads.length };
      return {
        cursor,
        done: cursor.done,
        ...(total === undefined ? {} : { total }),
        value: { cursor, isLast: leads.length < stepSize },
      };
    });
    total = undefined;
    place = step.cursor;
    if (step.isLast) break;
  }
  return { done: place.done, skipped: 0 };
}
