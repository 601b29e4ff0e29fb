import sql from 'sql-template-tag';
import { invalid, notAllowed, problem } from '../../src/schemas/kit/problem';
import { mayDo } from '../../src/schemas/kit/access';
import { isCounsellor, isTeamLeaderOrAbove } from '../../src/schemas/kit/roles';
import { isInScope } from '../context/data-scope';
import { notYourLead, type Asker } from './lead-access';

/**
 * May the session assign leads of these owners to that user? Throws Problem 422 when the user cannot own leads, 403 when the
 * session may not: leads of others that a calling list opens to it are there to be called; below the team leaders only with
 * `L2_TO_L2_RE-ASSIGNMENT`, and only between users of one level (D-009).
 */
export async function checkNewOwner(asker: Asker, toUserId: string, ownerIds: readonly (string | null)[]): Promise<void> {
  const { tx, session } = asker;
  if (!ownerIds.every((id) => isInScope(session.scope, id))) throw problem(403, notYourLead);
  const people = await tx.rows<{ id: string; level: number; status: number; type: string }>(
    sql`select u."id", coalesce(r."base_role", u."role") as "level", u."status", u."type" from "users" u
        left join "users_roles" r on r."tenant_id" = u."tenant_id" and r."role" = u."role"
        where u."tenant_id" = ${session.tenantId} and u."deleted_at" is null
          and u."id" = any(${[toUserId, session.userId, ...ownerIds.filter((id) => id !== null)]}::text[])`,
    'owner-levels',
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  const target = byId.get(toUserId);
  if (!target || target.type !== 'org') throw invalid('user_id', 'This user does not exist');
  if (target.status !== 1) throw invalid('user_id', 'This user is not active and cannot receive leads');

  if (isTeamLeaderOrAbove(byId.get(session.userId)?.level)) {
    if (!mayDo(session, { code: 'LEADS' }, 'update')) throw problem(403, notAllowed);
    return;
  }
  const handOver = mayDo(session, { code: 'L2_TO_L2_RE-ASSIGNMENT' }, 'update');
  const sameLevel = [...ownerIds.map((id) => (id === null ? 0 : byId.get(id)?.level)), target.level].every(isCounsellor);
  if (!handOver || !sameLevel) throw problem(403, notAllowed);
}

/** Assigning leads to many people at once: roles 1 to 3 (D-009). Throws Problem 403 naming the field. */
export async function checkAssignsLeads({ tx, session }: Asker, field: string): Promise<void> {
  const own = await tx.row<{ level: number }>(
    sql`select coalesce("base_role", "role") as "level" from "users_roles"
        where "tenant_id" = ${session.tenantId} and "role" = ${session.role}`,
    'own-level',
  );
  if (!isTeamLeaderOrAbove(own?.level))
    throw problem(403, notAllowed, [{ path: field, message: 'You can import leads for yourself or without an owner.' }]);
}
