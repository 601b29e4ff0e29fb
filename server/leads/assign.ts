import sql from 'sql-template-tag';
import { leadEventOfKeys } from '../lead-events/lead-events';
import { notifyAssigned } from '../live/notify';
import type { Acting } from './acting';
import { endReferrals, reopenReferrals } from './end-referrals';
import { ownerHistory, type Why } from './owner-history';

export type OwnedLead = { readonly id: string; readonly user_id: string | null };

/**
 * Assigns the leads to a user, or to nobody (null): writes owner, history and pending follow-ups, notifies the new owner and
 * raises one event. Leads that the user already owns are left as they are. Returns how many changed owner. The caller has locked
 * the leads and checked the right to assign them (assign-access).
 */
export async function assignLeads(acting: Acting, leads: readonly OwnedLead[], to: string | null, why: Why): Promise<number> {
  const { tx, services, by } = acting;
  const moved = leads.filter((lead) => lead.user_id !== to);
  if (moved.length === 0) return 0;
  const keys = moved.map(({ id }) => id);
  const { user_id, assigned_at } = ownerColumns(to, by.now);
  await tx.run(
    sql`update "leads" set "user_id" = ${user_id}, "assigned_at" = ${assigned_at}::timestamptz
        where "tenant_id" = ${by.tenantId} and "id" = any(${keys}::text[])`,
    'leads-assign',
  );
  await noteOwnerChange(acting, moved, to, why);
  if (!by.automatic) await leadEventOfKeys(tx, services, by, 'lead_updated', keys);
  return moved.length;
}

/** The columns that only a change of owner writes, for a record that is written whole. */
export const ownerColumns = (to: string | null, now: Date): { user_id: string | null; assigned_at: string | null } => ({
  user_id: to,
  assigned_at: to === null ? null : now.toISOString(),
});

/** What goes with new owners of leads, besides their own row. The leads are locked. */
export async function noteOwnerChange(
  { tx, by }: Doing,
  leads: readonly OwnedLead[],
  to: string | null,
  why: Why,
): Promise<void> {
  const keys = leads.map(({ id }) => id);
  const changes = leads.map(({ id, user_id }) => ({ leadId: id, from: user_id, to }));
  const history = ownerHistory(by, changes, why);
  if (history) await tx.run(history);
  if (to !== null) {
    if (to !== by.userId) await notifyAssigned(tx, by.tenantId, to, keys);
    await endReferrals({ tx, by }, keys);
  }
  if (why.undoes) {
    await giveFollowUpsBack({ tx, by }, leads, to, why.undoes);
    await reopenReferrals({ tx, by }, keys, why.undoes.job);
  } else if (to !== null) await moveFollowUps({ tx, by }, leads, to);
}

type Doing = Pick<Acting, 'tx' | 'by'>;
const pending = sql`f."state" = 'pending' and f."deleted_at" is null`;

/** Pending follow-ups of the owner, and those of nobody, go along to the new one; all of them where the lead had no owner. */
async function moveFollowUps({ tx, by }: Doing, leads: readonly OwnedLead[], to: string): Promise<void> {
  const keys = leads.map(({ id }) => id);
  await tx.run(
    sql`update "follow_ups" f set "user_id" = ${to}
        from unnest(${keys}::text[], ${leads.map((lead) => lead.user_id)}::text[]) as moved("lead_id", "owner_id")
        where f."tenant_id" = ${by.tenantId} and f."lead_id" = moved."lead_id" and ${pending}
          and (moved."owner_id" is null or f."user_id" is null or f."user_id" = moved."owner_id")`,
    'follow-ups-move',
  );
}

/**
 * Each pending follow-up that the job moved goes back to whose it was, also to nobody; the audit knows. Those that the owner planned
 * since go along with the lead.
 */
async function giveFollowUpsBack(
  { tx, by }: Doing,
  leads: readonly OwnedLead[],
  to: string | null,
  { job, since }: NonNullable<Why['undoes']>,
): Promise<void> {
  for (const { id, user_id: from } of leads) {
    const those = sql`f."tenant_id" = ${by.tenantId} and f."lead_id" = ${id} and ${pending}`;
    await tx.run(
      sql`update "follow_ups" f set "user_id" = a."old" ->> 'user_id' from "audit" a
          where ${those} and a."tenant_id" = f."tenant_id" and a."table_name" = 'follow_ups' and a."row_key" = f."id" and a."op" = 'update'
            and a."request_id" = ${job} and a."old" ? 'user_id' and f."user_id" is not distinct from a."new" ->> 'user_id'`,
      'follow-ups-back',
    );
    if (to === null || from === null || since === null) continue;
    await tx.run(
      sql`update "follow_ups" f set "user_id" = ${to} where ${those} and f."user_id" = ${from} and f."created_date" > ${since}::timestamptz`,
      'follow-ups-planned-since',
    );
  }
}
