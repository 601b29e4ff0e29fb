import sql from 'sql-template-tag';
import type { TimelineEntry } from '../../src/schemas/calls/timeline';
import type { AnyResource, AnyRow, AnyStored, Labels } from '../../src/schemas/kit/resource';
import type { Context, Reply } from '../context/context';
import { tableName } from '../store/identifiers';
import { entryOf, type AuditRow } from './audit-entries';
import type { Key } from './drafts';
import { addLabels } from './references';
import { fetchRow } from './rows';
import { hideOutOfScopeLeads } from './out-of-scope-leads';

/** The last changes of one record, newest first, at most 100 (`_end` of the query, default 50). */
export async function historyOf(resource: AnyResource, key: Key, context: Context): Promise<Reply> {
  await fetchRow(resource, key, context);
  const { tx, session } = context;
  const limit = Math.min(Math.max(Number(context.query['_end']) || 50, 1), 100);
  const rows = await tx.rows<AuditRow>(sql`
    select a.*, u.name as user_name, u.email as user_email from "audit" a
    left join "users" u on u.tenant_id = a.tenant_id and u.id = a.user_id
    where a.tenant_id = ${session.tenantId} and a.table_name = ${tableName(resource)} and a.row_key = ${String(key)}
    order by a.seq desc limit ${limit}`);
  const entries = rows.map((row) => entryOf(row, session));
  return { data: await withLabels(resource, entries, context), count: rows.length };
}

/** Names for the ids: `labels.old` and `labels.new` work like `_labels` of a row. One statement for all. */
async function withLabels(resource: AnyResource, entries: readonly TimelineEntry[], context: Context): Promise<unknown[]> {
  const fields = Object.keys(resource.refs ?? {}).filter((path) => Object.hasOwn(resource.fields.properties, path));
  const copies = entries.map(({ oldData, newData }) => ({ old: { ...oldData }, new: { ...newData } }));
  await hideOutOfScopeLeads(
    resource,
    copies.flatMap((copy) => [copy.old, copy.new]),
    context,
  );
  if (fields.length)
    await addLabels(
      resource,
      {},
      copies.flatMap((copy) => [copy.old, copy.new]),
      fields,
      context,
    );
  return entries.map((entry, index) => ({
    ...entry,
    oldData: plain(copies[index]!.old),
    newData: plain(copies[index]!.new),
    labels: { old: labelsOf(copies[index]!.old), new: labelsOf(copies[index]!.new) },
  }));
}
/** The values without the labels that were put on them. */
function plain(row: Readonly<AnyRow>): AnyRow {
  const { _labels: _, ...values } = row;
  return values;
}
const labelsOf = (row: Readonly<AnyStored>): Labels => row._labels ?? {};
