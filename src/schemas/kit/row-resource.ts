import { refOf, titleOf, type AnyResource } from './resource';
import type { When } from './when';

const known = new WeakMap<AnyResource, Map<string, AnyResource>>();

/** The rows of a list as records of their own: its fields, references, looks and rules without the path that leads to them. */
export function rowsOf(resource: AnyResource, list: string): AnyResource {
  const lists = known.get(resource) ?? new Map<string, AnyResource>();
  known.set(resource, lists);
  const found = lists.get(list) ?? rowResource(resource, list);
  lists.set(list, found);
  return found;
}

function rowResource(resource: AnyResource, list: string): AnyResource {
  const { properties = {}, required = [] } = resource.fields.properties[list]?.items ?? {};
  const path = `${list}.*.`;
  const refs = Object.keys(resource.refs ?? {}).flatMap((name) => {
    const ref = name.startsWith(path) ? refOf(resource, name) : undefined;
    return ref ? [[name.slice(path.length), ref] as const] : [];
  });
  const defaults = Object.entries(resource.defaults ?? {}).flatMap(([name, from]) =>
    name.startsWith(path) && from !== undefined ? [[name.slice(path.length), from] as const] : [],
  );
  return {
    name: resource.name,
    label: titleOf(resource, list),
    access: resource.access,
    fields: { type: 'object', additionalProperties: false, properties, required },
    refs: Object.fromEntries(refs),
    defaults: Object.fromEntries(defaults),
    ui: resource.ui?.[list]?.rows ?? {},
    when: (resource.when ?? []).flatMap((rule) => (rule.within === list ? [withoutPlace(rule)] : [])),
  };
}

function withoutPlace(placed: When): When {
  const { within: _, ...rule } = placed;
  return rule;
}
