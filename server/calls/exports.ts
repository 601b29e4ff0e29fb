import { exportAtOnce, type ExportAnswer, type ExportFormat } from '../../src/schemas/calls/list-work';
import { listOf } from '../bulk/list-of';
import { asKey } from '../catalogue/drafts';
import { dayOf } from '../domain/days';
import { exportPage } from '../exports/export-job';
import { planExport, type ExportOrder } from '../exports/export-rows';
import { addExport, expireExports, exportName, finishExport } from '../exports/keep-export';
import { openExport } from '../exports/write-export';
import type { Context, Handlers, Reply } from '../http/context';

export const handlers: Handlers = { export: exportList };

/** Small lists at once, large ones as a job; either way a row says who took which rows (level 5, D-003). */
async function exportList(context: Context): Promise<Reply> {
  const { params, session, services, tx, body } = context;
  const resource = listOf(params.resource, session, ['list', 'export']);
  const { format, columns, ids, query } = body as unknown as {
    format: ExportFormat;
    columns?: string[];
    ids?: unknown[];
    query?: Record<string, unknown>;
  };
  const order: ExportOrder = {
    resource: resource.name,
    format,
    query: query ?? {},
    ...(columns ? { columns } : {}),
    ...(ids ? { ids: ids.map((id) => asKey(resource, id)) } : {}),
  };
  const plan = await planExport(resource, order, context);
  await expireExports(tx, session.tenantId, services.now());
  const rows = await plan.count(context);
  if (rows > exportAtOnce) {
    const id = await addExport(tx, context, order, 'queued');
    const jobId = await services.jobs.add(tx, session, { kind: 'list-export', payload: { export_id: id, order } });
    context.afterCommit(() => services.jobs.wake());
    return { data: { export_id: id, rows, job_id: jobId } satisfies ExportAnswer };
  }
  const id = await addExport(tx, context, order, 'running');
  const name = exportName(resource, order, dayOf(services.now(), session.timezone));
  const writer = await openExport(services, format, plan.columns, name.replace(/\.\w+$/, ''));
  try {
    let written = 0;
    let after: string | undefined;
    do {
      const page = await plan.page(context, after, exportPage);
      await writer.add(page.rows);
      written += page.rows.length;
      after = page.next;
    } while (after);
    const made = await writer.finish();
    const fileId = await finishExport(tx, context, id, written, { ...made, name });
    const url = services.files.address(fileId, session.tenantId, session.userId);
    return { data: { export_id: id, rows: written, url, file_name: name } satisfies ExportAnswer };
  } finally {
    await writer.discard();
  }
}
