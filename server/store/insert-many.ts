import type { Connection } from './connection';
import { ident, quote } from './identifiers';
import { insertListed } from './listed-rows';
import { literal } from './parameters';

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
  const typeOf = (name: string): string => {
    const type = types.get(name);
    if (!type) throw new Error(`table '${table}' has no column '${name}'`);
    return type;
  };
  let count = 0;
  for (let start = 0; start < rows.length; start += chunk) {
    const part = rows.slice(start, start + chunk);
    const listed = columns.map((name, at) => ({ name, type: typeOf(name), values: part.map((row) => row[at]) }));
    const { text, values } = insertListed(ident(table), listed);
    count += (await connection.query({ text, values })).count;
  }
  return count;
}

const chunk = 2000;
const typesOf = new Map<string, ReadonlyMap<string, string>>();

async function columnTypes(connection: Connection, table: string): Promise<ReadonlyMap<string, string>> {
  const cached = typesOf.get(table);
  if (cached) return cached;
  const rows = await connection.script<{
    name: string;
    type: string;
  }>(`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${literal(quote(table))}::regclass and attnum > 0 and not attisdropped`);
  const types = new Map(rows.map((row) => [row.name, row.type]));
  typesOf.set(table, types);
  return types;
}
