import { withDefaultsOfRow } from '../../src/schemas/kit/defaults';
import { derivedPaths, namesInRows } from '../../src/schemas/kit/derived';
import type { Field } from '../../src/schemas/kit/field';
import { isRecord, recordsIn } from '../../src/schemas/kit/is-record';
import { titleOfPath } from '../../src/schemas/kit/messages';
import type { FieldError } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Values } from '../../src/schemas/kit/values';
import type { Context } from '../context/context';
import { beginningOf, fillInner } from './drafts';

/** Fields in rows that no client writes. The rows of a list have no keys, so a client sends these values back as it read them. */
const lockedIn = (resource: AnyResource, list: string): readonly string[] => {
  const filled = new Set([...derivedPaths(resource), ...(resource.virtual ?? [])]);
  const locked = (resource.readOnly ?? []).filter((path) => !filled.has(path));
  return namesInRows(locked, list);
};
const valuesIn = (row: Values, names: readonly string[]): string => JSON.stringify(names.map((name) => row[name] ?? null));
const isUntouched = (row: Values, names: readonly string[]): boolean => names.every((name) => (row[name] ?? null) === null);

/** One sentence for each locked value that no stored row has. */
export function lockedRowErrors(resource: AnyResource, before: Values, values: Values): FieldError[] {
  return Object.keys(values).flatMap((list) => {
    const names = lockedIn(resource, list);
    if (!names.length) return [];
    const stored = recordsIn(before[list]).map((row) => valuesIn(row, names));
    return recordsIn(values[list]).flatMap((row, at) => {
      const same = stored.indexOf(valuesIn(row, names));
      if (same >= 0) stored.splice(same, 1);
      if (same >= 0 || isUntouched(row, names)) return [];
      const path = `${list}.${at}.${names.find((name) => (row[name] ?? null) !== null) ?? ''}`;
      return [{ path, message: `${titleOfPath(resource, path.split('.'))} is calculated and cannot be set` }];
    });
  });
}

/**
 * Rows that an update adds or changes get their defaults, as in a new record: null is what was left empty on purpose. Rows have no
 * keys, so one that is stored as it was sent is an old one, and what is empty there stays so.
 */
export function withBegunRows<T extends Values>(resource: AnyResource, before: Values, values: T, context: Context): T {
  const lists = Object.entries(values).flatMap(([list, rows]) => {
    const items = resource.fields.properties[list]?.items;
    if (!items?.properties || !Array.isArray(rows)) return [];
    const filled = namesInRows([...derivedPaths(resource), ...(resource.virtual ?? [])], list);
    const stored = new Set(recordsIn(before[list]).map((row) => textOf(row, filled)));
    const locked = lockedIn(resource, list);
    const begun = rows.map((row: unknown) => {
      if (!isRecord(row) || stored.has(textOf(row, filled))) return row;
      const own = Object.fromEntries(Object.entries(structuredClone(row)).filter((one) => !isEmptied(one, items)));
      fillInner(own, items);
      // Those of an old row are all as they were.
      const kept = isUntouched(row, locked) ? {} : Object.fromEntries(locked.map((name) => [name, row[name] ?? null]));
      return withDefaultsOfRow(resource, list, own, { ...row, ...kept }, beginningOf(context));
    });
    return [[list, begun] as const];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

/** A field with a fixed default is never empty. */
const isEmptied = ([name, value]: readonly [string, unknown], { properties = {} }: Field): boolean =>
  value === null && Object.hasOwn(properties, name) && properties[name]?.default !== undefined;

/** What a row says, whatever the order of its fields. */
const textOf = (row: Values, but: readonly string[]): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name, value]) => (value ?? null) !== null && !but.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
