import type { FieldRule } from './access';
import type { AskedColumn } from './asked-column';
import type { AnyResource } from './resource';

/** The columns that someone with these field rules may choose. Server and browser ask the same. */
export function askedNames(
  resource: AnyResource,
  rules: readonly FieldRule[],
  mayList: (resource: string) => boolean,
): readonly string[] {
  const { asked = {}, name: own } = resource;
  const isHidden = ({ of, from, newest, part }: AskedColumn): boolean =>
    rules.some(({ resource: on, field, rule }) => {
      if (rule === 'read_only') return false;
      // A record about this one shows no more than this one does (rulesFor).
      if (newest && [newest.value, newest.through?.field].includes(field) && (on === of || on === own)) return true;
      return on === own && ([from ?? []].flat().includes(field) || (part !== undefined && field === `${[from].join()}.${part}`));
    });
  return Object.keys(asked).filter((name) => !isHidden(asked[name]!) && (!asked[name]!.of || mayList(asked[name]!.of)));
}

/** The resource with those columns as fields: filters, and what is of the newest record also as an order. The same for the same names. */
export function withAskedFields(resource: AnyResource, names: readonly string[]): AnyResource {
  const fields = names.filter((name) => resource.asked?.[name]?.field);
  if (!fields.length) return resource;
  const byNames = known.get(resource) ?? new Map<string, AnyResource>();
  known.set(resource, byNames);
  const key = fields.join();
  const found = byNames.get(key) ?? extended(resource, fields);
  byNames.set(key, found);
  return found;
}
const known = new WeakMap<AnyResource, Map<string, AnyResource>>();

function extended(resource: AnyResource, names: readonly string[]): AnyResource {
  const { fields, asked = {}, filter = [], sort = [], virtual = [], readOnly = [] } = resource;
  const own = Object.fromEntries(names.map((name) => [name, { ...asked[name]!.field, title: asked[name]!.title }]));
  return {
    ...resource,
    fields: { ...fields, properties: { ...fields.properties, ...own } },
    virtual: [...virtual, ...names],
    readOnly: [...readOnly, ...names],
    filter: [...filter, ...names],
    sort: [...sort, ...names.filter((name) => asked[name]!.newest ?? asked[name]!.days)],
  };
}
