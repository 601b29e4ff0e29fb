import sql, { empty, type Sql } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { keyOf, refOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { ident, table } from '../store/identifiers';
import type { Key } from './drafts';
import { keysAt } from './keys-at';

export interface Dependent {
  readonly path: string;
  readonly value: Key;
  readonly to: AnyResource;
  /** The column of the target, the field of this record that it has to equal, and that field's value. */
  readonly column: string;
  readonly by: string;
  readonly is: Key;
}

/** References whose choice depends on another field (a city of the state), where one of the two is written. */
export function dependent(resource: AnyResource, values: Readonly<AnyRow>, record: Readonly<AnyRow>): Dependent[] {
  return Object.keys(resource.refs ?? {}).flatMap((path) => {
    const { to, where } = refOf(resource, path)!;
    const [value] = keysAt(record[path]);
    if (!where || value === undefined) return [];
    return Object.entries(where).flatMap(([column, from]) => {
      const by = from.slice(1);
      const [is] = keysAt(record[by]);
      const written = Object.hasOwn(values, path) || Object.hasOwn(values, by);
      return written && is !== undefined ? [{ path, value, to: resourceNamed(to), column, by, is }] : [];
    });
  });
}

export function belongs(tenantId: string, { path, value, to, column, is }: Dependent): Sql {
  const own = to.store === 'shared' ? empty : sql`tenant_id = ${tenantId} and `;
  return sql`select ${path}::text as "to", ${String(value)}::text as "key", '' as "text" from ${table(to)}
    where ${own}${ident(keyOf(to).name)}::text = ${String(value)} and ${ident(column)}::text = ${String(is)}`;
}
