import { counted } from '../../src/schemas/kit/counted';
import { problem } from '../../src/schemas/kit/problem';
import { exportAtOnce, exportNoticeAfter } from '../../src/schemas/calls/list-work';
import { JobKind } from '../context/jobs';
import { JobStopped, runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { jobContext } from '../jobs/job-context';
import { dayOf } from '../domain/days';
import { notify } from '../live/notify';
import type { Tx } from '../store/store';
import { ageOfExport, exportName, finishExport, setExportState } from './export-records';
import { planExport } from './plan-export';
import type { AnyOrder, ExportPage, ExportPlan } from './export-plan';
import { fewestRows, rowsOfNext } from './page-size';
import { draftName, draftPath, mimeOf, openDraft, removeDrafts, takeDraft, xlsxRows, type ExportDraft } from './write-export';

export const listExport = new JobKind<{ readonly export_id: string; readonly order: AnyOrder }>('list-export');
export const jobKinds: JobKinds = runs(listExport, runExport);

/** Rows after which an export lets other waiting jobs run (due_jobs). */
const rowsOfTurn = 2000;

/**
 * Where an export continues: its draft up to `size`, which holds `rows`, and the list's cursor behind them. `isClosed`: nobody
 * writes it.
 */
interface Place {
  readonly draft: string;
  readonly size: number;
  readonly rows: number;
  readonly after: string | null;
  readonly isClosed?: boolean;
}

/**
 * Writes an export page by page (TRUST-S35): each page is a short transaction with the person's rights of that moment, and no
 * connection is held while the file is written. A row that changes its place in the list meanwhile may be missing or come twice,
 * as for someone who turns the pages. After a restart it continues behind the last page recorded, or from the start where the
 * draft is gone.
 */
async function runExport(
  job: RunningJob<{ readonly export_id: string; readonly order: AnyOrder }, Place>,
  steps: Steps,
): Promise<object> {
  const { export_id: id, order } = job.payload;
  const { dataDir } = job.services.config;
  const planned = async (tx: Tx): Promise<readonly [ExportPlan, Parameters<ExportPlan['count']>[0]]> => {
    const { context } = await jobContext(job, tx);
    return [await planExport(order, context), context];
  };
  let place = job.cursor;
  let draft: ExportDraft | undefined;
  try {
    const begun = await steps.read(async (tx) => {
      const [plan, context] = await planned(tx);
      const total = place ? undefined : await plan.count(context);
      const about = order.format === 'xlsx' ? await plan.about?.(context) : undefined;
      const sheet = { ...(about ? { about } : {}), ...(plan.widths ? { widths: plan.widths } : {}) };
      return { name: plan.name, titles: plan.titles, total, sheet };
    });
    const name = draftName(id, job.fence);
    const path = draftPath(dataDir, name);
    const isTaken = place && (await takeDraft(draftPath(dataDir, place.draft), path, place.isClosed === true));
    if (place && isTaken) draft = await openDraft(path, order.format, begun.titles, place.size);
    place = draft && place ? { ...place, draft: name, isClosed: false } : { draft: name, size: 0, rows: 0, after: null };
    draft ??= await openDraft(path, order.format, begun.titles, 0);
    const { rows: written } = place;
    const total = begun.total === undefined ? {} : { total: begun.total };
    await steps.commit(async (tx) => {
      await setExportState(tx, job.tenantId, id, 'running');
      return { cursor: { ...place }, done: written, message: 'Writing', ...total };
    });
    await removeDrafts(dataDir, id, job.fence - 1);
    let limit = fewestRows;
    for (let ofTurn = 0, more = place.rows === 0 || place.after !== null; more;) {
      const after: string | null = place.after;
      const [page, next] = await steps.read(async (tx): Promise<[ExportPage, number]> => {
        const begun = performance.now();
        const [plan, context] = await planned(tx);
        const asked = Math.min(limit, plan.pageRows);
        const read = await plan.page(context, after ?? undefined, asked);
        return [read, rowsOfNext(asked, performance.now() - begun, plan.pageRows)];
      });
      limit = next;
      await draft!.add(page.rows);
      place = { ...place, size: draft!.size, rows: place.rows + page.rows.length, after: page.next ?? null };
      if (order.format === 'xlsx' && place.rows > xlsxRows)
        throw problem(422, 'More than 1,000,000 rows. Choose CSV, or narrow the list.');
      more = place.after !== null;
      ofTurn += page.rows.length;
      const isOver: boolean = more && ofTurn >= rowsOfTurn;
      if (isOver) await draft!.close();
      place = { ...place, isClosed: isOver };
      const { rows } = place;
      await steps.commit(async () => ({ cursor: { ...place }, done: rows }));
      if (isOver) steps.letOthers();
    }
    await draft!.close();
    const { rows } = place;
    const stored = await job.services.files.store(job.tenantId, await draft!.finish(begun.name, begun.sheet));
    const fileName = await steps.commit<string>(async (tx) => {
      const [plan, context] = await planned(tx);
      const value = exportName(plan.name, order.format, dayOf(job.services.now(), context.session.timezone));
      await finishExport(tx, context, id, rows, { stored, mime: mimeOf(order.format), name: value });
      const message = `${value} is ready: ${counted(rows, 'row')}`;
      // Someone still waiting for a small export gets it from the page they are on.
      if (rows > exportAtOnce || (await ageOfExport(tx, job.tenantId, id)) > exportNoticeAfter)
        await notify(tx, job.tenantId, { to: job.userId!, type: 'lead_csv_download', message, once: `export:${id}` });
      return { value, message: 'Finished' };
    });
    await removeDrafts(dataDir, id, job.fence);
    return { rows, export_id: id, file_name: fileName };
  } catch (error) {
    if (!(error instanceof JobStopped)) {
      await steps.commit(async (tx) => ({ done: await setExportState(tx, job.tenantId, id, 'failed').then(() => 0) }));
      await removeDrafts(dataDir, id, job.fence);
    }
    throw error;
  } finally {
    await draft?.close().catch(() => {});
  }
}
