import { instead } from './check-resource';
import { checks } from './checks';
import type { AnyResource } from './resource';

/** What one file alone cannot know: that names are not taken and that what it points to is there. Throws a sentence at start. */
export function checkTogether(resources: readonly AnyResource[]): void {
  const names = resources.map((one) => one.name);
  const paths = new Map<string, string>();
  for (const [at, { name, menu, refs, options, ui, checks: named }] of resources.entries()) {
    const fail = (key: string, what: string): never => {
      throw new Error(`schema '${name}', ${key}: ${what}`);
    };
    if (names.indexOf(name) !== at) fail('name', `'${name}' is taken by another file; choose another name`);
    for (const [path, ref] of Object.entries(refs ?? {})) {
      const to = typeof ref === 'string' ? ref : ref.to;
      if (!names.includes(to)) fail(`refs.${path}`, `there is no resource '${to}'; ${instead(to, names)}`);
    }
    for (const [field, option] of Object.entries(options ?? {}))
      if (option && !names.includes(option.of))
        fail(`options.${field}`, `there is no resource '${option.of}'; ${instead(option.of, names)}`);
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
}
