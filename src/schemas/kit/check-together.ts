import { checks } from './checks';
import { checkLeadData } from './lead-data';
import { checkReach } from './check-reach';
import { keyOf, type AnyResource } from './resource';
import { failAt, instead } from './schema-fault';

/** Checks across files: names are unique, and whatever a file refers to exists. Throws at start. */
export function checkTogether(resources: readonly AnyResource[], places: ReadonlyMap<AnyResource, string> = new Map()): void {
  const names = resources.map((one) => one.name);
  const paths = new Map<string, string>();
  const byName = new Map(resources.map((one) => [one.name, one]));
  for (const [at, resource] of resources.entries()) {
    const { name, menu, refs, options, ui, examples, fields, checks: named } = resource;
    const fail = failAt(places.get(resource) ?? `schema '${name}'`);
    if (names.indexOf(name) !== at) fail('name', `'${name}' is already used by another file; choose another name`);
    for (const [path, ref] of Object.entries(refs ?? {})) {
      const to = typeof ref === 'string' ? ref : ref.to;
      if (!names.includes(to)) fail(`refs.${path}`, `there is no resource '${to}'; ${instead(to, names)}`);
      const field = fields.properties[path];
      const { type } = (field?.type === 'array' ? field.items : field) ?? {};
      const key = keyOf(byName.get(to)!).type;
      if (type !== undefined && ![type].flat().includes(key))
        fail(
          `fields.${path}.type`,
          `the key of ${to} is ${key === 'integer' ? 'a whole number' : 'a text'}; write type: '${key}'`,
        );
    }
    for (const [field, option] of Object.entries(options ?? {}))
      if (option && !names.includes(option.of))
        fail(`options.${field}`, `there is no resource '${option.of}'; ${instead(option.of, names)}`);
    for (const [n, example] of (examples ?? []).entries())
      for (const [field, value] of Object.entries(example)) {
        const meant = typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined;
        if (meant !== undefined && refs?.[field] && !names.includes(meant))
          fail(`examples.${n}.${field}`, `there is no resource '${meant}'; ${instead(meant, names)}`);
      }
    for (const [field, { fieldsOf } = {}] of Object.entries(ui ?? {}))
      if (fieldsOf !== undefined && !names.includes(fieldsOf))
        fail(`ui.${field}.fieldsOf`, `there is no resource '${fieldsOf}'; ${instead(fieldsOf, names)}`);
    for (const check of named ?? [])
      if (!Object.hasOwn(checks, check))
        fail('checks', `'${check}' is not in kit/checks.ts; ${instead(check, Object.keys(checks))}`);
    if (!menu) continue;
    const place = `${menu.path} ${menu.tab ?? ''}`;
    if (paths.has(place)) fail('menu.path', `'${menu.path}' is the page of '${paths.get(place)!}'; choose another path`);
    paths.set(place, name);
  }
  checkReach(resources, places);
  checkLeadData(resources, places);
}
