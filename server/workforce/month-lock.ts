import sql from 'sql-template-tag';
import { monthText } from '../../src/kinds/day-text';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';

type Of = Pick<Context, 'tx' | 'session'>;

/**
 * Refuses a change of attendance on a day of a locked month. `path` names the field at fault, where a form shows it. A lock of the
 * month waits until this transaction is over, and the other way round.
 */
export async function refuseLocked({ tx, session }: Of, days: readonly string[], path?: string): Promise<void> {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].sort();
  if (!months.length) return;
  for (const month of months) await tx.run(sql`select pg_advisory_xact_lock_shared(${keyOf(session.tenantId, month)})`);
  const row = await tx.row<{ month: string }>(sql`
    select "month" from "attendance_locks" where "tenant_id" = ${session.tenantId} and "month" = any(${months}::text[])
      and "deleted_at" is null order by "month" limit 1`);
  if (!row) return;
  const message = `${monthText(row.month)} is locked, so its attendance cannot be changed. Ask an administrator to unlock the month.`;
  throw problem(409, message, path === undefined ? undefined : [{ path, message }]);
}

/** Waits for changes of that month's attendance which are under way, and keeps further ones waiting. */
export async function holdMonth({ tx, session }: Of, month: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${keyOf(session.tenantId, month)})`);
}

const keyOf = (tenantId: string, month: string) => sql`hashtextextended(${`attendance of ${month} in ${tenantId}`}, 0)`;
