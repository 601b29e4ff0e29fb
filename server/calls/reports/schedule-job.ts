import sql, { empty, type Sql } from 'sql-template-tag';
import { reports } from '../../../src/schemas/kit/all';
import { mayDo } from '../../../src/schemas/kit/access';
import { counted } from '../../../src/schemas/kit/counted';
import { daysOf, type DayRange } from '../../../src/schemas/kit/day-ranges';
import type { Report } from '../../../src/schemas/kit/report';
import { withColumns } from '../../../src/schemas/kit/report-view';
import { problem, Problem } from '../../../src/schemas/kit/problem';
import { runs, type JobKinds, type RunningJob, type Steps } from '../../context/running-job';
import type { Session } from '../../context/session';
import { dayOf } from '../../domain/days';
import type { ExportFormat } from '../../../src/schemas/calls/list-work';
import type { StoredBytes } from '../../context/file-store';
import { exportName } from '../../exports/export-records';
import { filterLines, tablePlan } from '../../exports/report-plan';
import { mimeOf } from '../../exports/write-export';
import { loadUser, type LoadedUser } from '../../identity/sessions';
import { jobContext } from '../../jobs/job-context';
import type { Tx } from '../../store/store';
import { entityTexts } from '../../reports/report-entity';
import { expireReportFiles, reportFiles, writeReportFile, type FileToWrite } from './report-file';
import { reportMail } from '../../reports/report-mail';
import type { ReportQuery } from '../../reports/report-query';
import { reportTable } from '../../reports/report-table';
import { scheduledReport } from '../../reports/schedule-slots';

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
  readonly format: ExportFormat | null;
}
/** What the next recipient gets, or why nothing. */
type Made =
  | { readonly why: string }
  | {
      readonly to: string;
      readonly subject: string;
      readonly body: string;
      readonly file?: FileToWrite & { readonly name: string };
    };
/** How far it is: who got it, and who did not and why. */
interface Place {
  readonly at: number;
  readonly messages: readonly string[];
  readonly left: readonly string[];
}

/**
 * One slot of a schedule: each recipient gets the report as they may see it at this moment. Its file is written between two
 * transactions; an email and the note that it was written are one, so that after a crash nobody gets it twice.
 */
async function sendReport(job: RunningJob<Payload, Place>, steps: Steps): Promise<object> {
  const { tenantId } = job;
  const id = job.payload.schedule_id;
  let place = job.cursor ?? { at: 0, messages: [], left: [] };
  for (;;) {
    const { at } = place;
    const made = await steps.read((tx) => madeFor(job, tx, at));
    const stored = made && 'file' in made && made.file ? await writeReportFile(job, at, made.file) : undefined;
    const next = await steps.commit<Place | undefined>(async (tx) => {
      const schedule = await scheduleOf(tx, tenantId, id, sql`for update`);
      if (!schedule?.status) return { value: undefined, message: 'The schedule was paused or deleted.' };
      const report = reports.find(({ report: { name } }) => name === schedule.report);
      const author = job.userId === null ? undefined : await loadUser(tx, tenantId, job.userId);
      const stop = whyNot(report, author);
      if (stop !== undefined || !report) {
        const why = stop ?? gone;
        await noteResult(tx, job, `Stopped: ${why}`, { failed: true, stopped: true });
        return { value: undefined, message: why };
      }
      if (!made) {
        await noteResult(tx, job, resultOf(place), { failed: !place.messages.length, messages: place.messages });
        return { value: undefined, message: resultOf(place) };
      }
      const sent = 'why' in made ? made : await send(job, tx, made, stored);
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
export function whyNot(report: Report | undefined, author: LoadedUser | undefined): string | undefined {
  if (!report) return gone;
  if (!author) return 'Its author can no longer sign in.';
  return mayDo(author, report.access, 'export') ? undefined : 'Its author may no longer export this report.';
}

const resultOf = ({ messages, left }: Place): string =>
  [messages.length ? `Sent to ${counted(messages.length, 'person', 'people')}.` : 'Sent to nobody.', ...left]
    .join(' ')
    .slice(0, 500);

const scheduleOf = (tx: Tx, tenantId: string, id: string, lock: Sql = empty): Promise<Schedule | undefined> =>
  tx.row<Schedule>(sql`
    select "id", "report", "name", "address", "range", "user_ids", "status", "format" from "report_schedules"
    where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null ${lock}`);

/** Undefined: everyone has had it. */
async function madeFor(job: RunningJob<Payload, Place>, tx: Tx, at: number): Promise<Made | undefined> {
  const { tenantId, services } = job;
  const schedule = await scheduleOf(tx, tenantId, job.payload.schedule_id);
  const report = schedule && reports.find(({ report: { name } }) => name === schedule.report);
  const userId = schedule?.user_ids[at];
  if (!report || userId === undefined) return undefined;
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
    const { report: spec } = report;
    const asked = scheduledQuery(schedule, user, new Date(job.payload.slot));
    const table = withColumns(await reportTable(context, spec, asked), scheduledColumns(schedule));
    const withEntity = await entityTexts(context);
    const { format } = schedule;
    // A file is an export: without that right a recipient has the table in the email.
    const isAttached = format !== null && mayDo(user, report.access, 'export');
    const mail = reportMail(spec, schedule, table, {
      publicUrl: services.config.publicUrl,
      zone: user.timezone,
      withEntity,
      filters: await filterLines(context, { spec, table, asked }),
      note: format === null || isAttached ? '' : 'The file is for those who may export this report.',
    });
    if (!isAttached) return { to: user.email, ...mail };
    const plan = await tablePlan(context, { spec, table, asked, format });
    const { rows } = await plan.page(context, undefined, plan.pageRows);
    const about = format === 'xlsx' ? await plan.about?.(context) : undefined;
    const { name: title, titles, widths } = plan;
    const name = exportName(title, format, dayOf(services.now(), user.timezone));
    const file = { format, title, titles, rows, name, ...(widths ? { widths } : {}), ...(about ? { about } : {}) };
    return { to: user.email, ...mail, file };
  } catch (error) {
    // What the recipient's rights no longer allow, such as a filter by a field that is hidden now.
    if (error instanceof Problem && error.code < 500)
      return { why: `${user.name}: ${error.errors[0]?.message ?? error.message}` };
    throw error;
  }
}

async function send(
  { tenantId, payload, services }: RunningJob<Payload, Place>,
  tx: Tx,
  { file, ...mail }: Exclude<Made, { readonly why: string }>,
  stored: StoredBytes | undefined,
): Promise<{ readonly id: string }> {
  const kept =
    file &&
    stored &&
    (await services.files.put(tx, tenantId, {
      name: file.name,
      mime: mimeOf(file.format),
      purpose: 'export',
      ownerResource: reportFiles,
      ownerId: payload.schedule_id,
      stored,
    }));
  const attachment = kept && file ? { attachment: `files/${kept.id}#${encodeURIComponent(file.name)}` } : {};
  return services.channels.send(tx, tenantId, { channel: 'email', ...mail, html: true, ...attachment });
}

/** The report's address with the days of its range as of a moment: a slot that is sent late keeps its own days. */
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
    across: text('across'),
    filters: text('filters'),
    compare: kept.get('compare') === '1' ? 1 : 0,
    inactive: kept.get('inactive') === '1' ? 1 : 0,
  };
}

/** The columns that the page added or hid. */
const scheduledColumns = ({ address }: Pick<Schedule, 'address'>): string[] =>
  (new URLSearchParams(address ?? '').get('columns') ?? '').split(',').filter(Boolean);

async function noteResult(
  tx: Tx,
  job: RunningJob<Payload, Place>,
  text: string,
  { failed, stopped = false, messages = [] }: { failed: boolean; stopped?: boolean; messages?: readonly string[] },
): Promise<void> {
  await expireReportFiles(tx, job.tenantId);
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
