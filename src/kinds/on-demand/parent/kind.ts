import { invalid } from '../../../schemas/kit/problem';
import { titleOf } from '../../../schemas/kit/resource';
import { asksFor, type Kind } from '../../kind';
import { targetOf } from '../../kind-target';
import { kind as reference } from '../../reference/kind';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly parent: true;
  }
}

/** The record above this one, of the same resource. References to such a resource are called by their path, 'A / B / C'. */
export const kind: Kind = {
  ...reference,
  name: 'parent',
  weight: 73,
  widget: 'parent',
  matches: asksFor('parent'),
  misuse: (at) => {
    const { resource, name } = at;
    if (targetOf(at)?.to !== resource.name)
      return `must be a reference to the resource itself; write refs: { ${name}: '${resource.name}' }`;
    if (resource.scope || resource.rows) return 'shows the records above, so everyone must see them; remove scope and rows';
    return resource.store === undefined || resource.store === 'tenant'
      ? undefined
      : "needs a table of the tenant's; remove store";
  },
  climbs: true,
  save: async ({ sent, before }, { resource, name }, { isBelow }) => {
    if (before && sent !== undefined && sent !== null && (await isBelow(before, sent, name)))
      throw invalid(name, `${titleOf(resource, name)} must not be the record itself or one below it`);
    return undefined;
  },
};
