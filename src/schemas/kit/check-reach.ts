import { conditionBlocks } from './condition-blocks';
import type { Field } from './field';
import { opensLeads } from './reach';
import { failAt, type Fail } from './schema-fault';
import { pointers, targetsOf } from './links';
import type { AnyResource } from './resource';

/** The server does not start while a file acts on leads of any owner, itself or through a reference, and does not say in `reach` what it opens. */
export function checkReach(resources: readonly AnyResource[], places: ReadonlyMap<AnyResource, string> = new Map()): void {
  const byName = new Map(resources.map((one) => [one.name, one]));
  for (const resource of resources) {
    const fail = failAt(places.get(resource) ?? `schema '${resource.name}'`);
    const { reach } = resource;
    const reasonFor = isNothing(reach) ? reach.nothing : undefined;
    if (reasonFor !== undefined && (typeof reasonFor !== 'string' || !reasonFor.trim()))
      fail('reach.nothing', "must be the reason; write reach: { nothing: 'why it opens no leads to others' }");
    const through = typeof reach === 'object' && 'through' in reach ? reach.through : undefined;
    if (through?.includes('.')) fail('reach.through', `'${through}' stands inside a list; name a reference of the record itself`);
    if (through !== undefined && !resource.refs?.[through])
      fail('reach.through', `'${through}' is not a reference; add it to refs too`);
    for (const [name, field] of Object.entries(resource.fields.properties)) {
      if (resource.readOnly?.includes(name)) continue;
      checkActions(name, field, reach, fail);
      if (field.items === conditionBlocks.items && (reach === undefined || Array.isArray(reach)))
        fail('reach', `is missing: '${name}' selects leads of any owner; write reach: 'every lead', or { nothing: 'why …' }`);
    }
    for (const path of pointers(resource)) {
      const [first] = path.split('.');
      if (resource.readOnly?.includes(first!) || !leadsOn(resource, path, byName)) continue;
      if (reach !== 'every lead' && reasonFor === undefined && through !== path)
        fail('reach', `is missing: records of '${first}' can assign leads; write reach: { through: '${path}' }`);
    }
  }
}

function checkActions(name: string, field: Field, reach: AnyResource['reach'], fail: Fail): void {
  const types = (field.items?.properties?.['type']?.enum ?? []).map(String);
  if (!types.some((one) => opensLeads[one])) return;
  const unknown = types.find((one) => !Object.hasOwn(opensLeads, one));
  if (unknown !== undefined)
    fail(`fields.${name}`, `'${unknown}' is not in opensLeads (kit/reach.ts); add it there and say whether it opens the lead`);
  if (!(typeof reach === 'object' && 'actions' in reach && reach.actions === name))
    fail('reach', `is missing: '${name}' can assign leads of any owner; write reach: { actions: '${name}' }`);
}

/** Whether a reference names records that open leads of any owner. */
function leadsOn(resource: AnyResource, path: string, byName: ReadonlyMap<string, AnyResource>): boolean {
  return targetsOf(resource, path).some((to) => {
    const reach = byName.get(to)?.reach;
    return reach === 'every lead' || (typeof reach === 'object' && ('actions' in reach || 'through' in reach));
  });
}

const isNothing = (reach: AnyResource['reach']): reach is { readonly nothing: string } =>
  typeof reach === 'object' && 'nothing' in reach;
