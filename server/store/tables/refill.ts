import { createHash } from 'node:crypto';
import { counted } from '../../../src/schemas/kit/counted';
import type { Connection } from '../connection';
import { quote } from '../identifiers';
import { literal } from '../parameters';
import { customFunctions, customTable, entriesOfRows, type ValuesKept } from './custom-index';
import { lookUpRole } from './ddl';
import { lockText, sourceEntries, valueColumns, type KeptSource } from './values-elsewhere';

/** Entries of a table that are to be made again from its rows: its own, and those of some sources. */
export interface Refill {
  readonly kept: ValuesKept;
  readonly own: boolean;
  readonly sources: readonly KeptSource[];
  /** What the schema step remembers once all rows are done. */
  readonly states: readonly (readonly [name: string, hash: string])[];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const fieldsOf = (sources: readonly KeptSource[]): string =>
  sources.flatMap(({ values }) => values.map(({ name }) => literal(name).trim())).join(', ');

/**
 * What of a table's entries is made in another way than what stands; undefined: nothing. Each source is a part for itself: a new
 * column costs its own values.
 */
export function refillOf(kept: ValuesKept, known: (state: string) => string | undefined): Refill | undefined {
  const ownState = [
    `custom:${kept.name}`,
    hashOf([...customFunctions, entriesOfRows(kept, kept.name), fieldsOf(kept.sources)].join(';\n')),
  ] as const;
  const stateOf = (source: KeptSource) =>
    [`custom:${kept.name}:${source.of}:${source.by}`, hashOf(sourceEntries(source))] as const;
  const isOther = ([name, hash]: readonly [string, string]): boolean => known(name) !== hash;
  const sources = kept.sources.filter((source) => isOther(stateOf(source)));
  const own = isOther(ownState);
  if (!own && sources.length === 0) return undefined;
  return { kept, own, sources, states: [...(own ? [ownState] : []), ...sources.map(stateOf)] };
}

/** A step holds back those who write the same rows for a fraction of a second; everyone else never waits. */
const rowsOfStep = 2000;

/**
 * Makes entries again in steps, each for itself: the triggers stand already and see to what is written meanwhile, and until a step
 * comes to a row its old entries serve. Rows of all tenants, under any owner of the tables. A start that was cut off goes on where it was.
 */
export async function refill(
  connection: Connection,
  work: Refill,
  remember: (name: string, hash: string) => string,
  print: (line: string) => void = () => {},
): Promise<void> {
  const { kept, states } = work;
  const wanted = hashOf(states.flat().join());
  const place = `refill:${kept.name}`;
  const [at] = await connection.script(`select "hash" from "schema_state" where "name" = ${literal(place)}`);
  const [mark, reached = '', from = ''] = String(at?.hash ?? '').split(' ');
  const begun = mark === wanted ? { tenant: reached, after: from } : { tenant: '', after: '' };
  await connection.script(stepText(work));
  const tenants = await connection.script(tenantsText(kept.name));
  const [size] = await connection.script(
    `select greatest(reltuples, 0)::bigint as n from pg_class where oid = ${literal(quote(kept.name))}::regclass`,
  );
  if (Number(size?.n) > 50_000)
    print(`Schema: making the index of values of ${kept.name} again, ${counted(Number(size?.n), 'row')}.`);
  for (const { tenant_id } of tenants) {
    const tenant = String(tenant_id);
    if (tenant < begun.tenant) continue;
    for (let after: unknown = tenant === begun.tenant ? begun.after : ''; typeof after === 'string';) {
      const asked = [tenant, after, place, wanted].map((text) => literal(text)).join(', ');
      const [done] = await connection.script(`select pg_temp.refill_step(${asked}) as "last"`);
      after = done?.last;
    }
  }
  await connection.script(
    [
      ...states.map(([name, hash]) => remember(name, hash)),
      `delete from "schema_state" where "name" = ${literal(place)}`,
      'drop function pg_temp.refill_step(text, text, text, text)',
    ].join(';\n'),
  );
}

/** From one tenant to the next through the table's key, whose entries are a million. */
const tenantsText = (table: string): string => `set role ${lookUpRole};
with recursive t as (
  (select "tenant_id" from ${quote(table)} order by "tenant_id" limit 1)
  union all select (select n."tenant_id" from ${quote(table)} n where n."tenant_id" > t."tenant_id" order by n."tenant_id" limit 1)
    from t where t."tenant_id" is not null)
select "tenant_id" from t where "tenant_id" is not null order by "tenant_id" collate "C";
reset role`;

/**
 * One step: the next rows of a tenant. Answers the key of the last one; null where there are none. Entries that are right already
 * stay, since writing costs ten times what reading does. What no row has goes too, looked up row by row: a join of tables that
 * nobody has analyzed takes the square of their rows.
 */
function stepText({ kept, own, sources }: Refill): string {
  const { name, key } = kept;
  const of = `"tenant_id" = tenant and "table_name" = '${name}'`;
  const all = fieldsOf(kept.sources);
  const parts = [
    ...(own ? [all === '' ? 'true' : `"field" not in (${all})`] : []),
    ...(sources.length ? [`"field" in (${fieldsOf(sources)})`] : []),
  ].join(' or ');
  const rows = `(select * from ${quote(name)} where "tenant_id" = tenant and ${quote(key)} = any(keys))`;
  const made = [
    ...(own ? [entriesOfRows(kept, rows)] : []),
    ...sources.map((source) => sourceEntries(source, { tenant: 'tenant', keys: 'keys' })),
  ]
    .map((text) => `select * from (${text}) as m(${valueColumns})`)
    .join(' union all ');
  const changing = ['text', 'folded', 'number', 'time', 'created_at'].map((name) => `"${name}" = excluded."${name}"`).join(', ');
  return `create or replace function pg_temp.refill_step(tenant text, after text, progress text, mark text) returns text language plpgsql as $refill$
declare
  keys text[];
  reader text := coalesce(current_setting('app.tenant', true), '');
begin
  perform set_config('app.tenant', tenant, true);
  select array_agg("key" order by "key") into keys from (select ${quote(key)} as "key" from ${quote(name)}
    where "tenant_id" = tenant and ${quote(key)} > after and "deleted_at" is null order by 1 limit ${rowsOfStep}) k;
  delete from "${customTable}" v where ${of} and "row_key" > after and (keys is null or "row_key" <= keys[array_upper(keys, 1)])
    and "row_key" <> all(coalesce(keys, '{}'))
    and (select count(*) from ${quote(name)} t where t."tenant_id" = tenant and t.${quote(key)} = v."row_key" and t."deleted_at" is null) = 0;
  if keys is not null then
    ${lockText('tenant', 'keys')};
    with "made" as materialized (${made}),
    "standing" as materialized (select ${valueColumns} from "${customTable}" where ${of} and "row_key" = any(keys) and (${parts})),
    "gone" as (delete from "${customTable}" where ${of} and ("row_key", "field", "place") in (
      select "row_key", "field", "place" from "standing" except select "row_key", "field", "place" from "made"))
    insert into "${customTable}" (${valueColumns}) select * from "made" except select * from "standing"
    on conflict ("tenant_id", "table_name", "row_key", "field", "place") do update set ${changing};
    insert into "schema_state" ("name", "hash") values (progress, mark || ' ' || tenant || ' ' || keys[array_upper(keys, 1)])
      on conflict ("name") do update set "hash" = excluded."hash";
  end if;
  perform set_config('app.tenant', reader, true);
  return keys[array_upper(keys, 1)];
end $refill$`;
}
