import type { Connection } from '../connection';
import { quote } from '../identifiers';
import { customTable } from '../tables/custom-index';

/** A table as the database itself describes it: enough to create it again, without indexes, foreign keys and rights. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
  readonly key: readonly string[];
}
export interface CopiedColumn {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default?: string;
  /** Made by the database from the rest of the row; not copied. */
  readonly generated?: string;
}
/** What the schema step remembers of a table's making: the rest it finds out by looking. */
export type CopiedState = readonly (readonly [name: string, hash: string])[];

/** Made by the product itself, from the code, before any row is copied. */
const system = new Set(['audit', 'audit_seals', 'counters', 'idempotency']);
/**
 * Counters of sign-in attempts are worth nothing elsewhere, the hashes of definitions go by `copiedState`, and the index of custom
 * values is made from the rows.
 */
const left = new Set(['attempts', 'schema_state', customTable]);

/** `index`: the index of custom values too. */
export async function copiedTables(connection: Connection, { index = false } = {}): Promise<CopiedTable[]> {
  const rows = await connection.script<CopiedTable>(`select c.relname as name,
    (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull,
        'default', case when a.attgenerated = '' and a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid) end,
        'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end)) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select jsonb_agg(a.attname order by array_position(x.indkey::int2[], a.attnum)) from pg_index x
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(x.indkey::int2[])
      where x.indrelid = c.oid and x.indisprimary) as key
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`);
  return rows.filter(({ name }) => !left.has(name) || (index && name === customTable));
}

export async function copiedState(connection: Connection): Promise<CopiedState> {
  const rows = await connection.script(
    `select "name", "hash" from "schema_state" where "name" like 'search:%' or "name" like 'defaults:%' order by 1`,
  );
  return rows.map(({ name, hash }) => [String(name), String(hash)] as const);
}

/** Columns whose values are copied. */
export const copiedColumns = ({ columns }: CopiedTable): readonly CopiedColumn[] =>
  columns.filter(({ generated }) => generated === undefined);

export const isSystemTable = ({ name }: Pick<CopiedTable, 'name'>): boolean => system.has(name);

/** The statement that makes the table bare. Its definition is the database's own word, kept where nobody else can write. */
export function bareTable({ name, columns, key }: CopiedTable): string {
  const lines = columns.map((column) => {
    const value = column.generated === undefined ? column.default && `default ${column.default}` : made(column.generated);
    return [quote(column.name), column.type, value, column.notNull && 'not null'].filter(Boolean).join(' ');
  });
  return `create table ${quote(name)} (${[...lines, `primary key (${key.map(quote).join(', ')})`].join(', ')})`;
}

const made = (expression: string): string => `generated always as (${expression}) stored`;
