import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from './acting';

type Doing = Pick<Acting, 'tx' | 'by'>;

/** The lead got another owner, so nobody is asked to take it any more. The leads are locked. */
export const endReferrals = (doing: Doing, leadIds: readonly string[]): Promise<void> =>
  end(doing, sql`"lead_id" = any(${leadIds}::text[])`, 'The lead got a new owner.');

/** Who was asked has left: these leads can be referred to someone else. The leads are locked. */
export const endReferralsToLeavers = (doing: Doing, leadIds: readonly string[]): Promise<void> =>
  end(
    doing,
    sql`"lead_id" = any(${leadIds}::text[]) and exists (select from "users" u where u."tenant_id" = ${doing.by.tenantId}
          and u."id" = "to_user_id" and (u."status" <> 1 or u."deleted_at" is not null))`,
    'The colleague is no longer active.',
  );

/** Who was asked leaves: nobody waits for their answer. */
export const endReferralsTo = (doing: Doing, userId: string): Promise<void> =>
  end(doing, sql`"to_user_id" = ${userId}`, 'The colleague is no longer active.');

async function end({ tx, by }: Doing, which: Sql, reason: string): Promise<void> {
  const ended = await tx.rows(
    sql`update "lead_referrals" set "state" = 'cancelled', "answer_reason" = ${reason}
        where "tenant_id" = ${by.tenantId} and "state" = 'pending' and "deleted_at" is null and ${which}
        returning "id", "to_user_id", "created_by"`,
  );
  for (const { id, to_user_id: to, created_by: asker } of ended)
    tx.touched('lead_referrals', String(id), [String(to), asker == null ? null : String(asker)]);
}

/**
 * The change of owner by which the job ended them is taken back: the questions to colleagues who are still active are open again,
 * unless another one is. The leads are locked.
 */
export async function reopenReferrals({ tx, by }: Doing, leadIds: readonly string[], job: string): Promise<void> {
  const open = await tx.rows(
    sql`update "lead_referrals" r set "state" = 'pending', "answer_reason" = a."old" ->> 'answer_reason' from "audit" a
        where r."tenant_id" = ${by.tenantId} and r."lead_id" = any(${leadIds}::text[]) and r."state" = 'cancelled' and r."deleted_at" is null
          and a."tenant_id" = r."tenant_id" and a."table_name" = 'lead_referrals' and a."row_key" = r."id" and a."op" = 'update'
          and a."request_id" = ${job} and a."old" ->> 'state' = 'pending'
          and exists (select from "users" u where u."tenant_id" = r."tenant_id" and u."id" = r."to_user_id" and u."status" = 1 and u."deleted_at" is null)
          and not exists (select from "lead_referrals" o where o."tenant_id" = r."tenant_id" and o."lead_id" = r."lead_id"
            and o."state" = 'pending' and o."deleted_at" is null)
        returning r."id", r."to_user_id", r."created_by"`,
    'referrals-reopened',
  );
  for (const { id, to_user_id: to, created_by: asker } of open)
    tx.touched('lead_referrals', String(id), [String(to), asker == null ? null : String(asker)]);
}
