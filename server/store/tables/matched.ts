import { createHash } from 'node:crypto';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import type { Connection } from '../connection';
import { literal } from '../parameters';
import { remember } from './plan';

/**
 * What every other start finds: this very build looked through the tables before, found nothing to do, and no one has changed them since.
 * To look through six hundred tables again takes a third of a start. Undefined in a database without tables.
 */
export async function readMatch(
  connection: Connection,
  resources: readonly AnyResource[],
  build: string,
): Promise<{ readonly mark: string; readonly isKnown: boolean } | undefined> {
  const [table] = await connection.script(`select to_regclass('public.schema_state') is not null as yes`);
  if (table?.yes !== true) return undefined;
  const [found] = await connection.script(
    `select ${stand} as "stand", (select "hash" from "schema_state" where "name" = ${literal(name)}) as "known"`,
  );
  const files = createHash('sha256').update(JSON.stringify(resources)).digest('hex');
  const mark = `${build} ${files} ${String(found?.['stand'])}`;
  return { mark, isKnown: found?.['known'] === mark };
}

/** Of a mark that was read before the tables were found in order: the next start looks at what someone has changed meanwhile. */
export async function rememberMatch(connection: Connection, mark: string): Promise<void> {
  await connection.script(remember(name, mark));
}

const name = 'matched';

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
/** Some of what a start does leaves its trace in what it remembers alone: rules that became stricter, indexes that were filled. */
const remembered = `(select md5(string_agg("name" || ' ' || "hash", ',' order by "name")) from "schema_state" where "name" <> ${literal(name)})`;
const stand = `concat_ws(' ', ${[...catalogue, remembered].join(', ')})`;
