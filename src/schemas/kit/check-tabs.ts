import type { AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';

const keys = ['title', 'fields', 'help', 'tab'];

/** Checks the keys of groups, and that tabs have something to choose between. */
export function checkTabs({ groups = [], fields }: AnyResource, fail: Fail): void {
  const known = Object.keys(fields.properties);
  const seen = new Set<string>();
  for (const [at, group] of groups.entries()) {
    const named: unknown = group.fields;
    if (!Array.isArray(named)) fail(`groups.${at}.fields`, `must be a list of fields; write fields: ['${known[0]}']`);
    for (const name of group.fields) {
      if (!known.includes(name)) fail(`groups.${at}.fields`, `'${name}' is not a field; ${instead(name, known)}`);
      if (seen.has(name)) fail(`groups.${at}.fields`, `'${name}' appears twice; remove one`);
      seen.add(name);
    }
    for (const key of Object.keys(group))
      if (!keys.includes(key)) fail(`groups.${at}.${key}`, `is not known here; ${instead(key, keys)}`);
    const { tab } = group;
    if (tab !== undefined && (typeof tab !== 'string' || !tab.trim()))
      fail(`groups.${at}.tab`, "must say what stands on the tab; write tab: 'Fees'");
  }
  const tabs = new Set(groups.flatMap(({ tab }) => tab ?? []));
  const [only] = tabs;
  if (tabs.size === 1) fail('groups', `'${only}' is the only tab; give other groups another one, or remove it`);
}
