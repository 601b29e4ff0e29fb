import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Connection } from '../connection';
import { literal } from '../parameters';

/**
 * What every other start finds: this very build made the tables or looked through them before, and nobody has changed them since. To look
 * through six hundred tables again takes a third of a start.
 */
export async function isMatched(connection: Connection, build: string): Promise<boolean> {
  const [table] = await connection.script(`select to_regclass('public.schema_state') is not null as yes`);
  if (table?.yes !== true) return false;
  const found = await connection.script(`select 1 from "schema_state" where "name" = ${name} and "hash" = ${markOf(build)}`);
  return found.length > 0;
}

/** Said when the tables are as the schema files of this build say. */
export async function rememberMatched(connection: Connection, build: string): Promise<void> {
  await connection.script(`insert into "schema_state" ("name", "hash") values (${name}, ${markOf(build)})
    on conflict ("name") do update set "hash" = excluded."hash"`);
}

/**
 * The build whose entry is this file: its chunks are named by their contents, and a chunk names those that it imports, so one text stands
 * for all of them.
 */
export const buildOf = (entry: URL): string => createHash('sha256').update(readFileSync(entry)).digest('hex');

const name = literal('matched');

/** Whenever something is changed that a row of the database's catalogue describes, the row gets the number of that transaction. */
const written = (from: string): string => `(select count(*) || ':' || coalesce(sum(d.xmin::text::bigint), 0) from ${from})`;
const isOurs = (space: string): string => `${space} = 'public'::regnamespace`;
const ofTable = (key: string): string =>
  `join pg_class c on c.oid = d.${key} and c.relkind = 'r' and ${isOurs('c.relnamespace')}`;
const catalogue = [
  written(`pg_class d where ${isOurs('d.relnamespace')}`),
  written(`pg_attribute d ${ofTable('attrelid')} where d.attnum > 0`),
  written(`pg_attrdef d ${ofTable('adrelid')}`),
  written(`pg_index d ${ofTable('indrelid')}`),
  written(`pg_trigger d ${ofTable('tgrelid')}`),
  written(`pg_policy d ${ofTable('polrelid')}`),
  written(`pg_constraint d where ${isOurs('d.connamespace')}`),
  written(`pg_proc d where ${isOurs('d.pronamespace')}`),
];
const markOf = (build: string): string => `concat_ws(' ', ${literal(build)}, ${catalogue.join(', ')})`;
