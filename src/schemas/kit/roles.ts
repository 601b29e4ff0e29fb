/**
 * The role numbers that mean something by themselves, named once. Every other right comes from a role's codes and levels
 * (access.ts), and a tenant's own roles have numbers of their own.
 */

/** Holds every code at every level and sees every record of its tenant (D-005). */
export const administrator = 1;
/** Roles 1 to 6 come with the product and stand in an order, the highest first; a tenant's own have larger numbers. */
const lastSeededRole = 6;
export const largestRole = 999;

export const isAdministrator = (who: { readonly role?: unknown } | null | undefined): boolean => who?.role === administrator;
export const isSeededRole = (role: number): boolean => role <= lastSeededRole;
