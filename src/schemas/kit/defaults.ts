import type { DefaultFrom } from './filled-fields';
import { isRecord } from './is-record';
import type { AnyResource } from './resource';
import { rowsOf } from './row-resource';
import type { Values } from './values';

/** Who adds the record, and when: the day is the organisation's. */
export interface Beginning {
  readonly userId: string;
  readonly today: string;
  readonly now: string;
}

/** The defaults of the record's own fields; those of its rows are in `rowsOf`. */
export const ownDefaults = (resource: Pick<AnyResource, 'defaults'>): [string, DefaultFrom][] =>
  Object.entries(resource.defaults ?? {}).flatMap(([name, from]) =>
    from === undefined || name.includes('.') ? [] : [[name, from]],
  );

/** The record with its defaults where it says nothing; `emptied` are fields that the person left empty on purpose. */
export function withOwnDefaults<T extends Values>(
  resource: Pick<AnyResource, 'defaults'>,
  record: T,
  beginning: Beginning,
  emptied: ReadonlySet<string> = new Set(),
): T {
  const filled = new Map<string, unknown>();
  const defaults = new Map(ownDefaults(resource));
  const fill = (name: string): unknown => {
    const from = defaults.get(name);
    defaults.delete(name);
    const own = filled.get(name) ?? record[name];
    if (from === undefined || emptied.has(name) || (own ?? null) !== null) return own;
    const value = typeof from === 'object' ? fill(from.field) : beginning[from === 'user' ? 'userId' : from];
    if (value !== undefined && value !== null) filled.set(name, structuredClone(value));
    return filled.get(name);
  };
  for (const name of defaults.keys()) fill(name);
  return { ...record, ...Object.fromEntries(filled) };
}

/** The fields that still follow a field that changes, because nobody gave them another value. */
export function followersOf(resource: Pick<AnyResource, 'defaults'>, record: Values, changed: string): string[] {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
  return ownDefaults(resource).flatMap(([name, from]) =>
    typeof from === 'object' && from.field === changed && same(record[name], record[changed])
      ? [name, ...followersOf(resource, record, name)]
      : [],
  );
}

export const hasDefault = ({ defaults, fields }: AnyResource, name: string): boolean =>
  defaults?.[name] !== undefined || fields.properties[name]?.default !== undefined;

/** 'Without it: the user who adds the record', for the API document. */
export function defaultInWords(from: DefaultFrom | undefined): string | undefined {
  if (from === undefined) return undefined;
  if (typeof from === 'object') return `Without it: the value of ${from.field}`;
  return { user: 'Without it: the user who adds the record', today: 'Without it: today', now: 'Without it: the current time' }[
    from
  ];
}

/** The lists whose rows have defaults, each with the fields that have one. */
export function rowDefaults(resource: Pick<AnyResource, 'defaults'>): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const path of Object.keys(resource.defaults ?? {})) {
    const [, list, name] = /^(\w+)\.\*\.(\w+)$/.exec(path) ?? [];
    if (list !== undefined && name !== undefined) lists.set(list, [...(lists.get(list) ?? []), name]);
  }
  return lists;
}

/** The fields that are null where they have a default: left empty on purpose, so they stay null. */
const emptiedIn = (row: unknown, names: readonly string[]): readonly string[] =>
  isRecord(row) ? names.filter((name) => row[name] === null) : [];

/** A row with its defaults where it says nothing; `sent` is the row with the nulls of what was left empty on purpose. */
export function withDefaultsOfRow(resource: AnyResource, list: string, row: Values, sent: unknown, beginning: Beginning): Values {
  const rows = rowsOf(resource, list);
  const emptied = emptiedIn(sent, Object.keys(rows.defaults ?? {}));
  const begun = withOwnDefaults(rows, row, beginning, new Set(emptied));
  return { ...begun, ...Object.fromEntries(emptied.map((name) => [name, null])) };
}

/** The record with the defaults of each row of its lists. */
export function withRowDefaults<T extends Values>(resource: AnyResource, record: T, sent: Values, beginning: Beginning): T {
  const filled = [...rowDefaults(resource).keys()].flatMap((list) => {
    const rows = record[list];
    if (!Array.isArray(rows)) return [];
    const given = Array.isArray(sent[list]) ? sent[list] : [];
    const begun = rows.map((row: unknown, at) =>
      isRecord(row) ? withDefaultsOfRow(resource, list, row, given[at], beginning) : row,
    );
    return [[list, begun] as const];
  });
  return { ...record, ...Object.fromEntries(filled) };
}
