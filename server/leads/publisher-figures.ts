import sql, { type Sql } from 'sql-template-tag';
import type { DeliveryFigure } from '../../src/schemas/kit/deliveries';
import { dayBounds, startOfDay } from '../domain/days';
import type { Tx } from '../store/store';
import { deliveredLeads } from './delivered-leads';

export type PublisherFigures = {
  readonly [N in Exclude<DeliveryFigure, 'payable' | 'last_lead_at'>]: number;
} & {
  readonly payable: number | null;
  readonly last_lead_at: string | null;
  readonly verified: number;
  readonly connected: number;
};

interface Asked {
  readonly tenantId: string;
  readonly zone: string;
  readonly now: Date;
}

/**
 * What is counted of these publishers' leads, as far as `seen` allows; the percentages are of the accepted leads. What is payable
 * follows from today's rate. A publisher without leads has zeros.
 */
export async function publisherFigures(
  tx: Tx,
  { tenantId, zone, now }: Asked,
  ids: readonly string[],
  seen: Sql = sql`true`,
): Promise<Map<string, PublisherFigures>> {
  const { date, from } = dayBounds(now, zone);
  const month = startOfDay(`${date.slice(0, 8)}01`, zone);
  const is = (state: string): Sql => sql`count(*) filter (where v."state" = ${state})::int`;
  const accepted = (more: Sql): Sql => sql`count(*) filter (where v."state" = 'accepted' and ${more})::int`;
  const since = (at: Date): Sql =>
    sql`count(*) filter (where v."state" in ('accepted', 'duplicate', 'invalid') and v."delivered_at" >= ${at.toISOString()}::timestamptz)::int`;
  const rows: (PublisherFigures & { id: string })[] = await tx.rows(sql`
    select p."id", x.*, ${percent(sql`x."verified"`)} as "verified_percent", ${percent(sql`x."connected"`)} as "connected_percent",
      ${payableOf} as "payable"
    from "publishers" p cross join lateral (
      select ${since(from)} as "leads_today", ${since(month)} as "leads_month", ${is('accepted')} as "accepted",
        ${is('duplicate')} as "duplicates", ${is('invalid')} as "invalid", ${is('refused')} as "refused",
        count(*) filter (where v."dispute_state" = 'open')::int as "disputes",
        ${accepted(sql`v."is_verified"`)} as "verified", ${accepted(sql`v."is_connected"`)} as "connected",
        ${accepted(sql`v."has_applied"`)} as "applied", ${accepted(sql`v."is_enrolled"`)} as "enrolled",
        max(v."delivered_at") filter (where v."state" <> 'test') as "last_lead_at"
      from (${deliveredLeads(tenantId)}) v where v."publisher_id" = p."id" and v."deleted_at" is null and ${seen}) x
    where p."tenant_id" = ${tenantId} and p."id" = any(${[...ids]}::text[]) and p."deleted_at" is null`);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** Of a publisher `p` with counts `x`, at today's rate; null without a rate. */
export const payableOf = sql`case when p."cost_per_lead" is null then null
  else (p."cost_per_lead" * case when p."pricing" = 'per_enrolment' then x."enrolled" else x."accepted" end)::float8 end`;

const percent = (part: Sql): Sql =>
  sql`case when x."accepted" = 0 then 0 else round(${part} * 100.0 / x."accepted", 1)::float8 end`;
