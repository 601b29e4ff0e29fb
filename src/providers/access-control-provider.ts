import type { AccessControlProvider } from '@refinedev/core';
import { manifest } from 'virtual:manifest';
import { mayDo, type Operation, type Who } from '../schemas/kit/access';
import { abilityOf, type Ability } from './ability';
import { loadPlainResource } from './screens/resource-chunk';
import { currentWho } from './session/who';

const operationOf: Readonly<Record<string, Operation>> = {
  list: 'list',
  show: 'read',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'delete',
  export: 'export',
};
const listed = new Set(manifest.map(({ name }) => name));
let memory: { readonly who: Who | null; readonly ability: Ability } | undefined;

/** refine asks per button: the answer is kept per user and rights. A resource without a menu place is asked for its own rule. */
export const accessControlProvider: AccessControlProvider = {
  async can({ resource, action }) {
    const operation = operationOf[action];
    if (!resource || !operation) return { can: true };
    const can = listed.has(resource)
      ? ability().can(operation, resource)
      : mayDo(currentWho(), (await loadPlainResource(resource)).resource.access, operation);
    return { can, ...(can ? {} : { reason: 'You do not have permission to perform this action.' }) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
};

/** The ability of the user who is signed in now. */
export function ability(): Ability {
  const who = currentWho();
  if (memory?.who !== who) memory = { who, ability: abilityOf(who, manifest) };
  return memory!.ability;
}
