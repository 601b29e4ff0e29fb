import sql from 'sql-template-tag';
import type { Context } from '../http/context';

/** What the times of a day make of it: away without a check-in, half a day below the shift's minutes, else present. */
export async function attendanceState(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  userId: string,
  checkIn: unknown,
  checkOut: unknown,
): Promise<'absent' | 'half_day' | 'present'> {
  if (typeof checkIn !== 'string') return 'absent';
  if (typeof checkOut !== 'string') return 'present';
  const shift = await tx.row<{ half_day_min: number | null }>(sql`
    select s."half_day_min" from "users" u join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id"
    where u."tenant_id" = ${session.tenantId} and u."id" = ${userId}`);
  const minutes = (Date.parse(checkOut) - Date.parse(checkIn)) / 60_000;
  return minutes < (shift?.half_day_min ?? 240) ? 'half_day' : 'present';
}
