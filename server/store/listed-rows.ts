import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { ident, table } from './identifiers';
import { json } from './parameters';
import { columnType } from './tables/model';
import type { DbRow } from './store';

export interface ListedColumn {
  readonly name: string;
  /** Its type in SQL. */
  readonly type: string;
  /** One for each row, as `toParameter` takes them; JSON as its text. */
  readonly values: readonly unknown[];
}

/**
 * INSERT of rows that the database unfolds from one list per column: one plan for any number of rows, without
 * the way through JSON. A value that is the same in every row is sent once. With `tenantId` that is a first column.
 */
export function insertListed(into: Sql, columns: readonly ListedColumn[], tenantId?: string): Sql {
  const lists: Sql[] = [];
  const names: string[] = [];
  const values = columns.map(({ type, values: list }) => {
    const [first] = list;
    if (lists.length > 0 && typeof first !== 'object' && list.every((value) => value === first))
      return sql`${first}::${raw(type)}`;
    const name = `c${lists.length}`;
    lists.push(sql`${list}::text[]`);
    names.push(name);
    return raw(type === 'text' ? `u.${name}` : `u.${name}::${type}`);
  });
  const tenant = tenantId === undefined ? empty : sql`${tenantId}, `;
  return sql`insert into ${into} (${tenantId === undefined ? empty : raw('"tenant_id", ')}${join(columns.map(({ name }) => ident(name)))})
    select ${tenant}${join(values)} from unnest(${join(lists)}) as u(${join(names.map((name) => raw(name)))})`;
}

/** One INSERT with the columns that some row has a value for; undefined without rows. */
export function insertRows(
  tenantId: string,
  resource: AnyResource,
  columns: readonly string[],
  rows: readonly Readonly<DbRow>[],
): Sql | undefined {
  if (!rows.length) return undefined;
  const filled = columns.flatMap((name) => {
    const type = columnType(resource.fields.properties[name] ?? { type: 'string' });
    const values = rows.map(type === 'jsonb' ? (row) => json(row[name]) : (row) => row[name]);
    return values.every((value) => value === undefined || value === null) ? [] : [{ name, type, values }];
  });
  return insertListed(table(resource), filled, tenantId);
}
