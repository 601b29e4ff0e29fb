import { quote } from '../identifiers';
import { literal } from '../parameters';
import type { LiveTable } from './live';
import type { TableModel } from './model';

type Tables = ReadonlyMap<string, LiveTable>;

/**
 * The table as it is once the columns that have another name now are renamed; their values stay. A removed field whose name another
 * one takes is set aside for the plan to drop, and what was made of it is made again.
 */
export function withNewNames(model: TableModel, live: LiveTable, tables: Tables, statements: string[]): LiveTable {
  const columns = new Map(live.columns);
  const indexes = new Set(live.indexes);
  const foreignKeys = new Set(live.foreignKeys);
  const table = quote(model.name);
  for (const [old, name] of model.renamed) {
    const column = columns.get(old);
    if (!column) continue;
    const removed = columns.get(name);
    if (removed) {
      const aside = `${name}_before_rename`;
      for (const [key, { field }] of model.foreignKeys)
        if (field === name && foreignKeys.delete(key)) statements.push(`alter table ${table} drop constraint ${quote(key)}`);
      for (const [index, text] of model.indexes)
        if (text.includes(quote(name)) && indexes.delete(index)) statements.push(`drop index ${quote(index)}`);
      if (model.search?.expression.includes(quote(name)) && columns.delete('search_text'))
        statements.push(`alter table ${table} drop column "search_text"`);
      statements.push(`alter table ${table} rename column ${quote(name)} to ${quote(aside)}`);
      columns.set(aside, removed);
    }
    statements.push(`alter table ${table} rename column ${quote(old)} to ${quote(name)}`);
    columns.delete(old);
    columns.set(name, column);
    statements.push(...namedElsewhere(model.of, old, name, tables));
  }
  return { ...live, columns, indexes, foreignKeys };
}

/** What is called by a field's name besides its column: the rules of roles, and the number that a series has reached. */
function namedElsewhere(resource: string, old: string, name: string, tables: Tables): string[] {
  return [
    ...(tables.get(roles)?.columns.has('field_rules') ? [asOwner(roles, rulesFollow(resource, old, name))] : []),
    ...(tables.has('counters') ? [asOwner('counters', countersFollow(resource, old, name))] : []),
  ];
}
const roles = 'users_roles';

/** The owner of the tables is held by row security too, and no policy shows the rows of every tenant. */
const asOwner = (table: string, { about, text }: { readonly about: string; readonly text: string }): string =>
  `/* ${about} */ alter table ${quote(table)} no force row level security;
${text};
alter table ${quote(table)} force row level security`;

/** Each tenant's rules are changed as that tenant, so that its audit says so. */
function rulesFollow(resource: string, old: string, name: string): { about: string; text: string } {
  const isIts = `one ->> 'resource' = ${literal(resource)}
      and (one ->> 'field' = ${literal(old)} or starts_with(one ->> 'field', ${literal(`${old}.`)}))`;
  const rules = `jsonb_array_elements(case jsonb_typeof("field_rules") when 'array' then "field_rules" else '[]'::jsonb end)`;
  return {
    about: `the field rules of roles follow ${old} to ${name}`,
    text: `do $rules$ declare tenant text; begin
  for tenant in select distinct "tenant_id" from "users_roles", ${rules} one where ${isIts} loop
    perform set_config('app.tenant', tenant, true), set_config('app.request', 'schema', true);
    update "users_roles" set "field_rules" = (select jsonb_agg(case when ${isIts}
        then one || jsonb_build_object('field', ${literal(name)}::text || substr(one ->> 'field', ${old.length + 1})) else one end order by place)
        from ${rules} with ordinality each(one, place))
      where "tenant_id" = tenant and exists (select 1 from ${rules} one where ${isIts});
  end loop;
  perform set_config('app.tenant', '', true), set_config('app.request', '', true);
end $rules$`,
  };
}

function countersFollow(resource: string, old: string, name: string): { about: string; text: string } {
  const [before, after] = [old, name].map((field) => `${resource}.${field}.`);
  return {
    about: `the numbers of a series go on from ${old} to ${name}`,
    text: `delete from "counters" where starts_with("name", ${literal(after)});
update "counters" set "name" = ${literal(after)}::text || substr("name", ${(before ?? '').length + 1}) where starts_with("name", ${literal(before)})`,
  };
}
