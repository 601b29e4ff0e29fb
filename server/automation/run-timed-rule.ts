import sql from 'sql-template-tag';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { conditionSql, dayStartIn } from '../lead-events/condition-sql';
import { recordRuns } from './rule-history';
import { ruleActor, hasRun, lockLead, runRule } from './run-event';
import { tenantRules } from '../lead-events/tenant-rules';

export const timedRule = new JobKind<{ readonly ruleId: string }>('timed-rule');
export const jobKinds: JobKinds = runs(timedRule, runTimedRule);

const chunk = 50;

/** A rule that is due, on every matching lead, fifty per transaction in the order of their ids. */
async function runTimedRule(
  job: RunningJob<{ readonly ruleId: string }, { readonly after: string; readonly ran: number }>,
  steps: Steps,
): Promise<object> {
  const ruleId = job.payload.ruleId;
  let { after, ran } = job.cursor ?? { after: '', ran: 0 };
  for (let isOver = false; !isOver;)
    ({ after, ran, isOver } = await steps.commit(async (tx) => {
      const by = await ruleActor(tx, job);
      const rules = await tenantRules(job.services.store, tx, by.tenantId, by.zone);
      const rule = rules.engine.get('time')?.of(ruleId);
      if (!rule) return { value: { after, ran, isOver: true } }; // switched off meanwhile
      const meant = conditionSql({ rule: rule.rule, globleCondtion: rule.globleCondtion ?? 'And' }, dayStartIn(by.zone));
      const leads = await tx.rows<{ id: string }>(sql`
        select "id" from "leads" where "tenant_id" = ${by.tenantId} and "id" > ${after} and "deleted_at" is null
          and "merged_into" is null and ${meant} order by "id" limit ${chunk}`);
      let count = 0;
      for (const { id } of leads) {
        const lead = await lockLead(tx, by.tenantId, id);
        if (!lead || (await hasRun(tx, by.tenantId, rule, id))) continue;
        await recordRuns(tx, by, id, 'time', [
          await runRule({ tx, services: job.services, by, lead, origin: 'rule', ruleId, noMessages: false }, rule),
        ]);
        count++;
      }
      const now = { after: leads.at(-1)?.id ?? after, ran: ran + count };
      return { cursor: now, done: now.ran, value: { ...now, isOver: leads.length < chunk } };
    }));
  return { rules: ran };
}
