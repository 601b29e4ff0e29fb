import { Cron } from 'croner';
import sql, { type Sql } from 'sql-template-tag';
import type { ScheduleTime } from '../../src/schemas/kit/report-schedule';
import type { Services } from '../context/services';
import { JobKind } from '../context/jobs';
import type { Tx } from '../store/store';

const everyMs = 60_000;

export const scheduledReport = new JobKind<{ readonly schedule_id: string; readonly slot: string }>('scheduled-report');

/** The next moment of a schedule after `now`, on the tenant's clock. */
export function nextSlot({ frequency, weekday, month_day: day, hour }: ScheduleTime, zone: string, now: Date): Date {
  const days = frequency === 'monthly' ? `${day ?? 1} * *` : frequency === 'weekly' ? `* * ${(weekday ?? 1) % 7}` : '* * *';
  const next = new Cron(`0 ${hour} ${days}`, { timezone: zone, mode: '5-part' }).nextRun(now);
  if (!next) throw new Error(`the schedule '${hour} ${days}' has no next time`);
  return next;
}

/** Looks once a minute for scheduled reports that are due. */
export function startReportSchedules(services: Services): void {
  let looking = false;
  setInterval(() => {
    if (looking) return;
    looking = true;
    queueDueReports(services)
      .catch((error: unknown) => services.log.warn({ err: error }, 'scheduled reports could not be queued'))
      .finally(() => (looking = false));
  }, everyMs).unref();
}

/**
 * Queues each due report and moves its schedule to the next slot in one transaction, so a slot has one job however many processes
 * look, and wherever one of them stops. Slots that passed while nothing ran are made up for once, by the last of them.
 */
export async function queueDueReports(services: Services): Promise<void> {
  for (const { tenant_id: tenantId } of await services.store.lookUp<{ tenant_id: string }>('tenant_ids', [])) {
    const actor = { tenantId, userId: null, ip: '', agent: 'reports', requestId: 'reports', reason: 'report_schedule' };
    const now = services.now();
    const isDue = await services.store.transaction(actor, async (tx) => (await due(tx, tenantId, now)).length > 0, {
      readOnly: true,
    });
    if (isDue) await services.store.transaction(actor, (tx) => queueDue(tx, services, tenantId, now));
  }
}

/** In another zone the hour of a schedule is at another moment: those that wait move to their next slot on the new clock. */
export async function moveSlots(tx: Tx, tenantId: string, zone: string, now: Date): Promise<void> {
  const rows = await waiting(tx, tenantId, sql`"next_at" > ${now.toISOString()}::timestamptz`, sql`for update`);
  for (const one of rows)
    await tx.run(sql`update "report_schedules" set "next_at" = ${nextSlot(one, zone, now).toISOString()}::timestamptz
      where "tenant_id" = ${tenantId} and "id" = ${one.id}`);
}

/** The last slot that is due, and the one after it. */
function slotsAround(one: Due, zone: string, now: Date): { readonly last: Date; readonly next: Date } {
  let last = new Date(one.next_at);
  let next = nextSlot(one, zone, last);
  while (next <= now) [last, next] = [next, nextSlot(one, zone, next)];
  return { last, next };
}

type Due = ScheduleTime & { readonly id: string; readonly user_id: string; readonly next_at: string | Date };

const due = (tx: Tx, tenantId: string, now: Date, lock = false): Promise<Due[]> =>
  waiting(
    tx,
    tenantId,
    sql`"next_at" <= ${now.toISOString()}::timestamptz`,
    sql`limit 200 ${lock ? sql`for update skip locked` : sql``}`,
  );

const waiting = (tx: Tx, tenantId: string, when: Sql, how: Sql): Promise<Due[]> =>
  tx.rows<Due>(sql`
    select "id", "user_id", "frequency", "weekday", "month_day", "hour", "next_at" from "report_schedules"
    where "tenant_id" = ${tenantId} and "deleted_at" is null and "status" = 1 and ${when} order by "next_at", "id" ${how}`);

async function queueDue(tx: Tx, services: Services, tenantId: string, now: Date): Promise<void> {
  const tenant = await tx.row<{ timezone: string | null }>(sql`select "timezone" from "tenant" where "tenant_id" = ${tenantId}`);
  const zone = tenant?.timezone ?? 'Asia/Kolkata';
  for (const one of await due(tx, tenantId, now, true)) {
    const { last, next } = slotsAround(one, zone, now);
    const slot = last.toISOString();
    const jobId = await services.jobs.add(
      tx,
      { tenantId, userId: one.user_id },
      { kind: scheduledReport, payload: { schedule_id: one.id, slot }, dedupeKey: `${one.id}:${slot}` },
    );
    await tx.run(sql`update "report_schedules" set "next_at" = ${next.toISOString()}::timestamptz, "job_id" = ${jobId}
      where "tenant_id" = ${tenantId} and "id" = ${one.id}`);
  }
  tx.afterCommit(() => services.jobs.wake());
}
