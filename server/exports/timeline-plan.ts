import sql, { empty } from 'sql-template-tag';
import { mostTimelineRows, timelineExport, type TimelineEntry } from '../../src/schemas/calls/timeline';
import { mayDo } from '../../src/schemas/kit/access';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import { entryOf, type AuditRow } from '../catalogue/audit-entries';
import { filterOf } from '../catalogue/timeline-filter';
import type { Context } from '../context/context';
import type { CallContext } from '../context/handle';
import type { Cell } from './export-columns';
import type { ExportPlan, TimelineOrder } from './export-plan';

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

/**
 * The entries as the reader sees them on the screen: what a field rule hides is not in the file either, secrets are '***'. The file
 * ends with what was there when it was asked for (`newest`), since the export itself makes entries.
 */
export function timelinePlan({ query, newest }: TimelineOrder, { session }: Context): ExportPlan {
  if (!mayDo(session, timelineExport.access, 'export')) throw problem(403, notAllowed);
  const where = sql`${filterOf(session, query)} ${newest === undefined ? empty : sql`and a.seq <= ${newest}::bigint`}`;
  return {
    name: 'Timeline',
    titles: columns.map(([title]) => title),
    pageRows: 200,
    async count({ tx }) {
      const row = await tx.one<{ n: number }>(sql`
        select count(*)::int as n from (select 1 from "audit" a where ${where} limit ${mostTimelineRows + 1}) seen`);
      return row.n;
    },
    async page({ tx }, after, limit) {
      const [at, seq] = after?.split('|') ?? [];
      const page = await tx.rows<AuditRow & { cursor: string }>(sql`
        select a.*, u.name as user_name, u.email as user_email
        from (select a.*, a.at::text || '|' || a.seq::text as "cursor" from "audit" a where ${where}
          ${after === undefined ? empty : sql`and (a.at, a.seq) < (${at}::timestamptz, ${seq}::bigint)`}
          order by a.at desc, a.seq desc limit ${limit}) a
        left join "users" u on u.tenant_id = a.tenant_id and u.id = a.user_id order by a.at desc, a.seq desc`);
      return {
        rows: page.map((row) => entryOf(row, session)).map((entry) => columns.map(([, cell]) => cell(entry))),
        next: page.length === limit ? page.at(-1)!.cursor : undefined,
      };
    },
  };
}

/** The newest entry under the filters; refuses more entries than a file can contain. */
export async function newestEntry({ tx, session, body }: CallContext<typeof timelineExport>): Promise<number> {
  const found = await tx.one<{ n: number; newest: number | null }>(sql`
    select count(*)::int as n, max(seen.seq) as newest
    from (select a.seq from "audit" a where ${filterOf(session, body)} limit ${mostTimelineRows + 1}) seen`);
  if (found.n > mostTimelineRows) throw problem(422, 'More than 10,000 changes. Choose fewer days, a table or specific users.');
  return found.newest ?? 0;
}
