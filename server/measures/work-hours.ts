import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../store/store';
import type { Asked } from './asked';

/** The tenant's working day begins and ends at these times, unless its report settings say others. */
const usual = { day_from: '08:00', day_to: '21:00' } as const;
const setting = (tenantId: string, name: keyof typeof usual): Sql =>
  sql`(select coalesce(t."report_settings"->>${name}::text, ${usual[name]}::text)::time from "tenant" t where t."tenant_id" = ${tenantId})`;

/** The hour of a moment on the clock of the tenant; 'before' and 'after' outside the working day. */
export const workHour = (local: Sql, { tenantId }: Asked): Sql => sql`case
  when ${local}::time < ${setting(tenantId, 'day_from')} then 'before'
  when ${local}::time >= ${setting(tenantId, 'day_to')} then 'after'
  else extract(hour from ${local})::int::text end`;

/** Every value of the dimension, in order. */
export async function workHours(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const { first, end } = await tx.one<{ first: number; end: number }>(sql`
    select extract(hour from ${setting(tenantId, 'day_from')})::int as "first",
      ceil(extract(epoch from ${setting(tenantId, 'day_to')}) / 3600)::int as "end"`);
  return ['before', ...Array.from({ length: Math.max(0, end - first) }, (_, at) => String(first + at)), 'after'];
}
