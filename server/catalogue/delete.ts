import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { problem } from '../../src/schemas/kit/problem';
import { pluralOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { resourceNamed } from '../../src/schemas/kit/all';
import { isClosed } from '../../src/schemas/kit/closed-states';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import { keyColumn, table } from '../store/identifiers';
import { shownNameOf } from './answers';
import { plainly } from './database-errors';
import { notFound, type Key } from './drafts';
import { refuseUnreached, withinReach } from './reach';
import { unknownReferences } from './references';
import { usageOf, type Usage } from './usage';
import { columnsOf, fetchRow, tellChange } from './rows';
import { changeMark, scopeOf } from './scope';
import { closedText } from './states';
import { refuseInvalid } from './validate';

/** Soft delete; 409 with the counts while other records use it (D-137). */
export async function deleteRecord(resource: AnyResource, hooks: Hooks, key: Key, context: Context): Promise<void> {
  const row = await fetchRow(resource, key, context, { lock: true });
  await refuseUnreached(resource, row, '', context);
  if (isClosed(resource, row)) throw problem(409, `${closedText(resource, row, 'deleted')}.`);
  await hooks.beforeDelete?.(row, context);
  const usage = await usageOf(context.tx, context.session.tenantId, resource, row);
  if (usage.length) {
    const count = usage.reduce((sum, one) => sum + one.count, 0);
    throw problem(409, `${shownNameOf(resource, row, context.session)} is in use and cannot be deleted.`, [], { count, usage });
  }
  await stamp(resource, key, 'deleted', context);
}

/** Restores a record within 30 days of deletion; 404 if it does not exist, 422 while a record it refers to is deleted. */
export async function restoreRecord(resource: AnyResource, key: Key, context: Context): Promise<AnyRow> {
  const row = await fetchRow(resource, key, context, { lock: true, deleted: true });
  const { services } = context;
  if (row['merged_into']) throw problem(409, 'This record was merged into another one. Undo the merge to get it back.');
  if (Date.parse(String(row['deleted_at'])) < services.now().getTime() - restorableMs) throw notFound(resource);
  refuseInvalid(await unknownReferences(context, resource, row, 'nothing is chosen'));
  return withinReach(resource, Object.keys(row), row, context, () => stamp(resource, key, 'created', context));
}

/** What may still be restored, newest deletion first, at most 100; `updated_by` deleted it. */
export async function deletedRecords(resource: AnyResource, context: Context): Promise<AnyRow[]> {
  const since = new Date(context.services.now().getTime() - restorableMs).toISOString();
  const scope = scopeOf(resource, context.session) ?? sql`true`;
  return context.tx.rows<AnyRow>(sql`
    select ${columnsOf(resource)}${changeMark(resource, context.session)} from ${table(resource)}
    where tenant_id = ${context.session.tenantId} and deleted_at >= ${since}::timestamptz and ${scope} and ${notMerged(resource)} order by deleted_at desc limit 100`);
}
/** What was merged into another record comes back by undoing the merge. */
const notMerged = (resource: AnyResource) =>
  Object.hasOwn(resource.fields.properties, 'merged_into') ? sql`merged_into is null` : sql`true`;
const restorableMs = 30 * 86_400_000;

/** Where the record is used: `{ count, text: 'used by 3 Courses, 120 Leads', usage }`. */
export async function usageOfRecord(
  resource: AnyResource,
  key: Key,
  context: Context,
): Promise<{ count: number; text: string; usage: Usage[] }> {
  const row = await fetchRow(resource, key, context);
  const usage = await usageOf(context.tx, context.session.tenantId, resource, row);
  const parts = usage.map((one) => counted(one.count, one.label, pluralOf(resourceNamed(one.resource))));
  const count = usage.reduce((sum, one) => sum + one.count, 0);
  return { count, text: parts.length ? `used by ${parts.join(', ')}` : 'not used anywhere', usage };
}

async function stamp(resource: AnyResource, key: Key, change: 'created' | 'deleted', context: Context): Promise<AnyRow> {
  const at = change === 'deleted' ? sql`now()` : sql`null`;
  const row = await plainly(resource, () =>
    context.tx.row<AnyRow>(sql`
      update ${table(resource)} set deleted_at = ${at}
      where tenant_id = ${context.session.tenantId} and ${keyColumn(resource)} = ${key} returning ${columnsOf(resource)}${changeMark(resource, context.session)}`),
  );
  tellChange(context.tx, resource, row!, change);
  return row!;
}
