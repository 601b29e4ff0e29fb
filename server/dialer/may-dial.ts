import sql, { type Sql } from 'sql-template-tag';
import { dayBounds } from '../domain/days';
import type { Tx } from '../store/store';
import type { DialerList } from './dialer-lists';
import { counted } from '../../src/schemas/kit/counted';

export interface Dialled {
  readonly id: string | null;
  readonly phone: string;
}
export interface By {
  readonly tenantId: string;
  readonly userId: string;
  readonly timezone: string;
}
/** Why a number is not to be dialled now; `until`: when to look at it again, absent when a person must change something. */
export interface Hindrance {
  readonly why: string;
  readonly until?: Date;
}

/**
 * Calls that ring or are talked on, or that may: one whose end was never reported no longer blocks others after four hours, one
 * that the provider has not confirmed after two minutes.
 */
export const mayRing = (now: Date): Sql =>
  sql`(("state" in ('ringing', 'answered', 'on_hold') and "started_at" > ${minutesBefore(now, longestCallHours * 60)}::timestamptz)
    or (("state" = 'queued' or "outcome" = 'unknown') and "started_at" > ${minutesBefore(now, confirmedIn)}::timestamptz))`;
/** A call still `queued` this many minutes later was never answered by the provider. */
export const confirmedIn = 2;
/** The longest call holds its lead this long; the end of the call releases it. */
export const longestCallHours = 4;
export const minutesBefore = (now: Date, minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
export const undisturbed = 'This person asked not to be called.';
export const colleagueCalls = 'A colleague is calling this lead.';

/**
 * Reasons not to dial this number, for every caller: do-not-disturb on any lead with the number, a call that is in progress with
 * the lead, a colleague who holds it; for a list, its daily attempts and its gap between calls, for all callers together. A call
 * that the provider did not take is not an attempt. Asked with the lead's row locked, so that what another transaction decided
 * about it is seen.
 */
export async function hindranceOf(
  tx: Tx,
  { tenantId, userId, timezone }: By,
  { id, phone }: Dialled,
  now: Date,
  list?: Pick<DialerList, 'daily_attempts' | 'retry_gap_min'>,
): Promise<Hindrance | undefined> {
  const today = dayBounds(now, timezone);
  const tried = sql`from "calls" where "tenant_id" = ${tenantId} and "lead_id" = ${id}::text and "deleted_at" is null
          and "direction" = 'outbound' and "outcome" is distinct from 'failed'`;
  const found = await tx.one<{ silent: boolean; calling: boolean; held: boolean; tried: number; last: string | null }>(
    sql`select
        exists (select from "leads" where "tenant_id" = ${tenantId} and "deleted_at" is null
          and ("id" = ${id}::text or ("phone" = ${phone} and "duplicate_of" is null and "merged_into" is null))
          and (coalesce("do_not_disturb", false) or ("consent" ->> 'call') = 'false')) as "silent",
        exists (select from "calls" where "tenant_id" = ${tenantId} and "lead_id" = ${id}::text and "deleted_at" is null
          and ${mayRing(now)}) as "calling",
        exists (select from "dialer_list_leads" where "tenant_id" = ${tenantId} and "lead_id" = ${id}::text and "deleted_at" is null
          and "state" = 'dialling' and "user_id" <> ${userId} and "lease_until" > ${now.toISOString()}::timestamptz) as "held",
        (select count(*)::int ${tried} and "started_at" >= ${today.from.toISOString()}::timestamptz) as "tried",
        (select max(coalesce("ended_at", "started_at")) ${tried}) as "last"`,
    'dialer-hindrance',
  );
  if (found.silent) return { why: undisturbed };
  if (found.calling || found.held) return { why: colleagueCalls, until: new Date(now.getTime() + 5 * 60_000) };
  if (!list) return undefined;
  if (found.tried >= list.daily_attempts)
    return { why: `This lead was called ${counted(found.tried, 'time')} today, the maximum for its list.`, until: today.to };
  const again = found.last === null ? 0 : Date.parse(found.last) + list.retry_gap_min * 60_000;
  if (again > now.getTime())
    return {
      why: `This lead was called recently. Its list waits ${counted(list.retry_gap_min, 'minute')} between calls.`,
      until: new Date(again),
    };
  return undefined;
}
