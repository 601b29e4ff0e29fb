/** Names of the rooms; only server/live joins them. */
export const roomOfTenant = (tenantId: string): string => `t:${tenantId}`;
export const roomOfUser = (tenantId: string, userId: string): string => `t:${tenantId}:u:${userId}`;

/**
 * Who shows a resource. `all`: users who see every row; they hear ids. `owner`: users who see the rows of this owner. `some`: users
 * who see some rows, when nobody said whose the changed ones are; they hear only that the resource changed.
 */
export const roomOfRows = (tenantId: string, resource: string, who: 'all' | 'some' | { readonly owner: string }): string =>
  `t:${tenantId}:r:${resource}:${typeof who === 'string' ? who : `o:${who.owner}`}`;
