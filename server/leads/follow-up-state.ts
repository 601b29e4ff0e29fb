import sql from 'sql-template-tag';
import type { Tx } from '../store/store';

/** An act on a lead (A1 of screens 0.5) that the lead's own columns remember. */
export type ActType = 'call_action' | 'follow_up_added' | 'follow_up_done' | 'call';

/**
 * After follow-ups of a lead changed: its next follow-up is the earliest pending one, and the act counts as its first and
 * last. The caller holds the lead's lock.
 */
export async function refreshFollowUps(
  tx: Tx,
  tenantId: string,
  leadId: string,
  act: { type: ActType; at: Date } | null,
): Promise<void> {
  const at = act?.at.toISOString() ?? null;
  await tx.run(
    sql`update "leads" l set
          "next_followup_at" = (select min(f."call_date_time") from "follow_ups" f
            where f."tenant_id" = l."tenant_id" and f."lead_id" = l."id" and f."state" = 'pending' and f."deleted_at" is null),
          "last_callaction_followup_status" = (
            select case f."state" when 'pending' then 0 when 'done' then 1 end from "follow_ups" f
            where f."tenant_id" = l."tenant_id" and f."lead_id" = l."id" and f."deleted_at" is null and f."call_action_id" = (
              select c."id" from "call_actions" c where c."tenant_id" = l."tenant_id" and c."lead_id" = l."id" and c."deleted_at" is null
              order by c."created_at" desc, c."id" desc limit 1)),
          "first_act_at" = coalesce(l."first_act_at", ${at}::timestamptz),
          "last_act_at" = coalesce(${at}::timestamptz, l."last_act_at"),
          "last_act_type" = coalesce(${act?.type ?? null}::text, l."last_act_type")
        where l."tenant_id" = ${tenantId} and l."id" = ${leadId}`,
    'lead-follow-ups',
  );
}

/** D-060: does the tenant forbid a new follow-up while one is pending, and is one pending? The caller holds the lead's lock. */
export async function mustFinishFirst(tx: Tx, tenantId: string, leadId: string): Promise<boolean> {
  const found = await tx.row(
    sql`select 1 from "tenant" t where t."tenant_id" = ${tenantId} and t."enforce_pending_followup"
          and exists (select 1 from "follow_ups" f where f."tenant_id" = ${tenantId} and f."lead_id" = ${leadId}
            and f."state" = 'pending' and f."deleted_at" is null)`,
    'follow-up-enforced',
  );
  return found !== undefined;
}
export const finishFirst = 'Please complete the previous followup before adding a new one.';
