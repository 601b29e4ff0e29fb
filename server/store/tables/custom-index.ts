import { quote } from '../identifiers';
import {
  firstEntries,
  keepAgain,
  lockText,
  partsText,
  valueColumns as columns,
  valuesTable,
  type KeptPart,
  type KeptSource,
} from './values-elsewhere';

/**
 * The index of custom values (ADR 12): each value of each live row once more in a plain column, because under row security no
 * index answers what stands inside JSON. Triggers keep it; nobody else writes it, and it can be made again from the rows.
 */
export const customTable = valuesTable;

/** A table whose values are kept: custom ones, parts of its objects, and what is of its newest records elsewhere. */
export interface ValuesKept {
  readonly name: string;
  readonly key: string;
  readonly parts: readonly KeptPart[];
  readonly sources: readonly KeptSource[];
}

const inTable = '"tenant_id", "table_name", "field"';
export const customTables: readonly string[] = [
  `create table if not exists "${customTable}" (
  "tenant_id" text not null, "table_name" text not null, "row_key" text not null, "field" text not null, "place" integer not null,
  "text" text, "folded" text, "number" double precision, "time" timestamp(3) with time zone,
  "created_at" timestamp(3) with time zone not null, primary key ("tenant_id", "table_name", "row_key", "field", "place"))`,
  `create index if not exists "ix_custom_text" on "${customTable}" (${inTable}, "text", "created_at", "row_key") where "text" is not null`,
  `create index if not exists "ix_custom_folded" on "${customTable}" (${inTable}, "folded", "row_key") where "folded" is not null`,
  `create index if not exists "ix_custom_number" on "${customTable}" (${inTable}, "number", "row_key") where "number" is not null`,
  `create index if not exists "ix_custom_time" on "${customTable}" (${inTable}, "time", "row_key") where "time" is not null`,
];

/** Texts are kept to this length: an index entry has an end. */
export const keptLength = 500;

/** What the triggers and the filling are made of. */
export const customFunctions: readonly string[] = [
  `create or replace function custom_time(value text) returns timestamp(3) with time zone language plpgsql stable as $time$
begin
  if value !~ '^\\d{4}-\\d{2}-\\d{2}T' then return null; end if;
  begin
    return value::timestamp(3) with time zone;
  exception when data_exception then return null;
  end;
end $time$`,
  // A value is one entry, a choice of several one an option; only what has one entry is an order.
  `create or replace function custom_entries(custom jsonb)
returns table ("field" text, "place" integer, "text" text, "folded" text, "number" double precision, "time" timestamp(3) with time zone)
language sql stable as $entries$
  select e.key, p.place::integer, case when jsonb_typeof(p.value) <> 'number' then left(p.value #>> '{}', ${keptLength}) end,
    case when jsonb_typeof(p.value) <> 'number' and jsonb_typeof(e.value) <> 'array' then left(lower(left(p.value #>> '{}', ${keptLength})), ${keptLength}) end,
    case when jsonb_typeof(p.value) = 'number' then p.value::double precision end,
    case when jsonb_typeof(e.value) = 'string' then custom_time(p.value #>> '{}') end
  from jsonb_each(case jsonb_typeof(custom) when 'object' then custom else '{}' end) e
  cross join lateral jsonb_array_elements(case jsonb_typeof(e.value) when 'array' then e.value else jsonb_build_array(e.value) end)
    with ordinality as p(value, place)
  where jsonb_typeof(p.value) in ('string', 'number', 'boolean')
$entries$`,
  `create or replace function index_custom_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $custom$
begin
  delete from "${customTable}" where "tenant_id" = old."tenant_id" and "table_name" = tg_table_name and "row_key" = to_jsonb(old) ->> tg_argv[0];
  if tg_op <> 'DELETE' and new."deleted_at" is null then
    insert into "${customTable}" (${columns})
    select new."tenant_id", tg_table_name, to_jsonb(new) ->> tg_argv[0], v.*, new."created_at" from custom_entries(new."custom") v;
  end if;
  return null;
end $custom$`,
  `revoke all on function index_custom_values() from public`,
];

/**
 * The statements of a table whose custom values are kept. New rows come by the thousand and are read as a set; a change that
 * does not touch kept values costs nothing.
 */
export function customTriggers(kept: ValuesKept): string[] {
  const { name, key, parts, sources } = kept;
  const table = quote(name);
  const inserted = quote(`index_custom_${name}`);
  const own = ['custom', ...new Set(parts.map(({ column }) => column))];
  const other = [...own, 'created_at', 'deleted_at'].map((column) => `old."${column}" is distinct from new."${column}"`);
  const plain = parts.length + sources.length === 0;
  const first = sources.filter(({ always }) => always).map((source) => firstEntries(source, 'new_rows'));
  const filled = plain ? '(old."custom" is not null or new."custom" is not null) and ' : '';
  const make = (event: string, how: string): string[] => [
    `drop trigger if exists "custom_${event}" on ${table}`,
    `create trigger "custom_${event}" after ${event} on ${table} ${how}`,
  ];
  const row = plain ? `index_custom_values('${key}')` : `${quote(`index_custom_row_${name}`)}()`;
  const each = (when: string): string => `for each row ${when} execute function ${row}`;
  return [
    `create or replace function ${inserted}() returns trigger language plpgsql security definer set search_path = public, pg_temp as $custom$
begin
  ${[entriesOfRows(kept, 'new_rows'), ...first].map((text) => `insert into "${customTable}" (${columns}) ${text};`).join('\n  ')}
  return null;
end $custom$`,
    `revoke all on function ${inserted}() from public`,
    ...(plain ? [] : rowFunction(kept)),
    ...make('insert', `referencing new table as new_rows for each statement execute function ${inserted}()`),
    ...make('update', each(`when (${filled}(${other.join(' or ')}))`)),
    ...make('delete', each(plain ? 'when (old."custom" is not null)' : '')),
  ];
}

/** One row again: its own values, and what is of its newest records elsewhere. */
function rowFunction(kept: ValuesKept): string[] {
  const { name, key, sources } = kept;
  const own = quote(`index_custom_row_${name}`);
  const keys = `array[old.${quote(key)}::text]`;
  return [
    `create or replace function ${own}() returns trigger language plpgsql security definer set search_path = public, pg_temp as $custom$
begin
  ${lockText('old."tenant_id"', keys)};
  delete from "${customTable}" where "tenant_id" = old."tenant_id" and "table_name" = '${name}' and "row_key" = old.${quote(key)}::text;
  if tg_op <> 'DELETE' and new."deleted_at" is null then
    insert into "${customTable}" (${columns}) ${entriesOfRows(kept, '(select new.*)')};
    ${sources.map((source) => `${keepAgain(source, 'new."tenant_id"', keys)};`).join('\n    ')}
  end if;
  return null;
end $custom$`,
    `revoke all on function ${own}() from public`,
  ];
}

/** The rows' own values: custom ones and parts of objects. */
export function entriesOfRows({ name, key, parts }: ValuesKept, from: string): string {
  const [custom, filled] = parts.length
    ? [
        `case jsonb_typeof(t."custom") when 'object' then t."custom" else '{}' end || jsonb_strip_nulls(${partsText(parts, 't')})`,
        ['custom', ...parts.map(({ column }) => column)].map((column) => `t."${column}" is not null`).join(' or '),
      ]
    : ['t."custom"', 't."custom" is not null'];
  return `select t."tenant_id", '${name}', t.${quote(key)}, v.*, t."created_at"
  from ${from} t cross join lateral custom_entries(${custom}) v where (${filled}) and t."deleted_at" is null`;
}
export const customTriggerNames = ['custom_insert', 'custom_update', 'custom_delete'];
