import sql, { empty } from 'sql-template-tag';
import type { ExportAnswer } from '../../src/schemas/calls/list-work';
import { mostTimelineRows } from '../../src/schemas/calls/timeline';
import { problem } from '../../src/schemas/kit/problem';
import { entryOf, type AuditRow, type TimelineEntry } from '../catalogue/audit-entries';
import { dayOf } from '../domain/days';
import type { Cell } from '../exports/export-columns';
import { addExport, expireExports, finishExport } from '../exports/keep-export';
import { openExport } from '../exports/write-export';
import type { Context, Handlers, Reply } from '../http/context';
import { filterOf } from './timeline';

export const handlers: Handlers = { 'timeline-export': exportTimeline };

const pageRows = 1000;
type Column = readonly [title: string, cell: (entry: TimelineEntry) => Cell];
const columns: readonly Column[] = [
  ['Time', (entry) => new Date(entry.created_at)],
  ['Modified by', (entry) => entry.modifiedBy.name],
  ['Email', (entry) => entry.modifiedBy.email],
  ['Table', (entry) => entry.table_label ?? entry.tableAffected],
  ['Record', (entry) => entry.record_id],
  ['Change', (entry) => entry.property],
  ['IP address', (entry) => entry.ipAddress],
  ['User agent', (entry) => entry.userAgent],
  ['Old Data', (entry) => JSON.stringify(entry.oldData)],
  ['New Data', (entry) => JSON.stringify(entry.newData)],
];

/** The entries as the reader sees them on the screen: what a field rule hides is not in the file either, secrets are '***'. */
async function exportTimeline(context: Context): Promise<Reply> {
  const { tx, session, services, body } = context;
  const where = filterOf(session, body);
  // the file ends with what is there now: the export itself makes entries
  const found = await tx.row<{ n: number; newest: number | null }>(sql`
    select count(*)::int as n, max(seen.seq) as newest from (select a.seq from "audit" a where ${where} limit ${mostTimelineRows + 1}) seen`);
  if (found!.n > mostTimelineRows) throw problem(422, 'More than 10,000 changes: choose fewer days, a table or people.');
  await expireExports(tx, session.tenantId, services.now());
  const id = await addExport(tx, context, { resource: 'timeline', format: 'csv', query: body }, 'running');
  const writer = await openExport(
    services,
    'csv',
    columns.map(([title]) => ({ name: title, title, cell: () => null })),
    'Timeline',
  );
  try {
    let rows = 0;
    let last: AuditRow | undefined;
    do {
      const page: AuditRow[] = await tx.rows<AuditRow>(sql`
        select a.*, u.name as user_name, u.email as user_email
        from (select * from "audit" a where ${where} and a.seq <= ${found!.newest ?? 0}::bigint
          ${last ? sql`and (a.at, a.seq) < (${last.at}::timestamptz, ${last.seq}::bigint)` : empty}
          order by a.at desc, a.seq desc limit ${pageRows}) a
        left join "users" u on u.tenant_id = a.tenant_id and u.id = a.user_id order by a.at desc, a.seq desc`);
      await writer.add(page.map((row) => entryOf(row, session)).map((entry) => columns.map(([, cell]) => cell(entry))));
      rows += page.length;
      last = page.length === pageRows ? page.at(-1) : undefined;
    } while (last);
    const name = `Timeline ${dayOf(services.now(), session.timezone)}.csv`;
    const fileId = await finishExport(tx, context, id, rows, { ...(await writer.finish()), name });
    const url = services.files.address(fileId, session.tenantId, session.userId);
    return { data: { export_id: id, rows, url, file_name: name } satisfies ExportAnswer };
  } finally {
    await writer.discard();
  }
}
