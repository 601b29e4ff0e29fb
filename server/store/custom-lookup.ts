import sql, { join, raw, type Sql } from 'sql-template-tag';
import { customKey } from '../../src/schemas/kit/custom-fields';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { tableName } from './identifiers';
import { signs, spanText } from './list-filters';
import { typeOfColumn, type Filter } from './list-request';
import { literal } from './parameters';
import { customTable, keptLength } from './tables/custom-index';
import { keptName } from './tables/values-elsewhere';
import { indexesCustom } from './tables/model';

/** The column of the index that keeps a custom field's values. */
export type KeptAs = 'text' | 'number' | 'time';

/** A field's name among the entries; undefined for a field that has none. */
function entryName(resource: AnyResource, name: string): string | undefined {
  const about = resource.asked?.[name];
  return about?.newest || about?.part || about?.days ? keptName(name) : customKey(name);
}

/** Where the index of custom values (ADR 12) keeps the field; undefined for any other field, and for texts too long for it. */
export function keptAs(resource: AnyResource, name: string): KeptAs | undefined {
  if (entryName(resource, name) === undefined || !indexesCustom(resource)) return undefined;
  const type = typeOfColumn(resource, name);
  if (type === 'numeric') return 'number';
  if (type.startsWith('timestamp')) return 'time';
  return (resource.fields.properties[name]?.maxLength ?? 0) <= longest ? 'text' : undefined;
}
/** A web address; a text of several lines is longer and nobody asks for one as a whole. */
const longest = 2048;

/** May an entry be shorter than the value? What the index finds is then looked at again. */
export const isShortened = (resource: AnyResource, name: string): boolean =>
  (resource.fields.properties[name]?.maxLength ?? 0) > keptLength;

/** The index's entries of one field of the tenant's rows. */
export const entriesOf = (resource: AnyResource, tenantId: string, name: string): Sql =>
  sql`"tenant_id" = ${tenantId} and "table_name" = ${raw(literal(tableName(resource)).trim())} and "field" = ${raw(literal(entryName(resource, name)).trim())}`;

/** A filter as a question to the index's entries of its field; undefined where the index does not answer it. */
export function entryCondition(resource: AnyResource, filter: Filter): Sql | undefined {
  const { field, operator, values } = filter;
  const kept = keptAs(resource, field);
  if (kept === undefined) return undefined;
  if (operator === 'nnull') return sql`true`;
  if (operator === 'null') return undefined;
  const type = typeOfColumn(resource, field);
  const column = raw(`"${kept}"`);
  if (kept === 'text') {
    const texts = values.map((value) => textOf(type, value));
    if (operator === 'eq')
      return texts.length === 1
        ? sql`${column} = ${texts[0]}`
        : sql`(${column} = any(${texts}::text[]) and ${column} is not null)`;
    if (type !== 'date') return undefined;
    return rangeText(column, { ...filter, values: texts }, sql`text`);
  }
  const cast = kept === 'number' ? sql`double precision` : sql`timestamp(3) with time zone`;
  if (operator === 'eq') return join([sql`${column} is not null`, sql`${column} = any(${[...values]}::${cast}[])`], ' and ');
  return rangeText(column, filter, cast);
}

function rangeText(column: Sql, filter: Filter, cast: Sql): Sql | undefined {
  const sign = signs[filter.operator];
  if (sign) return sql`${column} ${raw(sign)} ${filter.values[0]}::${cast}`;
  return filter.operator === 'between' ? spanText(column, filter, cast) : undefined;
}

/** A value as the entry holds it: yes and no in words, a day without a time, a text up to its kept length. */
function textOf(type: string, value: string): string {
  if (type === 'boolean') return value === '1' || value === 'true' ? 'true' : 'false';
  if (type === 'date') return value.slice(0, 10);
  return [...value].slice(0, keptLength).join('');
}

/**
 * Keys of the rows that meet a filter, and the others of its field, at most so many; undefined where the index does not answer
 * it. A choice of several has several entries, each of which answers for itself.
 */
export function keysText(
  resource: AnyResource,
  tenantId: string,
  filter: Filter,
  { most, filters }: { readonly most: number; readonly filters: readonly Filter[] },
): Sql | undefined {
  if (!entryCondition(resource, filter)) return undefined;
  const { field } = filter;
  const together = typeOfColumn(resource, field) === 'jsonb' ? [filter] : filters.filter((one) => one.field === field);
  const conditions = together.map((one) => entryCondition(resource, one)).filter((one) => one !== undefined);
  return sql`select "row_key", "created_at" from ${raw(`"${customTable}"`)} where ${join([entriesOf(resource, tenantId, field), ...conditions], ' and ')} limit ${raw(String(most))}`;
}
