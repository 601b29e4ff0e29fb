import { spreadCustom } from '../../schemas/kit/custom-fields';
import { namesInRows } from '../../schemas/kit/derived';
import { recordsIn } from '../../schemas/kit/is-record';
import type { AnyResource, AnyRow as Values, Labels } from '../../schemas/kit/resource';
import { formFields } from '../form/form-fields';
import type { AnyRow } from '../kind-looks';

/** An entry of `GET res/{resource}/{id}/history`. */
export interface Entry {
  readonly id: number;
  readonly created_at: string;
  readonly modifiedBy: { readonly name: string };
  readonly property: string;
  readonly oldData: Values;
  readonly newData: Values;
  /** Names of the references in both. */
  readonly labels?: { readonly old: Labels; readonly new: Labels };
}

/** The record as it was after each entry of its history, newest first: what came later is taken back step by step. */
export function versionsOf(row: AnyRow, entries: readonly Entry[]): AnyRow[] {
  let version = row;
  return entries.map((_, at) => {
    const later = entries[at - 1];
    if (later) {
      const kept =
        'custom' in later.oldData ? Object.entries(version).filter(([name]) => !name.startsWith('custom.')) : undefined;
      const labels = { ...version._labels, ...later.labels?.old };
      version = { ...(kept ? Object.fromEntries(kept) : version), ...spreadCustom(later.oldData), _labels: labels };
    }
    return version;
  });
}

/** Times may be written in two ways; nothing and null are the same. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one ?? null) === JSON.stringify(other ?? null)) return true;
  if (typeof one !== 'string' || typeof other !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(one)) return false;
  return Date.parse(one) === Date.parse(other);
}

/** The fields whose values can be compared. */
export const comparedFields = (resource: AnyResource): string[] =>
  Object.keys(resource.fields.properties).filter(
    (name) =>
      !resource.secret?.includes(name) &&
      !resource.virtual?.includes(name) &&
      !(name === 'custom' && resource.customFields) &&
      resource.ui?.[name]?.widget !== 'hidden',
  );

/** What has to be changed so that the record is as it was then: what this person can change in its form. */
export function changesTo(resource: AnyResource, version: AnyRow, now: AnyRow): Values {
  const without = new Set([
    ...(resource.locked ?? []),
    ...(resource.fixed ?? []),
    ...(resource.secret ?? []),
    ...(resource.virtual ?? []),
    ...(resource.files ?? []),
  ]);
  const names = formFields(resource).filter((name) => !without.has(name) && !isAlike(version[name], now[name]));
  return Object.fromEntries(names.map((name) => [name, restored(resource, name, version, now)]));
}

/** Of rows that are there no longer, what only the server writes is left to it: nobody can send it. */
function restored(resource: AnyResource, name: string, version: Values, now: Values): unknown {
  const value = version[name] ?? null;
  const closed = namesInRows(resource.readOnly ?? [], name);
  if (!closed.length || !Array.isArray(value)) return value;
  const textOf = (row: Values): string => JSON.stringify(closed.map((one) => row[one] ?? null));
  const kept = recordsIn(now[name]).map(textOf);
  return recordsIn(value).map((row) => {
    const at = kept.indexOf(textOf(row));
    if (at >= 0) kept.splice(at, 1);
    return at >= 0 ? row : Object.fromEntries(Object.entries(row).filter(([one]) => !closed.includes(one)));
  });
}
