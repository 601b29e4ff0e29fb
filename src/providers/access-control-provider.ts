import type { AccessControlProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { manifest } from 'virtual:manifest';
import type { Action } from './ability';
import { ability, isSubject } from './rights';

/** refine's names of operations; the product's own names are used as they are. */
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

/**
 * refine's `useCan`, `<CanAccess>` and buttons use the same ability as everything else. What no rule allows is denied, and so is what
 * the resource has no call for.
 */
export const accessControlProvider: AccessControlProvider = {
  async can({ resource, action }) {
    if (!resource) return { can: true };
    const can = isSubject(resource) && isAllowed(resource, action);
    return { can, ...(can ? {} : { reason: 'You do not have permission to perform this action.' }) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
};

/** refine caches answers, so after a change of rights it must ask again. Returns a function that stops this. */
export const askRightsAgain = (client: QueryClient): (() => void) =>
  ability.on('updated', () => void client.invalidateQueries({ queryKey: ['access'] }));

function isAllowed(resource: string, action: string): boolean {
  const operation = actionOf[action];
  const isLacking = manifest.some(({ name, lacks }) => name === resource && lacks?.some((one) => one === operation));
  if (!operation || isLacking) return false;
  // A page has no 'list': refine asks for it to show a menu entry.
  return ability.can(operation === 'list' && resource.startsWith('/') ? 'menu' : operation, resource);
}
