import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Field } from '../../../src/schemas/kit/field';
import { multipleOfPrecision } from '../../../src/schemas/kit/multiples';
import { withoutNulls } from '../../../src/schemas/kit/validation-schema';
import type { Connection } from '../connection';
import { quote } from '../identifiers';
import type { Broken } from './broken-sentence';

/** What to look for in the rows of a table that stands. */
export interface Stricter {
  readonly table: string;
  readonly label: string;
  /** The column that names a row. */
  readonly named: string;
  /** Narrowed fields, with the columns that their values are in now; `as`: the column's type, and `v` in the type that it will have. */
  readonly fields: ReadonlyMap<
    string,
    { readonly column: string; readonly limits: Field; readonly as?: { readonly from: string; readonly to: string } }
  >;
  /** Fields that become required; without a column none of the rows has a value. */
  readonly required: ReadonlyMap<string, string | undefined>;
  /** Unique rules that are new: the expressions of their columns, and their condition. */
  readonly unique: readonly { readonly fields: string; readonly by: readonly string[]; readonly where: string }[];
  /** References that are new: the column that names a record, and the table and key of that; without a table there are none yet. */
  readonly refs: readonly {
    readonly field: string;
    readonly column: string;
    readonly to?: string;
    readonly key: string;
    readonly shared: boolean;
  }[];
}
const mostNamed = 5;
const ajv = new Ajv2020({ allErrors: true, strict: false, multipleOfPrecision });
addFormats(ajv);

/** The rules that rows of this table break. Reads the rows of all tenants in a transaction that is rolled back. */
export async function brokenRows(connection: Connection, one: Stricter): Promise<Broken[]> {
  const [login] = await connection.script('select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user');
  await connection.script('begin');
  try {
    // The owner is held by row security too, and there is no policy that shows the rows of every tenant.
    if (login?.free !== true)
      for (const table of new Set([one.table, ...one.refs.flatMap(({ to }) => to ?? [])]))
        await connection.script(`alter table ${quote(table)} no force row level security`);
    const found: Broken[] = [];
    for (const look of [withoutValue, twice, pointingNowhere, outside]) found.push(...(await look(connection, one)));
    return found;
  } finally {
    await connection.script('rollback');
  }
}

async function withoutValue(connection: Connection, { table, label, named, required }: Stricter): Promise<Broken[]> {
  const found: Broken[] = [];
  for (const [field, column] of required) {
    const where = column === undefined ? '' : `where ${quote(column)} is null`;
    const [row] = await connection.script(`select count(*) as count,
      (select jsonb_agg(n) from (select ${quote(named)}::text as n from ${quote(table)} ${where} limit ${mostNamed}) s) as names
      from ${quote(table)} ${where}`);
    const count = Number(row?.count ?? 0);
    if (count) found.push({ rule: `${label}, fields.required: '${field}'`, count, names: textsIn(row?.names), held: true });
  }
  return found;
}

async function twice(connection: Connection, { table, label, named, unique }: Stricter): Promise<Broken[]> {
  const found: Broken[] = [];
  for (const { fields, by, where } of unique) {
    const filled = by.map((column) => ` and ${column} is not null`).join('');
    const rows = await connection.script(`select count(*) as count,
      to_jsonb((array_agg(${quote(named)}::text))[1:${mostNamed}]) as names
      from ${quote(table)} ${where}${filled} group by ${by.join(', ')} having count(*) > 1`);
    const count = rows.reduce((sum, row) => sum + Number(row.count), 0);
    const names = rows.flatMap((row) => textsIn(row.names)).slice(0, mostNamed);
    if (count) found.push({ rule: `${label}, unique: '${fields}'`, count, names, held: true });
  }
  return found;
}

async function pointingNowhere(connection: Connection, { table, label, named, refs }: Stricter): Promise<Broken[]> {
  const found: Broken[] = [];
  for (const { field, column, to, key, shared } of refs) {
    const same = shared ? '' : ' and t."tenant_id" = r."tenant_id"';
    const record =
      to === undefined ? '' : ` and not exists (select 1 from ${quote(to)} t where t.${quote(key)} = r.${quote(column)}${same})`;
    const where = `r.${quote(column)} is not null${record}`;
    const [row] = await connection.script(`select count(*) as count,
      (select jsonb_agg(n) from (select r.${quote(named)}::text as n from ${quote(table)} r where ${where} limit ${mostNamed}) s) as names
      from ${quote(table)} r where ${where}`);
    const count = Number(row?.count ?? 0);
    if (count) found.push({ rule: `${label}, refs.${field}`, count, names: textsIn(row?.names), held: true });
  }
  return found;
}

async function outside(connection: Connection, { table, label, named, fields }: Stricter): Promise<Broken[]> {
  if (!fields.size) return [];
  const broken = new Map<string, { count: number; names: string[]; held: boolean }>();
  const note = (rule: string, named: string, held: boolean): void => {
    const known = broken.get(rule) ?? { count: 0, names: [], held };
    known.count++;
    if (known.names.length < mostNamed) known.names.push(named);
    broken.set(rule, known);
  };
  const columns: string[] = [];
  for (const [name, { column, as }] of fields) {
    const read = quote(`as_${name}`);
    if (as) await connection.script(converting(read, as));
    columns.push(`${as ? `pg_temp.${read}` : 'jsonb_build_array'}(${quote(column)}) as ${quote(`f_${name}`)}`);
  }
  const checks = [...fields].map(([name, { limits }]) => ({ name, limits, valid: ajv.compile(limits) }));
  await connection.script(
    `declare stricter no scroll cursor for select ${quote(named)}::text as named, "deleted_at" is null as lives, ${columns.join(', ')} from ${quote(table)}`,
  );
  for (;;) {
    const rows = await connection.script('fetch 2000 from stricter');
    for (const row of rows)
      for (const { name, limits, valid } of checks) {
        const read: unknown = row[`f_${name}`];
        if (!Array.isArray(read)) note(`${name}.type`, String(row.named), true);
        if (!Array.isArray(read) || row['lives'] !== true) continue;
        const value = withoutNulls({ [name]: read[0] }, { [name]: limits })[name];
        if (value === undefined || valid(value)) continue;
        for (const rule of new Set((valid.errors ?? []).map((error) => ruleOf(name, error))))
          note(rule, String(row.named), false);
      }
    if (rows.length < 2000) break;
  }
  return [...broken].map(([rule, found]) => ({ rule: `${label}, fields.${rule}`, ...found }));
}

/** Reads a value as the column will hold it, in a list; null where it cannot be that. */
const converting = (name: string, { from, to }: { readonly from: string; readonly to: string }): string =>
  `create or replace function pg_temp.${name}(v ${from}) returns jsonb language plpgsql as $read$
begin
  return jsonb_build_array(${to});
exception when others then
  return null;
end $read$`;

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** 'size.maximum', 'rows.items.name.enum'. */
const ruleOf = (name: string, { schemaPath }: { readonly schemaPath: string }): string =>
  [name, ...schemaPath.split('/').slice(1)].filter((part) => part !== 'properties').join('.');
