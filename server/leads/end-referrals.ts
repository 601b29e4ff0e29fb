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
