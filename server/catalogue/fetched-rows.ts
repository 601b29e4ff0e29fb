import sql, { empty } from 'sql-template-tag';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Values } from '../../src/schemas/kit/values';
import type { Saver } from '../context/context';
import { keyColumn, table } from '../store/identifiers';
import { statementName } from '../store/statement-name';
import { keyIn, type Key } from './drafts';
import { columnsOf } from './rows';
import { scopeOf } from './scope';

interface Fetched {
  readonly row: Values;
  /** May this person open it? */
  readonly seen: boolean;
}
/** Records that others refer to, read once during a save. */
export interface FetchedRows {
  load(to: AnyResource, keys: readonly Key[]): Promise<void>;
  of(to: AnyResource, key: Key): Fetched | undefined;
}

export function fetchedRows({ tx, session }: Saver): FetchedRows {
  const known = new Map<string, Fetched>();
  const nameOf = (to: AnyResource, key: Key): string => `${to.name} ${key}`;
  return {
    of: (to, key) => known.get(nameOf(to, key)),
    async load(to, keys) {
      const { type } = keyOf(to);
      const wanted = keys.filter(
        (key) => !known.has(nameOf(to, key)) && typeof key === (type === 'integer' ? 'number' : 'string'),
      );
      if (!wanted.length) return;
      const among = type === 'integer' ? sql`${wanted}::bigint[]` : sql`${wanted}::text[]`;
      const own = to.store === 'shared' ? empty : sql`tenant_id = ${session.tenantId} and `;
      const scope = scopeOf(to, session) ?? sql`true`;
      const statement = sql`select ${columnsOf(to)}, ${scope} as "_seen" from ${table(to)} where ${own}${keyColumn(to)} = any(${among})`;
      const rows = await tx.rows<{ readonly _seen: boolean }>(statement, statementName(statement));
      for (const { _seen: seen, ...row } of rows) known.set(nameOf(to, keyIn(to, row)), { row, seen });
    },
  };
}
