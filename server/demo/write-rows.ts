import type { AnyRow } from '../../src/schemas/kit/resource';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';

/** Rows of one table, each by its columns; what one of them does not say is null. */
export async function writeRows(tx: Tx, tenantId: string, table: string, rows: readonly Readonly<AnyRow>[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const made = rows.map((row) => [tenantId, ...columns.map((name) => stored(row[name]))]);
  await tx.insertMany(table, ['tenant_id', ...columns], made);
}

const stored = (value: unknown): unknown => (typeof value === 'object' && value !== null ? json(value) : value);
