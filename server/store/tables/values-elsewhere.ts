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

/** By table, reference and time: what comes from the same record is kept together. */
export function keptSources(resource: AnyResource): readonly KeptSource[] {
  const found = new Map<string, KeptSource & { values: KeptSource['values'][number][] }>();
  for (const [name, { of = '', newest, field }] of Object.entries(resource.asked ?? {})) {
    if (!newest) continue;
    const { by, at, value } = newest;
    const group = [of, by, at].join();
    const source = found.get(group) ?? {
      table: tableName(resource),
      key: keyOf(resource).name,
      of: tableName(of),
      by,
      at,
      values: [],
    };
    source.values.push({ name: keptName(name), column: value, as: field?.format === 'date-time' ? 'time' : 'text' });
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

/** The entries of a source, the rows of which are "s"; read from there, since most rows of the table have none. */
export function sourceEntries({ table, key, of, by, at, values }: KeptSource, where = 'true'): string {
  const columns = [...new Set([by, at, ...values.map(({ column }) => column)])].map((column) => `s.${quote(column)}`).join(', ');
  const each = values.map(({ name, column, as }) =>
    as === 'time'
      ? `(${literal(name)}, null, n.${quote(column)})`
      : `(${literal(name)}, n.${quote(column)}::text, null::timestamp(3) with time zone)`,
  );
  return `select l."tenant_id", '${table}', l.${quote(key)}, v."field", 1, v."text", lower(v."text"), null::double precision, v."time", l."created_at"
  from (select distinct on (s."tenant_id", s.${quote(by)}) s."tenant_id", ${columns} from ${quote(of)} s
    where s."deleted_at" is null and s.${quote(at)} is not null and s.${quote(by)} is not null and ${where}
    order by s."tenant_id", s.${quote(by)}, s.${quote(at)} desc, s."id" desc) n
  join ${quote(table)} l on l."tenant_id" = n."tenant_id" and l.${quote(key)} = n.${quote(by)} and l."deleted_at" is null
  cross join lateral (values ${each.join(', ')}) v("field", "text", "time")
  where v."text" is not null or v."time" is not null`;
}

const keepName = ({ table, of, by }: KeptSource): string => quote(`keep_${table}_of_${of}_${by}`);
/** Keeps the values of these rows again; several at once follow one another. */
export const keepAgain = (source: KeptSource, tenant: string, keys: string): string =>
  `perform ${keepName(source)}(${tenant}, ${keys})`;

/** Two transactions that write entries of a row follow one another, and the second sees what the first wrote. */
export const lockText = (tenant: string, keys: string): string =>
  `perform pg_advisory_xact_lock(hashtext('kept values ' || ${tenant}), b."n")
    from (select distinct abs(hashtext(k) % 1024) as "n" from unnest(${keys}) k order by 1) b`;

const definer = 'security definer set search_path = public, pg_temp';

/** The functions and triggers of a table whose newest records are kept for another one. */
export function sourceTriggers(source: KeptSource): string[] {
  const { of, by, at, table, values } = source;
  const own = keepName(source);
  const trigger = (event: string): string => quote(`kept_${table}_${event}`);
  const fn = (event: string): string => quote(`kept_${table}_of_${of}_${event}`);
  const changed = [...new Set([by, at, 'deleted_at', ...values.map(({ column }) => column)])].map(
    (column) => `old.${quote(column)} is distinct from new.${quote(column)}`,
  );
  const make = (event: string, body: string, how: string): string[] => [
    `create or replace function ${fn(event)}() returns trigger language plpgsql ${definer} as $kept$
begin
  ${body};
  return null;
end $kept$`,
    `revoke all on function ${fn(event)}() from public`,
    `drop trigger if exists ${trigger(event)} on ${quote(of)}`,
    `create trigger ${trigger(event)} after ${event} on ${quote(of)} ${how} execute function ${fn(event)}()`,
  ];
  const names = values.map(({ name }) => literal(name)).join(', ');
  return [
    `create or replace function ${own}(tenant text, keys text[]) returns void language plpgsql ${definer} as $kept$
begin
  ${lockText('tenant', 'keys')};
  delete from "${valuesTable}" where "tenant_id" = tenant and "table_name" = '${table}' and "field" in (${names}) and "row_key" = any(keys);
  insert into "${valuesTable}" (${valueColumns})
  ${sourceEntries(source, `s."tenant_id" = tenant and s.${quote(by)} = any(keys)`)};
end $kept$`,
    `revoke all on function ${own}(text, text[]) from public`,
    ...make(
      'insert',
      `perform ${own}(w."tenant_id", w."keys") from (select "tenant_id", array_agg(distinct ${quote(by)}) as "keys"
    from "new_rows" where ${quote(by)} is not null and ${quote(at)} is not null group by 1) w`,
      'referencing new table as new_rows for each statement',
    ),
    ...make(
      'update',
      keepAgain(source, 'new."tenant_id"', `array_remove(array[old.${quote(by)}, new.${quote(by)}], null)`),
      `for each row when (${changed.join(' or ')})`,
    ),
    ...make(
      'delete',
      keepAgain(source, 'old."tenant_id"', `array[old.${quote(by)}]`),
      `for each row when (old.${quote(by)} is not null)`,
    ),
  ];
}
export const sourceTriggerNames = ({ table }: KeptSource): readonly string[] =>
  ['insert', 'update', 'delete'].map((event) => `kept_${table}_${event}`);
