import type { Connection } from './connection';
import { quote } from './identifiers';
import { literal, toParameter } from './parameters';

/**
 * Rows in bulk: one list per column, unfolded by the database. COPY is refused under row security, and this needs one plan
 * however many rows there are.
 */
export async function insertMany(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<number> {
  const types = await columnTypes(connection, table);
  const casts = columns.map((column, index) => {
    const type = types.get(column);
    if (!type) throw new Error(`table '${table}' has no column '${column}'`);
    return type === 'text' ? `u.c${index}` : `u.c${index}::${type}`;
  });
  const text = `insert into ${quote(table)} (${columns.map(quote).join(', ')}) select ${casts.join(', ')}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as u(${columns.map((_, index) => `c${index}`).join(', ')})`;
  let count = 0;
  for (let start = 0; start < rows.length; start += chunk) {
    const part = rows.slice(start, start + chunk);
    const values = columns.map((_, index) => part.map((row) => toParameter(row[index])));
    count += (await connection.query({ text, values })).count;
  }
  return count;
}

const chunk = 2000;
const known = new Map<string, ReadonlyMap<string, string>>();

async function columnTypes(connection: Connection, table: string): Promise<ReadonlyMap<string, string>> {
  const cached = known.get(table);
  if (cached) return cached;
  const rows = await connection.script(`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${literal(quote(table))}::regclass and attnum > 0 and not attisdropped`);
  const types = new Map(rows.map((row) => [row.name as string, row.type as string]));
  known.set(table, types);
  return types;
}
