import { checks } from './checks';
import { checkLeadData } from './lead-data';
import { checkReach } from './check-reach';
import { keyOf, refOf, type AnyResource } from './resource';
import { failAt, Faults, instead, type Fail } from './schema-fault';

/** Checks across files: names are unique, and whatever a file refers to exists. Throws at start. */
export function checkTogether(resources: readonly AnyResource[], places: ReadonlyMap<AnyResource, string> = new Map()): void {
  const names = resources.map((one) => one.name);
  const paths = new Map<string, string>();
  const byName = new Map(resources.map((one) => [one.name, one]));
  const faults = new Faults();
  for (const [at, resource] of resources.entries()) {
    const { name, menu, refs, options, ui, examples, fields, checks: named } = resource;
    const report = failAt(places.get(resource) ?? `schema '${name}'`);
    const say = (key: string, what: string): void => faults.try(() => report(key, what));
    if (names.indexOf(name) !== at) say('name', `'${name}' is already used by another file; choose another name`);
    for (const [path, ref] of Object.entries(refs ?? {})) {
      const to = typeof ref === 'string' ? ref : ref.to;
      if (!names.includes(to)) {
        say(`refs.${path}`, `there is no resource '${to}'; ${instead(to, names)}`);
        continue;
      }
      const field = fields.properties[path];
      const { type } = (field?.type === 'array' ? field.items : field) ?? {};
      const key = keyOf(byName.get(to)!).type;
      if (type !== undefined && ![type].flat().includes(key))
        say(
          `fields.${path}.type`,
          `the key of ${to} is ${key === 'integer' ? 'a whole number' : 'a text'}; write type: '${key}'`,
        );
    }
    for (const [field, option] of Object.entries(options ?? {}))
      if (option && !names.includes(option.of))
        say(`options.${field}`, `there is no resource '${option.of}'; ${instead(option.of, names)}`);
    for (const [n, example] of (examples ?? []).entries())
      for (const [field, value] of Object.entries(example)) {
        const meant = typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined;
        if (meant !== undefined && refs?.[field] && !names.includes(meant))
          say(`examples.${n}.${field}`, `there is no resource '${meant}'; ${instead(meant, names)}`);
      }
    for (const [field, { fieldsOf } = {}] of Object.entries(ui ?? {}))
      if (fieldsOf !== undefined && !names.includes(fieldsOf))
        say(`ui.${field}.fieldsOf`, `there is no resource '${fieldsOf}'; ${instead(fieldsOf, names)}`);
    for (const check of named ?? [])
      if (!Object.hasOwn(checks, check))
        say('checks', `'${check}' is not in kit/checks.ts; ${instead(check, Object.keys(checks))}`);
    faults.try(() => checkFirstRecord(resource, byName, report));
    if (!menu) continue;
    const place = `${menu.path} ${menu.tab ?? ''}`;
    if (paths.has(place)) say('menu.path', `'${menu.path}' is the page of '${paths.get(place)!}'; choose another path`);
    paths.set(place, name);
  }
  faults.end();
  checkReach(resources, places);
  checkLeadData(resources, places);
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
