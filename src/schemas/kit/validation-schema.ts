import type { Field, Fields } from './field';
import { isOneOf } from './is-one-of';
import { isRecord } from './is-record';
import type { AnyResource, AnyRow } from './resource';
import type { Condition, When } from './when';
import type { Values } from './values';

/** What a client may send: neither read-only nor a system column. */
export function writableFields(resource: AnyResource): string[] {
  return Object.keys(resource.fields.properties).filter((name) => !resource.readOnly?.includes(name));
}

/** The rules that became members of `allOf`, in its order; the others are the browser's and server's own (kit/checks). */
export function schemaRules(resource: AnyResource): readonly When[] {
  return (resource.when ?? []).filter((rule) => !('show' in rule) && !('notBefore' in rule));
}

/** Does the record meet the condition? Null and absent are the same. */
export function holds(condition: Condition, record: Values): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, record));
  if ('any' in condition) return condition.any.some((part) => holds(part, record));
  const value = record[condition.field] ?? null;
  if ('is' in condition) return value === condition.is;
  if ('in' in condition) return isOneOf<unknown>(condition.in, value);
  if ('has' in condition) return value !== null && [value].flat().some((one) => condition.has.includes(String(one)));
  return (value !== null) === condition.set;
}

/** Fields that the record's other values hide (`when … show`); with `within` those of a row of that list, by the row's own. */
export function hiddenFields(resource: AnyResource, record: Values, within?: string): Set<string> {
  const hidden = new Set<string>();
  for (const rule of resource.when ?? [])
    if ('show' in rule && rule.within === within && !holds(rule.if, record)) for (const name of rule.show) hidden.add(name);
  return hidden;
}

/** The record without values of hidden fields: a form keeps stale ones, the server would store them. */
export function pruneHidden<T extends Values>(resource: AnyResource, record: T): T {
  const kept = withoutHidden(record, hiddenFields(resource, record));
  const lists = new Set((resource.when ?? []).flatMap((rule) => ('show' in rule && rule.within ? [rule.within] : [])));
  if (!lists.size) return kept;
  const rows: AnyRow = { ...kept };
  for (const name of lists) {
    const value = rows[name];
    if (Array.isArray(value)) rows[name] = value.map((row: unknown) => prunedRow(resource, name, row));
    else if (isRecord(value)) rows[name] = prunedRow(resource, name, value);
  }
  return { ...kept, ...rows };
}

const prunedRow = (resource: AnyResource, within: string, row: unknown): unknown =>
  isRecord(row) ? withoutHidden(row, hiddenFields(resource, row, within)) : row;

function withoutHidden<T extends Values>(record: T, hidden: ReadonlySet<string>): T {
  if (!hidden.size) return record;
  const kept = { ...record };
  const byName: AnyRow = kept;
  for (const name of hidden) delete byName[name];
  return kept;
}

/** Null means 'no value' on the wire and in the database; the schema speaks of absence. Declared objects are searched too. */
export function withoutNulls(record: Values, fields: Fields): AnyRow {
  const kept: AnyRow = {};
  for (const [name, value] of Object.entries(record)) {
    if (value === null || value === undefined) continue;
    kept[name] = innerWithoutNulls(value, fields[name]);
  }
  return kept;
}

function innerWithoutNulls(value: unknown, field: Field | undefined): unknown {
  if (Array.isArray(value)) return field?.items?.properties ? value.map((one) => innerWithoutNulls(one, field.items)) : value;
  if (isRecord(value) && field?.properties) return withoutNulls(value, field.properties);
  return value;
}

/** The fields of a list's rows, or of an object. */
export function insideOf(resource: AnyResource, within: string | undefined): Fields | undefined {
  const field = resource.fields.properties[within ?? ''];
  return field?.items?.properties ?? field?.properties;
}
