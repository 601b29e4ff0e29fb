import sql, { empty } from 'sql-template-tag';
import * as listWorkCalls from '../../../src/schemas/calls/list-work';
import { recordIn } from '../../../src/schemas/kit/is-record';
import { problem } from '../../../src/schemas/kit/problem';
import { listOf } from '../../bulk/list-of';
import { asKey } from '../../catalogue/drafts';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { ExportOrder } from '../../exports/export-plan';
import { keptDays, listNameOf, removeExport } from '../../exports/export-records';
import { narrowedBy } from '../../exports/narrowed-by';
import { planExport } from '../../exports/plan-export';
import { queueExport } from '../../exports/queue-export';

export const handlers: Handlers = {
  ...handle(listWorkCalls.exportList, exportList),
  ...handle(listWorkCalls.myExports, listMine),
  ...handle(listWorkCalls.myExport, readMine),
  ...handle(listWorkCalls.deleteExport, deleteMine),
};

/** A job writes it; people who cannot export these rows and columns are refused at once (level 5, D-003). */
async function exportList(
  context: CallContext<typeof listWorkCalls.exportList>,
): Promise<CallReply<typeof listWorkCalls.exportList>> {
  const { params, session, body } = context;
  const resource = listOf(params.resource, session, ['list', 'export']);
  const { format, columns, ids, query } = body;
  const order: ExportOrder = {
    resource: resource.name,
    format,
    query: query ?? {},
    ...(columns ? { columns } : {}),
    ...(ids ? { ids: ids.map((id) => asKey(resource, id)) } : {}),
  };
  await planExport(order, context);
  return queueExport(context, order);
}

const pageRows = 20;

async function listMine(
  context: CallContext<typeof listWorkCalls.myExports>,
): Promise<CallReply<typeof listWorkCalls.myExports>> {
  const page = context.query.page;
  const rows = await mine(context, { limit: pageRows + 1, offset: (page - 1) * pageRows });
  return { data: rows.slice(0, pageRows), more: { has_more: rows.length > pageRows } };
}

async function readMine(context: CallContext<typeof listWorkCalls.myExport>): Promise<CallReply<typeof listWorkCalls.myExport>> {
  const [row] = await mine(context, { id: context.params.id ?? '', limit: 1, offset: 0 });
  if (!row) throw problem(404, 'This export does not exist.');
  return { data: row };
}

async function deleteMine(
  context: CallContext<typeof listWorkCalls.deleteExport>,
): Promise<CallReply<typeof listWorkCalls.deleteExport>> {
  const { tx, session, params } = context;
  const row = await tx.row<{ state: string; file: string | null }>(sql`
    select "state", "file" from "csv_exports" where "tenant_id" = ${session.tenantId} and "id" = ${params['id'] ?? ''}
      and "created_by" = ${session.userId} and "deleted_at" is null for update`);
  if (!row) throw problem(404, 'This export does not exist.');
  if (row.state === 'queued' || row.state === 'running') throw problem(409, 'This file is still being written.');
  await removeExport(tx, session.tenantId, params['id']!, row.file);
  return { message: 'The file is deleted.' };
}

async function mine(
  context: Context,
  { id, limit, offset }: { readonly id?: string; readonly limit: number; readonly offset: number },
): Promise<listWorkCalls.MyExport[]> {
  const { tx, session, services } = context;
  const rows = await tx.rows<ExportRow>(sql`
    select e."id", e."kind", e."filters" ->> 'format' as "format", e."state", coalesce(e."rows", j."done") as "rows", j."total",
      f."id" as "file_id", f."size", f."name" as "file_name", e."created_at", f."created_at" as "ready_at",
      e."filters" -> 'query' as "filters",
      e."created_at" + make_interval(days => ${keptDays}::int) as "expires_at"
    from "csv_exports" e
    left join "jobs" j on j."tenant_id" = e."tenant_id" and j."kind" = 'list-export' and j."dedupe_key" = 'export:' || e."id"
      and j."finished_at" is null and j."deleted_at" is null
    left join "files" f on f."tenant_id" = e."tenant_id" and f."id" = e."file" and f."deleted_at" is null
    where e."tenant_id" = ${session.tenantId} and e."created_by" = ${session.userId} and e."deleted_at" is null
      ${id === undefined ? empty : sql`and e."id" = ${id}`}
    order by e."id" desc limit ${limit} offset ${offset}`);
  const found: listWorkCalls.MyExport[] = [];
  for (const { file_id: file, kind, ...row } of rows)
    found.push({
      ...row,
      list: listNameOf(kind),
      narrowed: await narrowedBy(context, kind, recordIn(row.filters)),
      url: file === null ? null : services.files.address(file, session.tenantId, session.userId),
    });
  return found;
}

type ExportRow = Omit<listWorkCalls.MyExport, 'list' | 'narrowed' | 'url'> & {
  readonly kind: string;
  readonly file_id: string | null;
};
