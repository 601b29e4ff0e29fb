import sql from 'sql-template-tag';
import { dayBounds } from '../domain/days';
import type { Tx } from '../store/store';
import type { DialerList } from './dialer-lists';

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

/** A call whose end was never reported; after this long it no longer blocks others. */
const longestCallHours = 4;
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
  const since = new Date(now.getTime() - longestCallHours * 3_600_000).toISOString();
  const tried = sql`from "calls" where "tenant_id" = ${tenantId} and "lead_id" = ${id}::text and "deleted_at" is null
          and "direction" = 'outbound' and "outcome" is distinct from 'failed'`;
  const found = await tx.one<{ silent: boolean; calling: boolean; held: boolean; tried: number; last: string | null }>(
    sql`select
        exists (select from "leads" where "tenant_id" = ${tenantId} and "deleted_at" is null
          and ("id" = ${id}::text or ("phone" = ${phone} and "duplicate_of" is null and "merged_into" is null))
          and (coalesce("do_not_disturb", false) or ("consent" ->> 'call') = 'false')) as "silent",
        exists (select from "calls" where "tenant_id" = ${tenantId} and "lead_id" = ${id}::text and "deleted_at" is null
          and "state" in ('queued', 'ringing', 'answered', 'on_hold') and "started_at" > ${since}::timestamptz) as "calling",
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
    return { why: `This lead was called ${found.tried} times today, the maximum for its list.`, until: today.to };
  const again = found.last === null ? 0 : Date.parse(found.last) + list.retry_gap_min * 60_000;
  if (again > now.getTime())
    return {
      why: `This lead was called recently. Its list waits ${list.retry_gap_min} minutes between calls.`,
      until: new Date(again),
    };
  return undefined;
}
