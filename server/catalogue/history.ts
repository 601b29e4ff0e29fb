import sql from 'sql-template-tag';
import type { TimelineEntry } from '../../src/schemas/calls/timeline';
import { linkFields, linkOf, pointers } from '../../src/schemas/kit/links';
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
  const now = await fetchRow(resource, key, context);
  const { tx, session } = context;
  const limit = Math.min(Math.max(Number(context.query['_end']) || 50, 1), 100);
  const rows = await tx.rows<AuditRow>(sql`
    select a.*, u.name as user_name, u.email as user_email from "audit" a
    left join "users" u on u.tenant_id = a.tenant_id and u.id = a.user_id
    where a.tenant_id = ${session.tenantId} and a.table_name = ${tableName(resource)} and a.row_key = ${String(key)}
    order by a.seq desc limit ${limit}`);
  const entries = rows.map((row) => entryOf(row, session));
  return { data: await withLabels(resource, entries, now, context), count: rows.length };
}

/** Names for the ids: `labels.old` and `labels.new` work like `_labels` of a row. One statement for all. */
async function withLabels(
  resource: AnyResource,
  entries: readonly TimelineEntry[],
  now: AnyStored,
  context: Context,
): Promise<unknown[]> {
  const fields = pointers(resource).filter((path) => Object.hasOwn(resource.fields.properties, path));
  const copies = entries.map(({ oldData, newData }) => ({ old: { ...oldData }, new: { ...newData } }));
  await hideOutOfScopeLeads(
    resource,
    copies.flatMap((copy) => [copy.old, copy.new]),
    context,
  );
  if (fields.length) await addLabels(resource, {}, withChoices(resource, now, copies), fields, context);
  return entries.map((entry, index) => ({
    ...entry,
    oldData: plain(copies[index]!.old, entry.oldData),
    newData: plain(copies[index]!.new, entry.newData),
    labels: { old: labelsOf(copies[index]!.old), new: labelsOf(copies[index]!.new) },
  }));
}

/**
 * The values of a change with what the record then said its links lead to: an entry has only the fields that changed, so the newest
 * first, going back from the record as it is. The rows are the copies themselves where nothing is linked.
 */
function withChoices(resource: AnyResource, now: AnyStored, copies: readonly Copy[]): AnyStored[] {
  const names = linkFields(resource).map((field) => linkOf(resource, field)!.by);
  const then: AnyRow = Object.fromEntries(names.map((name) => [name, now[name]]));
  for (const copy of copies) {
    for (const name of names) copy.new[name] ??= then[name];
    for (const name of names) if (Object.hasOwn(copy.old, name)) then[name] = copy.old[name];
    for (const name of names) copy.old[name] ??= then[name];
  }
  return copies.flatMap((copy) => [copy.old, copy.new]);
}
interface Copy {
  readonly old: AnyStored;
  readonly new: AnyStored;
}

/** The values without the labels that were put on them. */
function plain(row: Readonly<AnyRow>, changed: Readonly<AnyRow> | null): AnyRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(changed ?? {}, name)));
}
const labelsOf = (row: Readonly<AnyStored>): Labels => row._labels ?? {};
