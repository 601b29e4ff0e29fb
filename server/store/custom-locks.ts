import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from './store';

/** A custom value as JSON's `->>` writes it; a choice of several is the same in any order. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

/** Whether the row's `custom` has this value at the key. */
export const hasValue = (key: string, value: unknown): Sql => {
  if (!Array.isArray(value)) return sql`"custom"->>${key}::text = ${valueText(value)}`;
  const options = JSON.stringify(value);
  return sql`("custom"->${key}::text @> ${options}::jsonb and "custom"->${key}::text <@ ${options}::jsonb)`;
};

const lockOf = (tenantId: string, resource: string, key: string): string => `${tenantId} ${resource} ${key}`;

/** Two writes of the same value of a field that is unique wait for each other; the second sees what the first wrote. */
export async function lockValue(tx: Tx, tenantId: string, resource: string, key: string, text: string): Promise<void> {
  const field = lockOf(tenantId, resource, key);
  await tx.run(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${field}, 0)), pg_advisory_xact_lock(hashtextextended(${`${field} ${text}`}, 0))`);
}

/**
 * A write of many values waits for those of one value, and they for it: locks of a thousand values would fill the database's table
 * of locks. Taken before any other lock.
 */
export async function lockFields(tx: Tx, tenantId: string, resource: string, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted())
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${lockOf(tenantId, resource, key)}, 0))`);
}
