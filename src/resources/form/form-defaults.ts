import { beginningNow } from '../../providers/session/beginning';
import { rowDefaults, withOwnDefaults } from '../../schemas/kit/defaults';
import { namesInRows } from '../../schemas/kit/derived';
import { isRecord } from '../../schemas/kit/is-record';
import type { AnyResource, AnyRow } from '../../schemas/kit/resource';
import type { Values } from '../../schemas/kit/values';
import { changesOf, formFields } from './form-fields';

/** Initial values of an empty form: the schema's defaults. */
export function defaultsOf(resource: AnyResource): AnyRow {
  const names = fillable(resource);
  const fixed = names.flatMap((name) => {
    const value = resource.fields.properties[name]?.default;
    return value === undefined ? [] : [[name, structuredClone(value)] as const];
  });
  const filled = withOwnDefaults(resource, Object.fromEntries(fixed), beginningNow());
  return Object.fromEntries(Object.entries(filled).filter(([name]) => names.includes(name)));
}

/** What the server would fill in again where the person left it empty: sent as null. */
export const emptiedOf = (resource: AnyResource, draft: Values): Values =>
  Object.fromEntries(
    fillable(resource).flatMap((name) => (resource.defaults?.[name] && draft[name] === undefined ? [[name, null]] : [])),
  );

/** The rows with null where a person left empty what the server would fill in; their other nulls say nothing. */
export function withEmptiedRows(resource: AnyResource, draft: Values): Values {
  const lists = [...rowDefaults(resource)].flatMap(([list, all]) => {
    const rows = draft[list];
    if (!Array.isArray(rows)) return [];
    const locked = namesInRows(resource.readOnly ?? [], list);
    const names = all.filter((name) => !locked.includes(name));
    const sent = rows.map((row: unknown) => (isRecord(row) ? withNulls(row, names) : row));
    return [[list, sent] as const];
  });
  return { ...draft, ...Object.fromEntries(lists) };
}

/** What a save of a stored record sends: what differs from the `start`, and secrets that were emptied in the `draft`. */
export function changesIn(
  resource: AnyResource,
  { start, clean, draft }: { readonly start: Values; readonly clean: Values; readonly draft: Values | undefined },
): Values {
  const emptied = (resource.secret ?? []).filter((name) => draft?.[name] === null);
  return { ...changesOf(withEmptiedRows(resource, start), clean), ...Object.fromEntries(emptied.map((name) => [name, null])) };
}

function withNulls(row: Values, names: readonly string[]): Values {
  const own = Object.fromEntries(Object.entries(row).filter(([, value]) => (value ?? null) !== null));
  const emptied = names.filter((name) => own[name] === undefined);
  return { ...own, ...Object.fromEntries(emptied.map((name) => [name, null])) };
}

const fillable = (resource: AnyResource): string[] => formFields(resource).filter((name) => !resource.locked?.includes(name));
