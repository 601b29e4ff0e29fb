import sql from 'sql-template-tag';
import type { WorkingShift } from '../domain/quiet-hours';
import type { Tx } from '../store/store';

/** The shift of each of these people; those without one are not in it. */
export async function shiftsOf(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<Map<string, WorkingShift>> {
  const rows: (WorkingShift & { user_id: string })[] = await tx.rows(
    sql`select u."id" as "user_id", s."start_time", s."end_time", s."weekly_off" from "users" u
        join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id" and s."deleted_at" is null and s."status" = 1
        where u."tenant_id" = ${tenantId} and u."id" = any(${[...new Set(userIds)]}::text[])`,
    'shifts-of',
  );
  return new Map(rows.map(({ user_id: id, ...shift }) => [id, shift]));
}
