import sql from 'sql-template-tag';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

/** A notification for one user; false when there is no such active user. */
export async function tellUser(
  tx: Tx,
  by: { readonly tenantId: string; readonly now: Date },
  userId: string,
  about: { type: 'lead_assigned' | 'lead_refered'; message: string; leadId: string },
): Promise<boolean> {
  const told = await tx.run(
    sql`insert into "notifications" ("tenant_id", "id", "user_id", "read", "notifications")
        select ${by.tenantId}, ${newId()}, "id", false, ${JSON.stringify({ ...about, time: by.now.toISOString() })}::jsonb
        from "users" where "tenant_id" = ${by.tenantId} and "id" = ${userId} and "status" = 1 and "deleted_at" is null`,
    'tell-user',
  );
  return told === 1;
}
