import { Cron } from 'croner';
import sql, { type Sql } from 'sql-template-tag';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { leadEventOfKeys, queueLeadEvents, type EventBy } from '../lead-events/lead-events';
import { tenantRules, zoneOf, type TenantRules } from '../lead-events/tenant-rules';
import { timedRule } from './run-timed-rule';

const everyMs = 60_000;
/** After a longer stop, events during the stop are dropped: this morning's message must not be sent in the evening. */
const longestMs = 60 * 60_000;
/** Minutes without any act when the rule names none. */
const idleMinutes = 24 * 60;

/** Checks timed rules once per minute. Several processes take turns, so each moment counts once. */
export function startClockRules(services: Services): void {
  let looking = false;
  setInterval(() => {
    if (looking) return;
    looking = true;
    watchClock(services)
      .catch((error: unknown) => services.log.warn({ err: error }, 'timed rules could not be checked'))
      .finally(() => (looking = false));
  }, everyMs).unref();
}

/**
 * One look at every tenant with such rules: follow-ups that fell due since the last look, leads with which nothing has happened
 * for as long as a rule says, and rules whose time has come. What they do is queued in the same transaction.
 */
export async function watchClock(services: Services): Promise<void> {
  for (const { tenant_id: tenantId } of await services.store.lookUp<{ tenant_id: string }>('tenant_ids', [])) {
    const actor = { tenantId, userId: null, ip: '', agent: 'rules', requestId: 'rules', reason: 'rule_engine' };
    await services.store.transaction(actor, async (tx) => {
      const by = { tenantId, userId: null, zone: await zoneOf(tx, tenantId) };
      const rules = await tenantRules(services.store, tx, tenantId, by.zone);
      if (!(['followup_due', 'no_activity', 'time'] as const).some((trigger) => rules.engine.has(trigger))) return;
      const span = await nextSpan(tx, tenantId, services.now());
      if (span) await raise(tx, services, by, rules, span);
    });
  }
}

/** From the last look, not included, to now. */
interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Undefined at the first look, and when another process has just looked. */
async function nextSpan(tx: Tx, tenantId: string, to: Date): Promise<Span | undefined> {
  const last = await tx.row<{ looked_at: string }>(
    sql`select "looked_at" from "rule_clocks" where "tenant_id" = ${tenantId} and "id" = 'clock' for update`,
  );
  if (last && Date.parse(last.looked_at) >= to.getTime()) return undefined;
  await tx.run(sql`
    insert into "rule_clocks" ("tenant_id", "id", "looked_at") values (${tenantId}, 'clock', ${to.toISOString()}::timestamptz)
    on conflict ("tenant_id", "id") do update set "looked_at" = excluded."looked_at"`);
  return last && { from: new Date(Math.max(Date.parse(last.looked_at), to.getTime() - longestMs)), to };
}

async function raise(tx: Tx, services: Services, by: EventBy, rules: TenantRules, span: Span): Promise<void> {
  if (rules.engine.has('followup_due')) {
    const due = await tx.rows<{ lead_id: string }>(sql`
      select distinct "lead_id" from "follow_ups" where "tenant_id" = ${by.tenantId} and "state" = 'pending' and "deleted_at" is null
        and ${within('call_date_time', span)}`);
    await leadEventOfKeys(
      tx,
      services,
      by,
      'followup_due',
      due.map((one) => one.lead_id),
    );
  }
  const idle = rules.engine.get('no_activity');
  for (const rule of idle?.rules ?? []) {
    const then = back(span, rule.delay_min || idleMinutes);
    const leads = await tx.rows<ConditionLead & { id: string }>(sql`
      select * from "leads" where "tenant_id" = ${by.tenantId} and "deleted_at" is null and "merged_into" is null
        and (${within('last_act_at', then)} or ("last_act_at" is null and ${within('created_at', then)}))`);
    const meant = leads.filter((lead) => idle!.matching(lead).includes(rule.id)).map(({ id }) => ({ id, rules: [rule.id] }));
    await queueLeadEvents(tx, services, by, 'no_activity', meant);
  }
  for (const rule of rules.engine.get('time')?.rules ?? []) {
    if (!rule.schedule || !isTime(rule.schedule, by.zone, span)) continue;
    const runAt = new Date(span.to.getTime() + (rule.delay_min ?? 0) * 60_000);
    await services.jobs.add(tx, by, { kind: timedRule, payload: { ruleId: rule.id }, runAt });
    tx.afterCommit(() => services.jobs.wake());
  }
}

const within = (column: 'call_date_time' | 'last_act_at' | 'created_at', { from, to }: Span): Sql => {
  const between = sql`> ${from.toISOString()}::timestamptz and`;
  const until = sql`<= ${to.toISOString()}::timestamptz`;
  if (column === 'call_date_time') return sql`"call_date_time" ${between} "call_date_time" ${until}`;
  if (column === 'last_act_at') return sql`"last_act_at" ${between} "last_act_at" ${until}`;
  return sql`"created_at" ${between} "created_at" ${until}`;
};
const back = ({ from, to }: Span, minutes: number): Span => ({
  from: new Date(from.getTime() - minutes * 60_000),
  to: new Date(to.getTime() - minutes * 60_000),
});

/** Does the schedule, in the tenant's zone, fall into the time span? */
function isTime(schedule: string, zone: string, { from, to }: Span): boolean {
  const next = new Cron(schedule, { timezone: zone, mode: '5-part' }).nextRun(from);
  return next !== null && next.getTime() <= to.getTime();
}
