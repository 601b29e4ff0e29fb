import sql from 'sql-template-tag';
import { reports } from '../../src/schemas/kit/all';
import { mayDo } from '../../src/schemas/kit/access';
import { counted } from '../../src/schemas/kit/counted';
import { daysOf, type DayRange } from '../../src/schemas/kit/day-ranges';
import type { Report } from '../../src/schemas/kit/report';
import { problem, Problem } from '../../src/schemas/kit/problem';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Session } from '../context/session';
import { dayOf } from '../domain/days';
import { loadUser, type LoadedUser } from '../identity/sessions';
import { jobContext } from '../jobs/job-context';
import type { Tx } from '../store/store';
import { reportMail } from './report-mail';
import type { ReportQuery } from './report-query';
import { reportTable } from './report-table';
import { scheduledReport } from './schedule-slots';

export const jobKinds: JobKinds = runs(scheduledReport, sendReport);

interface Payload {
  readonly schedule_id: string;
  readonly slot: string;
}
interface Schedule {
  readonly id: string;
  readonly report: string;
  readonly name: string;
  readonly address: string | null;
  readonly range: DayRange;
  readonly user_ids: readonly string[];
  readonly status: number;
}
/** How far it is: who got it, and who did not and why. */
interface Place {
  readonly at: number;
  readonly messages: readonly string[];
  readonly left: readonly string[];
}

/**
 * One slot of a schedule: each recipient gets the report as they may see it at this moment. An email and the note that it was
 * written are one transaction, so that after a crash nobody gets it twice.
 */
async function sendReport(job: RunningJob<Payload, Place>, steps: Steps): Promise<object> {
  const { tenantId } = job;
  const id = job.payload.schedule_id;
  let place = job.cursor ?? { at: 0, messages: [], left: [] };
  for (;;) {
    const next = await steps.commit<Place | undefined>(async (tx) => {
      const schedule = await scheduleOf(tx, tenantId, id);
      if (!schedule?.status) return { value: undefined, message: 'The schedule was paused or deleted.' };
      const report = reports.find(({ report: { name } }) => name === schedule.report);
      const author = job.userId === null ? undefined : await loadUser(tx, tenantId, job.userId);
      const stop = whyNot(report, author);
      if (stop !== undefined || !report) {
        const why = stop ?? gone;
        await noteResult(tx, job, `Stopped: ${why}`, { failed: true, stopped: true });
        return { value: undefined, message: why };
      }
      const userId = schedule.user_ids[place.at];
      if (userId === undefined) {
        await noteResult(tx, job, resultOf(place), { failed: !place.messages.length, messages: place.messages });
        return { value: undefined, message: resultOf(place) };
      }
      const sent = await sendTo(job, tx, report, schedule, userId);
      const now: Place = {
        at: place.at + 1,
        messages: 'id' in sent ? [...place.messages, sent.id] : place.messages,
        left: 'why' in sent ? [...place.left, sent.why] : place.left,
      };
      return { cursor: now, done: now.at, total: schedule.user_ids.length, value: now };
    });
    if (!next) return { sent: place.messages.length, left_out: place.left };
    place = next;
  }
}

const gone = 'This report no longer exists.';

/** Why a schedule cannot go on, in words. */
function whyNot(report: Report | undefined, author: LoadedUser | undefined): string | undefined {
  if (!report) return gone;
  if (!author) return 'Its author can no longer sign in.';
  return mayDo(author, report.access, 'export') ? undefined : 'Its author may no longer export this report.';
}

const resultOf = ({ messages, left }: Place): string =>
  [messages.length ? `Sent to ${counted(messages.length, 'person', 'people')}.` : 'Sent to nobody.', ...left]
    .join(' ')
    .slice(0, 500);

const scheduleOf = (tx: Tx, tenantId: string, id: string): Promise<Schedule | undefined> =>
  tx.row<Schedule>(sql`
    select "id", "report", "name", "address", "range", "user_ids", "status" from "report_schedules"
    where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null for update`);

async function sendTo(
  job: RunningJob<Payload, Place>,
  tx: Tx,
  report: Report,
  schedule: Schedule,
  userId: string,
): Promise<{ readonly id: string } | { readonly why: string }> {
  const { tenantId, services } = job;
  const user = await loadUser(tx, tenantId, userId);
  if (!user) {
    const known = await tx.row<{ name: string }>(
      sql`select "name" from "users" where "tenant_id" = ${tenantId} and "id" = ${userId}`,
    );
    return { why: `${known?.name ?? 'A recipient'} can no longer sign in.` };
  }
  if (!mayDo(user, report.access, 'read')) return { why: `${user.name} may no longer see this report.` };
  const { context } = await jobContext({ ...job, userId }, tx);
  try {
    const query = scheduledQuery(schedule, user, services.now());
    const table = await reportTable(context, report.report, query);
    const mail = reportMail(report.report, schedule, table, {
      publicUrl: services.config.publicUrl,
      zone: user.timezone,
      entity: await entityOf(tx, tenantId),
    });
    return await services.channels.send(tx, tenantId, { channel: 'email', to: user.email, ...mail, html: true });
  } catch (error) {
    // What the recipient's rights no longer allow, such as a filter by a field that is hidden now.
    if (error instanceof Problem && error.code < 500)
      return { why: `${user.name}: ${error.errors[0]?.message ?? error.message}` };
    throw error;
  }
}

/** The report's address with the days of its range as of now. */
export function scheduledQuery(
  { address, range }: Pick<Schedule, 'address' | 'range'>,
  { timezone }: Pick<Session, 'timezone'>,
  at: Date,
): ReportQuery {
  const today = dayOf(at, timezone);
  const kept = new URLSearchParams(address ?? '');
  const [from, to] = daysOf(range, today);
  const text = (name: string): string | undefined => kept.get(name) || undefined;
  return {
    from,
    to: to > today ? today : to,
    tab: text('tab'),
    group_by: text('rows'),
    filters: text('filters'),
    compare: kept.get('compare') === '1' ? 1 : 0,
    inactive: kept.get('inactive') === '1' ? 1 : 0,
  };
}

async function entityOf(tx: Tx, tenantId: string): Promise<string> {
  const row = await tx.row<{ entity_name: string | null }>(
    sql`select "entity_name" from "tenant" where "tenant_id" = ${tenantId}`,
  );
  return row?.entity_name ?? 'College';
}

async function noteResult(
  tx: Tx,
  job: RunningJob<Payload, Place>,
  text: string,
  { failed, stopped = false, messages = [] }: { failed: boolean; stopped?: boolean; messages?: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    update "report_schedules" set "last_at" = ${job.services.now().toISOString()}::timestamptz, "last_result" = ${text}, "failed" = ${failed},
      "message_ids" = ${JSON.stringify(messages)}::jsonb, "status" = case when ${stopped} then 0 else "status" end
    where "tenant_id" = ${job.tenantId} and "id" = ${job.payload.schedule_id}`);
}

/** Whether these people may be sent this report; throws Problem 422 at `user_ids` with the first who may not. */
export async function checkRecipients(tx: Tx, tenantId: string, report: Report, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const user = await loadUser(tx, tenantId, id);
    if (!user) throw problem(422, noSuchPerson, [{ path: 'user_ids', message: noSuchPerson }]);
    const message = `${user.name} may not see this report.`;
    if (!mayDo(user, report.access, 'read')) throw problem(422, message, [{ path: 'user_ids', message }]);
  }
}
const noSuchPerson = 'One of these people does not exist or can no longer sign in.';
