import type { AccessControlProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { Action } from './ability';
import { ability, isSubject } from './rights';

/** refine's names of operations beside the product's own, which are taken as they are. */
const actionOf: Readonly<Record<string, Action>> = {
  list: 'list',
  show: 'read',
  read: 'read',
  create: 'create',
  clone: 'create',
  edit: 'update',
  update: 'update',
  status: 'status',
  delete: 'delete',
  export: 'export',
  open: 'open',
  menu: 'menu',
};

/** refine's `useCan`, `<CanAccess>` and buttons over the same ability as everything else. What no rule speaks of is nobody's. */
export const accessControlProvider: AccessControlProvider = {
  async can({ resource, action }) {
    if (!resource) return { can: true };
    const can = isSubject(resource) && isAllowed(resource, action);
    return { can, ...(can ? {} : { reason: 'You do not have permission to perform this action.' }) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
};

/** refine keeps what it was answered: with other rights it asks again. Answers how to stop. */
export const askRightsAgain = (client: QueryClient): (() => void) =>
  ability.on('updated', () => void client.invalidateQueries({ queryKey: ['access'] }));

function isAllowed(resource: string, action: string): boolean {
  const operation = actionOf[action];
  if (!operation) return false;
  // A page lists nothing: refine asks that of its entry in a menu.
  return ability.can(operation === 'list' && resource.startsWith('/') ? 'menu' : operation, resource);
}
