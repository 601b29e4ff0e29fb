import sql, { type Sql } from 'sql-template-tag';
import type { StatementMonth } from '../../src/schemas/calls/publishers';
import type { Tx } from '../store/store';
import { deliveredLeads } from './delivered-leads';
import { payableOf } from './publisher-figures';

interface Asked {
  readonly tenantId: string;
  readonly zone: string;
  readonly limit: number;
  readonly offset?: number;
}

/**
 * What one publisher delivered by month of the tenant, the latest first, as far as `seen` allows, and how many such months there are:
 * the months add up to its figures.
 */
export async function publisherStatement(
  tx: Tx,
  { tenantId, zone, limit, offset = 0 }: Asked,
  id: string,
  seen: Sql = sql`true`,
): Promise<{ readonly months: readonly StatementMonth[]; readonly count: number }> {
  const is = (state: string): Sql => sql`count(*) filter (where v."state" = ${state})::int`;
  const rows: (StatementMonth & { count: number })[] = await tx.rows(sql`
    select x."month", x."accepted", x."duplicates", x."invalid", x."enrolled", ${payableOf} as "payable", count(*) over ()::int as "count"
    from "publishers" p cross join lateral (
      select to_char(v."delivered_at" at time zone ${zone}, 'YYYY-MM') as "month", ${is('accepted')} as "accepted",
        ${is('duplicate')} as "duplicates", ${is('invalid')} as "invalid",
        count(*) filter (where v."state" = 'accepted' and v."is_enrolled")::int as "enrolled"
      from (${deliveredLeads(tenantId)}) v
      where v."publisher_id" = p."id" and v."deleted_at" is null and v."state" in ('accepted', 'duplicate', 'invalid') and ${seen}
      group by 1) x
    where p."tenant_id" = ${tenantId} and p."id" = ${id} order by x."month" desc limit ${limit} offset ${offset}`);
  const months = rows.map((row) => {
    const { count: _, ...month } = row;
    return month;
  });
  return { months, count: rows[0]?.count ?? 0 };
}
