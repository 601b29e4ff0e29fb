import { resourceNamed } from '../../src/schemas/kit/all';
import { JobStopped, type JobKinds, type RunningJob, type Steps } from '../jobs/jobs';
import { jobContext } from '../jobs/job-context';
import { listOf } from '../bulk/list-of';
import { dayOf } from '../domain/days';
import { notify } from '../live/notify';
import { planExport, type ExportOrder } from './export-rows';
import { exportName, finishExport, setExportState } from './keep-export';
import { openExport, type ExportWriter } from './write-export';

export const jobKinds: JobKinds = { 'list-export': runExport };

/** Rows of one read; a file is small beside its rows in memory. */
export const exportPage = 1000;

/** A file is written anew when the work was interrupted: it takes seconds, and half a file is none. */
async function runExport(job: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { export_id: id, order } = job.payload as { export_id: string; order: ExportOrder };
  const plain = resourceNamed(order.resource);
  let writer: ExportWriter | undefined;
  try {
    await steps.commit(async (tx) => {
      await setExportState(tx, job.tenantId, id, 'running');
      const { context } = await jobContext(job, tx);
      listOf(order.resource, context.session, ['list', 'export']);
      const plan = await planExport(plain, order, context);
      return { total: await plan.count(context), done: 0, message: 'Writing' };
    });
    let rows = 0;
    let after: string | undefined;
    do {
      const page = await steps.read(async (tx) => {
        const { context } = await jobContext(job, tx);
        const plan = await planExport(plain, order, context);
        return { columns: plan.columns, ...(await plan.page(context, after, exportPage)) };
      });
      writer ??= await openExport(job.services, order.format, page.columns, exportName(plain, order, ''));
      await writer.add(page.rows);
      rows += page.rows.length;
      after = page.next;
      await steps.commit(async () => ({ done: rows }));
    } while (after);
    const made = await writer!.finish();
    const name = await steps.commit<string>(async (tx) => {
      const { context } = await jobContext(job, tx);
      const value = exportName(plain, order, dayOf(job.services.now(), context.session.timezone));
      await finishExport(tx, context, id, rows, { ...made, name: value });
      const message = `${value} is ready: ${rows.toLocaleString('en-IN')} rows`;
      await notify(tx, job.tenantId, { to: job.userId!, type: 'lead_csv_download', message, once: `export:${id}` });
      return { value, message: 'Finished' };
    });
    return { rows, export_id: id, file_name: name };
  } catch (error) {
    if (!(error instanceof JobStopped))
      await steps.commit(async (tx) => ({ done: await setExportState(tx, job.tenantId, id, 'failed').then(() => 0) }));
    throw error;
  } finally {
    await writer?.discard();
  }
}
