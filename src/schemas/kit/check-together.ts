import { checks } from './checks';
import { fits } from './check-defaults';
import { fetchOf, sourceOf } from './derived';
import { checkLeadData } from './lead-data';
import { checkReach } from './check-reach';
import { checkMine } from './check-rows';
import { fieldAt } from './field-at';
import { checkLinkTargets } from './check-links';
import { isRecord } from './is-record';
import { linkOf, pointers, targetsOf } from './links';
import { people } from './named-resources';
import { keyOf, refOf, type AnyResource } from './resource';
import { failAt, Faults, instead, type Fail } from './schema-fault';

interface SoFar {
  /** What is wrong with single files. */
  readonly faults?: Faults;
  /** Resources that exist, and cannot be checked yet. */
  readonly unread?: readonly string[];
}
/** Checks across files: names are unique, and whatever a file refers to exists. Throws at start. */
export function checkTogether(
  resources: readonly AnyResource[],
  places: ReadonlyMap<AnyResource, string> = new Map(),
  { faults = new Faults(), unread = [] }: SoFar = {},
): void {
  const names = [...resources.map((one) => one.name), ...unread];
  const paths = new Map<string, string>();
  const byName = new Map(resources.map((one) => [one.name, one]));
  for (const [at, resource] of resources.entries())
    faults.try(() => {
      const { name, menu, refs, options, ui, examples, checks: named } = resource;
      const report = failAt(places.get(resource) ?? `schema '${name}'`);
      const say = (key: string, what: string): boolean => faults.try(() => report(key, what));
      if (names.indexOf(name) !== at) say('name', `'${name}' is already used by another file; choose another name`);
      for (const [path, ref] of Object.entries(refs ?? {})) {
        const to = typeof ref === 'string' ? ref : ref.to;
        if (!names.includes(to)) {
          say(`refs.${path}`, `there is no resource '${to}'; ${instead(to, names)}`);
          continue;
        }
        const field = fieldAt(resource, path);
        const { type } = (field?.type === 'array' ? field.items : field) ?? {};
        const target = byName.get(to);
        const key = target && keyOf(target).type;
        if (type !== undefined && key && ![type].flat().includes(key))
          say(
            `fields.${path}.type`,
            `the key of ${to} is ${key === 'integer' ? 'a whole number' : 'a text'}; write type: '${key}'`,
          );
      }
      for (const [field, option] of Object.entries(options ?? {}))
        if (option && 'by' in option) checkLinkTargets(`options.${field}`, option, byName, say);
        else if (option && !names.includes(option.of))
          say(`options.${field}`, `there is no resource '${option.of}'; ${instead(option.of, names)}`);
      for (const [n, example] of (examples ?? []).entries())
        for (const path of pointers(resource))
          for (const value of valuesAt(example, path.split('.'))) {
            const meant = typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined;
            if (meant !== undefined && !names.includes(meant))
              say(`examples.${n}.${path}`, `there is no resource '${meant}'; ${instead(meant, names)}`);
          }
      for (const path of Object.keys(resource.fetched ?? {})) faults.try(() => checkSource(resource, path, byName, report));
      for (const [field, { fieldsOf } = {}] of Object.entries(ui ?? {}))
        if (fieldsOf !== undefined && !names.includes(fieldsOf))
          say(`ui.${field}.fieldsOf`, `there is no resource '${fieldsOf}'; ${instead(fieldsOf, names)}`);
      for (const check of named ?? [])
        if (!Object.hasOwn(checks, check))
          say('checks', `'${check}' is not in kit/checks.ts; ${instead(check, Object.keys(checks))}`);
      faults.try(() => checkMine(resource, byName.get(people), report));
      for (const [held, field] of Object.entries(resource.holds ?? {})) checkHeld({ resource, held, field }, byName, names, say);
      faults.try(() => checkFirstRecord(resource, byName, report));
      if (!menu) return;
      const place = menu.path.split('?')[0] ?? '';
      const first = paths.get(place);
      if (first) say('menu.path', `'${menu.path}' is the page of '${first}'; choose another path`);
      paths.set(place, name);
    });
  faults.try(() => checkReach(resources, places));
  faults.try(() => checkLeadData(resources, places));
  faults.end();
}

/** A fetched field takes any value of the one that it is copied from. */
function checkSource(resource: AnyResource, path: string, byName: ReadonlyMap<string, AnyResource>, fail: Fail): void {
  const fetch = fetchOf(resource, path);
  const other = byName.get(sourceOf(resource, path) ?? '');
  const field = fieldAt(resource, path);
  if (!fetch || !other || !field) return; // said before
  if (other.store === 'none' || other.store === 'view')
    return fail(
      `fetched.${path}`,
      `${other.name} has no records of its own in the database, so nothing can be copied; use a hook`,
    );
  const source = fieldAt(other, fetch.from);
  const names = Object.keys(other.fields.properties);
  if (!source) return fail(`fetched.${path}`, `${other.name} has no field '${fetch.from}'; ${instead(fetch.from, names)}`);
  for (const key of ['secret', 'virtual'] as const)
    if (other[key]?.includes(fetch.from))
      fail(`fetched.${path}`, `'${fetch.from}' of ${other.name} is ${key} and cannot be copied`);
  if (!fits({ resource: other, path: fetch.from, field: source }, { resource, path, field }))
    fail(
      `fetched.${path}`,
      `'${fetch.from}' of ${other.name} is another kind of field; give '${path}' its type, format and refs`,
    );
}

/** What is at 'items.*.stream_id', row by row. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value].flat();
  if (step === '*') return Array.isArray(value) ? value.flatMap((one: unknown) => valuesAt(one, rest)) : [];
  return isRecord(value) ? valuesAt(value[step], rest) : [];
}

/** Held records are found by a reference to the record that holds them, which their list can be filtered by. */
function checkHeld(
  { resource: { name }, held, field }: { readonly resource: AnyResource; readonly held: string; readonly field: string },
  byName: ReadonlyMap<string, AnyResource>,
  names: readonly string[],
  say: (key: string, what: string) => void,
): void {
  const other = byName.get(held);
  const key = `holds.${held}`;
  if (!other) return names.includes(held) ? undefined : say(key, `there is no resource '${held}'; ${instead(held, names)}`);
  if (!targetsOf(other, field).includes(name)) return say(key, `'${field}' of ${held} does not refer to ${name}`);
  const by = linkOf(other, field)?.by;
  if (by !== undefined && !other.filter?.includes(by)) say(key, `'${by}' is not in filter of ${held}; add it there`);
  if (!other.filter?.includes(field)) say(key, `'${field}' is not in filter of ${held}; add it there`);
}

/** Required references that lead back to the resource leave no record that could be the first. */
function checkFirstRecord(resource: AnyResource, byName: ReadonlyMap<string, AnyResource>, fail: Fail): void {
  const needs = (one: AnyResource): [string, string][] =>
    (one.fields.required ?? []).flatMap((name) => {
      const ref = one.singleton || one.virtual?.includes(name) || one.readOnly?.includes(name) ? undefined : refOf(one, name);
      return ref ? [[name, ref.to]] : [];
    });
  for (const [name, to] of needs(resource)) {
    const seen = new Set<string>();
    const open = [to];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const other = byName.get(next);
      if (other && other !== resource) open.push(...needs(other).map(([, further]) => further));
    }
    if (seen.has(resource.name))
      fail(
        'fields.required',
        to === resource.name
          ? `'${name}' refers to ${to} itself, so no record could be the first; remove it from required`
          : `'${name}' needs a record of ${to}, which needs one of ${resource.name}: neither could be the first; remove one from required`,
      );
  }
}
