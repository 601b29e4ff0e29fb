import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { pluralOf, type AnyResource } from '../../src/schemas/kit/resource';
import { resourceNamed } from '../../src/schemas/kit/all';
import type { Context, Hooks } from '../http/context';
import { keyColumn, table } from '../store/identifiers';
import { nameOfRow } from './answers';
import { plainly } from './database-errors';
import type { Key } from './drafts';
import { usageOf } from './references';
import { columnsOf, fetchRow } from './rows';

type Row = Record<string, unknown>;

/** Deletes softly; 409 with the counts while other records name it (D-137). */
export async function deleteRecord(resource: AnyResource, hooks: Hooks, key: Key, context: Context): Promise<void> {
  const row = await fetchRow(resource, key, context, { lock: true });
  await hooks.beforeDelete?.(row, context);
  const usage = await usageOf(context.tx, context.session.tenantId, resource, row);
  if (usage.length) {
    const count = usage.reduce((sum, one) => sum + one.count, 0);
    throw problem(409, `${nameOfRow(resource, row)} is in use and cannot be deleted.`, [], { count, usage });
  }
  await stamp(resource, key, sql`now()`, context);
}

/** Takes a deletion back; 404 when there is no deleted record of that key. */
export async function restoreRecord(resource: AnyResource, key: Key, context: Context): Promise<Row> {
  await fetchRow(resource, key, context, { lock: true, deleted: true });
  return stamp(resource, key, sql`null`, context);
}

/** Who names the record: `{ count, text: 'used by 3 Courses, 120 Leads', usage }` (screens 0.3). */
export async function usageOfRecord(
  resource: AnyResource,
  key: Key,
  context: Context,
): Promise<{ count: number; text: string; usage: { resource: string; label: string; count: number }[] }> {
  const row = await fetchRow(resource, key, context);
  const usage = await usageOf(context.tx, context.session.tenantId, resource, row);
  const parts = usage.map((one) => `${one.count} ${one.count === 1 ? one.label : pluralOf(resourceNamed(one.resource))}`);
  const count = usage.reduce((sum, one) => sum + one.count, 0);
  return { count, text: parts.length ? `used by ${parts.join(', ')}` : 'not in use', usage };
}

async function stamp(resource: AnyResource, key: Key, at: ReturnType<typeof sql>, context: Context): Promise<Row> {
  const row = await plainly(resource, () =>
    context.tx.row<Row>(sql`
      update ${table(resource)} set deleted_at = ${at}
      where tenant_id = ${context.session.tenantId} and ${keyColumn(resource)} = ${key} returning ${columnsOf(resource)}`),
  );
  return row!;
}
