import sql from 'sql-template-tag';
import { levelsOf, type AclEntry } from '../../../src/schemas/kit/access';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { FieldRule } from '../../../src/schemas/kit/access';
import { isAdministrator, isSeededRole } from '../../../src/schemas/kit/roles';
import type { Context } from '../../context/context';

/** The fields of a person or a role that grant rights. */
interface Rights {
  readonly id?: string;
  readonly role?: number | null;
  readonly base_role?: number | null;
  readonly data_scope?: string | null;
  readonly permissions?: readonly AclEntry[] | null;
}
/** From the narrowest data scope to the widest (D-001). */
const scopes = ['none', 'own', 'own_and_lists', 'team', 'branch', 'tenant'];

/** What of a person says whose records they see and what they may do with them. */
const rightsOfPerson = ['role', 'permissions', 'type', 'team_ids', 'reports_to'];

/** Nobody can grant rights they do not have, to others or to themselves; only administrators can change administrators. */
export function refuseMoreThanOwn(values: Rights, context: Context, before?: Rights): void {
  const { session } = context;
  if (isAdministrator(session)) return;
  if (isAdministrator(values) || isAdministrator(before)) throw problem(403, notAllowed);
  if (before?.id === session.userId && rightsOfPerson.some((name) => name in values)) throw problem(403, notAllowed);
  const given = beyondOwn(values.permissions, context);
  if (given) throw invalid('permissions', `You cannot grant ${given} because you do not have it`);
}

/**
 * Who is not an administrator may give, and change people of, roles that stand no higher than the own: by the seeded role they
 * start from (2 above 6), for a tenant's own roles also by rights. Else a manager could take over an account that may more.
 */
export async function refuseHigherRole(roles: readonly Rights['role'][], context: Context, before?: Rights): Promise<void> {
  const { session, tx } = context;
  if (isAdministrator(session) || before?.id === session.userId) return;
  const wanted = roles.filter((role) => typeof role === 'number' && role !== session.role);
  if (!wanted.length) return;
  const rows = await tx.rows<{ role: number; base_role: number | null; permissions: AclEntry[] | null; data_scope: string }>(sql`
    select "role", "base_role", "permissions", "data_scope" from "users_roles"
    where "tenant_id" = ${session.tenantId} and "role" = any(${[...wanted, session.role]}::bigint[])`);
  const own = rows.find((row) => row.role === session.role);
  const level = (row: { role: number; base_role: number | null } | undefined): number => row?.base_role ?? row?.role ?? 99;
  for (const row of rows) {
    if (row.role === session.role) continue;
    const isWider = scopes.indexOf(row.data_scope) > scopes.indexOf(own?.data_scope ?? 'none');
    const higher = isSeededRole(row.role)
      ? level(row) < level(own)
      : isWider || beyondOwn(row.permissions, context) !== undefined;
    if (higher) throw problem(403, notAllowed);
  }
}

/** A role that someone creates or changes sees no more leads than their own role and does not start from a higher one. */
export async function refuseWiderScope(values: Rights, context: Context): Promise<void> {
  const { session, tx } = context;
  if (isAdministrator(session) || !('data_scope' in values || 'base_role' in values)) return;
  const own = await tx.row<{ level: number; data_scope: string }>(sql`
    select coalesce("base_role", "role") as "level", "data_scope" from "users_roles"
    where "tenant_id" = ${session.tenantId} and "role" = ${session.role}`);
  if (scopes.indexOf(values.data_scope ?? 'none') > scopes.indexOf(own?.data_scope ?? 'none'))
    throw invalid('data_scope', 'You cannot let a role see more leads than you can');
  if (typeof values.base_role === 'number' && values.base_role < (own?.level ?? 99))
    throw invalid('base_role', 'You cannot start from a role above your own');
}

/**
 * A role that is assigned, or created by `rules`, hides and masks everything that is hidden from or masked for the person
 * assigning it (TRUST-S33).
 */
export async function refuseFewerRules(role: Rights['role'], path: string, context: Context): Promise<void> {
  const { session, tx } = context;
  if (isAdministrator(session) || !session.fieldRules?.length || role === session.role) return;
  const given = await tx.row<{ field_rules: FieldRule[] | null }>(sql`
    select "field_rules" from "users_roles" where "tenant_id" = ${session.tenantId} and "role" = ${role}`);
  refuseMissingRules(given?.field_rules ?? [], undefined, path, session);
}

/**
 * Throws 422 at `path` when the rules leave out one of the session's own that `before`, the rules until now, did not leave out
 * already.
 */
export function refuseMissingRules(
  rules: readonly FieldRule[],
  before: readonly FieldRule[] | undefined,
  path: string,
  session: Context['session'],
): void {
  if (isAdministrator(session)) return;
  const keeps = (own: FieldRule, list: readonly FieldRule[]): boolean =>
    list.some((one) => one.resource === own.resource && one.field === own.field && strength[one.rule] >= strength[own.rule]);
  const opened = session.fieldRules?.find((own) => !keeps(own, rules) && (!before || keeps(own, before)));
  if (opened) throw invalid(path, `This would show ${opened.field} of ${opened.resource}, which your own role does not show you`);
}
const strength = { read_only: 0, masked: 1, hidden: 2 } as const;

/** The first right of the list that the session does not have, such as 'LEADS 4'. */
export function beyondOwn(permissions: Rights['permissions'], { session }: Pick<Context, 'session'>): string | undefined {
  for (const [code, levels] of levelsOf(permissions ?? []))
    for (const level of levels) if (!session.levels.get(code)?.has(level)) return `${code} ${level}`;
  return undefined;
}
