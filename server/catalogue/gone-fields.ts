import type { Field } from '../../src/schemas/kit/field';
import { isRecord } from '../../src/schemas/kit/is-record';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Values } from '../../src/schemas/kit/values';

const known = new WeakMap<AnyResource, readonly (readonly [name: string, field: Field])[]>();
function nestedIn(resource: AnyResource): readonly (readonly [name: string, field: Field])[] {
  const found =
    known.get(resource) ??
    Object.entries(resource.fields.properties).filter(([, field]) => (field.items ?? field).properties !== undefined);
  known.set(resource, found);
  return found;
}

/**
 * The row without what is left, inside its lists and objects, of fields that its file no longer has: no form shows it, so nobody
 * could take it out, and with it the record could not be saved.
 */
export function withoutGone<T extends Values>(resource: AnyResource, row: T): T {
  const changed = nestedIn(resource).flatMap(([name, field]) => {
    const clean = cleaned(field, row[name]);
    return clean === row[name] ? [] : [[name, clean] as const];
  });
  return changed.length ? { ...row, ...Object.fromEntries(changed) } : row;
}

/** The same value where nothing is left of other fields. */
function cleaned(field: Field | undefined, value: unknown): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((one: unknown) => cleaned(field?.items, one));
    return rows.every((one, at) => one === value[at]) ? value : rows;
  }
  const { properties, additionalProperties } = field ?? {};
  if (!properties || !isRecord(value)) return value;
  const entries = Object.entries(value);
  const kept = entries
    .filter(([name]) => additionalProperties !== false || Object.hasOwn(properties, name))
    .map(([name, one]) => [name, cleaned(properties[name], one)] as const);
  const isSame = kept.length === entries.length && kept.every(([, one], at) => one === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(kept);
}
