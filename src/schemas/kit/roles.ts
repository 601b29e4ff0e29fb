/**
 * The role numbers that mean something by themselves, named once. Every other right comes from a role's codes and levels
 * (access.ts), and a tenant's own roles have numbers of their own. With which scope and codes the seeded ones begin is in
 * server/demo/reference.ts.
 */

/** Holds every code at every level and sees every record of its tenant (D-005). */
export const administrator = 1;
/** Roles 1 to 6 come with the product and are in an order, the highest first; a tenant's own have larger numbers. */
const lastSeededRole = 6;
export const largestRole = 999;

export const isAdministrator = (
  who: { readonly role?: unknown } | { readonly [field: string]: unknown } | null | undefined,
): boolean => who?.role === administrator;
/** The seeded roles a tenant's own ones start from (`base_role`), as D-009 tells them apart when leads change hands. */
const [teamLeader, counsellor, caller] = [3, 4, 5];
/** A role that nobody knows is nowhere: null counts as 0 in a comparison, which would be above all. */
export const isTeamLeaderOrAbove = (level: number | null | undefined): boolean =>
  typeof level === 'number' && level <= teamLeader;
export const isCounsellor = (level: number | null | undefined): boolean => level === counsellor;

/** Team leaders and those below them own leads and work on them (D-001). */
export const worksLeads = (role: number): boolean => role >= teamLeader && role <= caller;

export const isSeededRole = (role: number): boolean => role <= lastSeededRole;
