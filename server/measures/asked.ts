import sql, { type Sql } from 'sql-template-tag';
import type { Session } from '../context/session';
import { addDays, startOfDay } from '../domain/days';

/** Whose numbers, of which days, as of when. */
export interface Asked {
  readonly tenantId: string;
  readonly zone: string;
  readonly now: Date;
  readonly scope: Session['scope'];
  /** Days of the tenant, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The same as instants, the second the first one after the range. */
  readonly from: Date;
  readonly to: Date;
  /** Only these facts, as a select of their keys: of measures whose facts are all rows of one list. */
  readonly among?: Sql;
}

export function askedBy(
  session: Pick<Session, 'tenantId' | 'timezone' | 'scope'>,
  now: Date,
  { from, to }: { readonly from: string; readonly to: string },
): Asked {
  const { tenantId, timezone: zone, scope } = session;
  const [start, end] = [startOfDay(from, zone), startOfDay(addDays(to, 1), zone)];
  return { tenantId, zone, now, scope, firstDay: from, lastDay: to, from: start, to: end };
}

export const inRange = (at: Sql, { from, to }: Asked): Sql =>
  sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${to.toISOString()}::timestamptz`;
export const nowOf = ({ now }: Asked): Sql => sql`${now.toISOString()}::timestamptz`;
export const endOf = ({ to }: Asked): Sql => sql`${to.toISOString()}::timestamptz`;
/** That instant on the clock of the tenant. */
export const localTime = (at: Sql, { zone }: Asked): Sql => sql`(${at} at time zone ${zone})`;

/** A number of the tenant's report settings. */
export const reportSetting = ({ tenantId }: Asked, name: 'first_response_min' | 'conversation_s', unset: number): Sql =>
  sql`(select coalesce((t."report_settings"->>${name}::text)::numeric, ${unset}::numeric) from "tenant" t where t."tenant_id" = ${tenantId})`;
