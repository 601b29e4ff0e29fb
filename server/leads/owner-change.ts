import sql from 'sql-template-tag';
import { invalid, notAllowed, problem } from '../../src/schemas/kit/problem';
import { mayDo } from '../../src/schemas/kit/access';
import type { Context } from '../http/context';
import { notifyAssigned } from '../live/notify';
import type { Tx } from '../store/store';
import { newId } from '../store/ids';
import type { Asker } from './lead-access';

/**
 * May the session give a lead of this owner to that user? Throws Problem 422 when the user cannot own leads, 403 when the
 * session may not: below the team leaders only with `L2_TO_L2_RE-ASSIGNMENT`, and only between users of one level (D-009).
 */
export async function checkNewOwner(asker: Asker, toUserId: string, ownerIds: readonly (string | null)[]): Promise<void> {
  const { tx, session } = asker;
  const people = await tx.rows<{ id: string; level: number; status: number; type: string }>(
    sql`select u."id", coalesce(r."base_role", u."role") as "level", u."status", u."type" from "users" u
        left join "users_roles" r on r."tenant_id" = u."tenant_id" and r."role" = u."role"
        where u."tenant_id" = ${session.tenantId} and u."deleted_at" is null
          and u."id" = any(${[toUserId, session.userId, ...ownerIds.filter((id) => id !== null)]}::text[])`,
    'owner-levels',
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  const target = byId.get(toUserId);
  if (!target || target.type !== 'org') throw invalid('user_id', 'This user does not exist.');
  if (target.status !== 1) throw invalid('user_id', 'This user is not active and cannot get leads.');

  if ((byId.get(session.userId)?.level ?? 9) <= 3) {
    if (!mayDo(session, { code: 'LEADS' }, 'update')) throw problem(403, notAllowed);
    return;
  }
  const handOver = mayDo(session, { code: 'L2_TO_L2_RE-ASSIGNMENT' }, 'update');
  const sameLevel = [...ownerIds.map((id) => (id === null ? 0 : byId.get(id)?.level)), target.level].every(
    (level) => level === 4,
  );
  if (!handOver || !sameLevel) throw problem(403, notAllowed);
}

/** Giving leads to many people at once, unseen: roles 1 to 3 (D-009). Throws Problem 403 naming the field. */
export async function checkGivesLeads({ tx, session }: Asker, field: string): Promise<void> {
  const own = await tx.row<{ level: number }>(
    sql`select coalesce("base_role", "role") as "level" from "users_roles"
        where "tenant_id" = ${session.tenantId} and "role" = ${session.role}`,
    'own-level',
  );
  if ((own?.level ?? 9) > 3)
    throw problem(403, notAllowed, [{ path: field, message: 'You may import leads for yourself or without an owner.' }]);
}

export type OwnerReason = 'manual' | 'bulk' | 'import' | 'allocation' | 'assignment_rule' | 'rule_engine' | 'referral';

/** Writes the history of the owner change and takes the pending follow-ups of the old owner along. The leads are locked. */
export async function recordOwnerChange(
  tx: Tx,
  by: { tenantId: string; userId: string | null; now: Date },
  leads: readonly { readonly id: string; readonly user_id: string | null }[],
  toUserId: string | null,
  why: { reason: OwnerReason; note?: string | null; ruleId?: string | null },
): Promise<void> {
  await tx.insertMany(
    'lead_owner_history',
    [
      'tenant_id',
      'id',
      'lead_id',
      'from_user_id',
      'to_user_id',
      'reason',
      'note',
      'rule_id',
      'created_at',
      'created_by',
      'updated_by',
    ],
    leads.map((lead) => [
      by.tenantId,
      newId(),
      lead.id,
      lead.user_id,
      toUserId,
      why.reason,
      why.note ?? null,
      why.ruleId ?? null,
      by.now.toISOString(),
      by.userId,
      by.userId,
    ]),
  );
  if (toUserId === null) return;
  if (toUserId !== by.userId)
    await notifyAssigned(
      tx,
      by.tenantId,
      toUserId,
      leads.map((lead) => lead.id),
    );
  await tx.run(
    sql`update "follow_ups" f set "user_id" = ${toUserId}
        from unnest(${leads.map((lead) => lead.id)}::text[], ${leads.map((lead) => lead.user_id)}::text[]) as moved("lead_id", "owner_id")
        where f."tenant_id" = ${by.tenantId} and f."lead_id" = moved."lead_id" and f."state" = 'pending' and f."deleted_at" is null
          and (moved."owner_id" is null or f."user_id" is null or f."user_id" = moved."owner_id")`,
    'follow-ups-move',
  );
}

/** The actor of `recordOwnerChange` as a call has it. */
export function actorOf(context: Context): { tenantId: string; userId: string; now: Date } {
  return { tenantId: context.session.tenantId, userId: context.session.userId, now: context.services.now() };
}
