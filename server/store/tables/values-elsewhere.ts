import { keyOf, type AnyResource } from '../../../src/schemas/kit/resource';
import { quote, tableName } from '../identifiers';
import { literal } from '../parameters';

/** The table of custom and kept values (custom-index.ts). */
export const valuesTable = 'custom_values';
export const valueColumns =
  '"tenant_id", "table_name", "row_key", "field", "place", "text", "folded", "number", "time", "created_at"';

/** The newest record of another table, of which values are kept for the row that it names. */
export interface KeptSource {
  readonly table: string;
  readonly key: string;
  readonly of: string;
  readonly by: string;
  readonly at: string;
  readonly values: readonly { readonly name: string; readonly column: string; readonly as: 'text' | 'time' }[];
  /** The values are those of the row of `table` whose key is in `field`; records without one are passed over. */
  readonly through?: { readonly field: string; readonly table: string; readonly key: string };
  /** Only records in which these two differ. */
  readonly differ?: readonly [string, string];
  /** A row without such a record has its own creation as the time, and no time is before that. */
  readonly always?: true;
}
/** A yes or no inside an object of the row. */
export interface KeptPart {
  readonly name: string;
  readonly column: string;
  readonly key: string;
  readonly yes: string;
  readonly no: string;
}

/** The name of a kept column among the entries: no custom field can have it. */
export const keptName = (name: string): string => `~${name}`;

export const keptParts = ({ asked = {}, fields }: Pick<AnyResource, 'asked' | 'fields'>): readonly KeptPart[] =>
  Object.entries(asked).flatMap(([name, { part, from, field }]) => {
    const [yes = '', no = ''] = (field?.enum ?? []).map(String);
    const column = [from].join();
    return part && fields.properties[column] ? [{ name: keptName(name), column, key: part, yes, no }] : [];
  });

/** An older version of the schema files may not have them yet. */
const hasAll = (resource: AnyResource | undefined, names: readonly string[]): boolean =>
  names.every((name) => name === 'created_at' || resource?.fields.properties[name] !== undefined);

/** By table, reference and time: what comes from the same record is kept together. `named`: the resources by their names. */
export function keptSources(resource: AnyResource, named: ReadonlyMap<string, AnyResource>): readonly KeptSource[] {
  const found = new Map<string, KeptSource & { values: KeptSource['values'][number][] }>();
  for (const [name, { of = '', newest, days, field }] of Object.entries(resource.asked ?? {})) {
    const about = newest ?? days;
    if (!about) continue;
    const { by, at } = about;
    const through = newest?.through;
    const to = through && named.get(through.to);
    const value = newest ? [newest.value] : [];
    const asked = [by, at, ...(days?.differ ?? []), ...(through ? [through.field] : value)];
    if (!hasAll(named.get(of), asked) || (through && !hasAll(to, value))) continue;
    const group = [of, by, at, through?.field, days?.differ].join();
    const source = found.get(group) ?? {
      table: tableName(resource),
      key: keyOf(resource).name,
      of: tableName(of),
      by,
      at,
      values: [],
      ...(through && to ? { through: { field: through.field, table: tableName(to), key: keyOf(to).name } } : {}),
      ...(days ? { differ: days.differ, always: true as const } : {}),
    };
    const isTime = days !== undefined || field?.format === 'date-time';
    source.values.push({ name: keptName(name), column: newest?.value ?? at, as: isTime ? 'time' : 'text' });
    found.set(group, source);
  }
  return [...found.values()];
}

/** The parts as JSON, as the entries of custom values are read from. */
export const partsText = (parts: readonly KeptPart[], row: string): string =>
  `jsonb_build_object(${parts
    .map(
      ({ name, column, key, yes, no }) =>
        `${literal(name)}, case ${row}.${quote(column)} ->> ${literal(key)} when 'true' then ${literal(yes)} when 'false' then ${literal(no)} end`,
    )
    .join(', ')})`;

/** The entries of a source; read from there, since most rows of the table have none. `among`: of these rows of one tenant, as SQL. */
export function sourceEntries(source: KeptSource, among?: { readonly tenant: string; readonly keys: string }): string {
  const { table, key, by, at, values, always } = source;
  const each = values.map(({ name, column, as }) => {
    const value = always ? `greatest(n.${quote(column)}, l."created_at")` : `n.${quote(column)}`;
    return as === 'time'
      ? `(${literal(name)}, null, ${value})`
      : `(${literal(name)}, ${value}::text, null::timestamp(3) with time zone)`;
  });
  const of = (row: string, column: string): string =>
    among ? ` and ${row}."tenant_id" = ${among.tenant} and ${row}.${quote(column)} = any(${among.keys})` : '';
  return `select l."tenant_id", '${table}', l.${quote(key)}, v."field", 1, v."text", lower(v."text"), null::double precision, v."time", l."created_at"
  from ${quote(table)} l ${always ? 'left ' : ''}join (select distinct on (s."tenant_id", s.${quote(by)}) s."tenant_id", ${newestColumns(source)}
    where s."deleted_at" is null and ${tellsText(source, 's')}${of('s', by)}
    order by s."tenant_id", s.${quote(by)}, s.${quote(at)} desc, s."id" desc) n
    on l."tenant_id" = n."tenant_id" and l.${quote(key)} = n.${quote(by)}
  cross join lateral (values ${each.join(', ')}) v("field", "text", "time")
  where l."deleted_at" is null and (v."text" is not null or v."time" is not null)${always ? of('l', key) : ''}`;
}

/** What is read of a record, and from where. */
function newestColumns({ of, by, at, values, through }: KeptSource): string {
  const own = through ? [by, at] : [by, at, ...values.map(({ column }) => column)];
  const columns = [...new Set(own)].map((column) => `s.${quote(column)}`);
  if (!through) return `${columns.join(', ')} from ${quote(of)} s`;
  columns.push(...values.map(({ column }) => `t.${quote(column)}`));
  return `${columns.join(', ')} from ${quote(of)} s join ${quote(through.table)} t
      on t."tenant_id" = s."tenant_id" and t.${quote(through.key)} = s.${quote(through.field)} and t."deleted_at" is null`;
}

/** Does a record tell anything of the row that it names? */
function tellsText({ by, at, through, differ }: KeptSource, row: string): string {
  const column = (name: string): string => `${row}.${quote(name)}`;
  return [
    ...[at, by, ...(through ? [through.field] : [])].map((name) => `${column(name)} is not null`),
    ...(differ ? [`${column(differ[0])} is distinct from ${column(differ[1])}`] : []),
  ].join(' and ');
}

/** The entries of rows that are new, of which no record tells yet. */
export const firstEntries = ({ table, key, values }: KeptSource, from: string): string =>
  `select r."tenant_id", '${table}', r.${quote(key)}, v."field", 1, null, null, null::double precision, r."created_at", r."created_at"
  from ${from} r cross join (values ${values.map(({ name }) => `(${literal(name)})`).join(', ')}) v("field") where r."deleted_at" is null`;

const keepName = ({ table, of, by }: KeptSource): string => quote(`keep_${table}_of_${of}_${by}`);
/** Keeps the values of these rows again; several at once follow one another. */
export const keepAgain = (source: KeptSource, tenant: string, keys: string): string =>
  `perform ${keepName(source)}(${tenant}, ${keys})`;

/** Two transactions that write entries of a row follow one another, and the second sees what the first wrote. */
export const lockText = (tenant: string, keys: string): string =>
  `perform pg_advisory_xact_lock(hashtext('kept values ' || ${tenant}), b."n")
    from (select distinct abs(hashtext(k) % 1024) as "n" from unnest(${keys}) k order by 1) b`;

const definer = 'security definer set search_path = public, pg_temp';
const events = ['insert', 'update', 'delete'] as const;
type KeptEvent = (typeof events)[number];

/** A trigger and its function, written so that making it again changes nothing. */
function make(on: string, name: string, { event, body, how }: { event: KeptEvent; body: string; how: string }): string[] {
  const trigger = quote(`${name}_${event}`);
  const fn = quote(`${name}_of_${on}_${event}`);
  return [
    `create or replace function ${fn}() returns trigger language plpgsql ${definer} as $kept$
begin
  ${body};
  return null;
end $kept$`,
    `revoke all on function ${fn}() from public`,
    `drop trigger if exists ${trigger} on ${quote(on)}`,
    `create trigger ${trigger} after ${event} on ${quote(on)} ${how} execute function ${fn}()`,
  ];
}
const changedText = (columns: readonly string[]): string =>
  [...new Set(columns)].map((column) => `old.${quote(column)} is distinct from new.${quote(column)}`).join(' or ');

/** The functions and triggers of a table whose newest records are kept for another one. */
export function sourceTriggers(source: KeptSource): string[] {
  const { of, by, at, table, values, through, differ = [] } = source;
  const own = keepName(source);
  const watched = through ? [through.field] : values.map(({ column }) => column);
  const names = values.map(({ name }) => literal(name)).join(', ');
  return [
    `create or replace function ${own}(tenant text, keys text[]) returns void language plpgsql ${definer} as $kept$
begin
  ${lockText('tenant', 'keys')};
  delete from "${valuesTable}" where "tenant_id" = tenant and "table_name" = '${table}' and "field" in (${names}) and "row_key" = any(keys);
  insert into "${valuesTable}" (${valueColumns})
  ${sourceEntries(source, { tenant: 'tenant', keys: 'keys' })};
end $kept$`,
    `revoke all on function ${own}(text, text[]) from public`,
    ...make(of, `kept_${table}`, {
      event: 'insert',
      body: `perform ${own}(w."tenant_id", w."keys") from (select "tenant_id", array_agg(distinct ${quote(by)}) as "keys"
    from "new_rows" r where ${tellsText(source, 'r')} group by 1) w`,
      how: 'referencing new table as new_rows for each statement',
    }),
    ...make(of, `kept_${table}`, {
      event: 'update',
      body: keepAgain(source, 'new."tenant_id"', `array_remove(array[old.${quote(by)}, new.${quote(by)}], null)`),
      how: `for each row when (${changedText([by, at, 'deleted_at', ...watched, ...differ])})`,
    }),
    ...make(of, `kept_${table}`, {
      event: 'delete',
      body: keepAgain(source, 'old."tenant_id"', `array[old.${quote(by)}]`),
      how: `for each row when (${tellsText(source, 'old')})`,
    }),
  ];
}

/** The triggers of the table that holds the values of a source that has them at second hand. */
export function throughTriggers(source: KeptSource): string[] {
  const { of, by, table, values, through } = source;
  if (!through) return [];
  const again = (rows: string): string => `perform ${keepName(source)}(w."tenant_id", w."keys")
    from (select s."tenant_id", array_agg(distinct s.${quote(by)}) as "keys" from ${rows} r join ${quote(of)} s
      on s."tenant_id" = r."tenant_id" and s.${quote(through.field)} = r.${quote(through.key)}
      where s."deleted_at" is null and ${tellsText(source, 's')} group by 1) w`;
  const name = `kept_${table}`;
  const columns = values.map(({ column }) => column);
  return [
    ...make(through.table, name, {
      event: 'insert',
      body: again('new_rows'),
      how: 'referencing new table as new_rows for each statement',
    }),
    ...make(through.table, name, {
      event: 'update',
      body: again('(select new.*)'),
      how: `for each row when (${changedText(['deleted_at', ...columns])})`,
    }),
    ...make(through.table, name, {
      event: 'delete',
      body: again('old_rows'),
      how: 'referencing old table as old_rows for each statement',
    }),
  ];
}
export const sourceTriggerNames = ({ table }: KeptSource): readonly string[] => events.map((event) => `kept_${table}_${event}`);
