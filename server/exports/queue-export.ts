import type { ExportAnswer } from '../../src/schemas/calls/list-work';
import type { Context } from '../context/context';
import { addExport, expireExports, jobKeyOf } from './export-records';
import { listExport } from './export-job';
import type { AnyOrder } from './export-plan';

/** Records who exports what, and queues the job that writes it: no request writes a file itself, however small (TRUST-S35). */
export async function queueExport(context: Context, order: AnyOrder): Promise<{ readonly data: ExportAnswer }> {
  const { tx, session, services } = context;
  await expireExports(tx, session.tenantId, services.now());
  const id = await addExport(tx, context, order);
  const jobId = await services.jobs.add(tx, session, {
    kind: listExport,
    payload: { export_id: id, order },
    dedupeKey: jobKeyOf(id),
  });
  context.afterCommit(() => services.jobs.wake());
  return { data: { export_id: id, job_id: jobId } };
}
