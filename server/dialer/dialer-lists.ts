import sql from 'sql-template-tag';
import { isWithin, type CallingHours } from '../domain/calling-hours';
import type { Session } from '../context/session';
import type { Tx } from '../store/store';

/** An active dialer list as those who call from it need it. */
export interface DialerList {
  readonly key: string;
  readonly value: string;
  readonly mode: 'manual' | 'preview' | 'progressive';
  readonly script: string | null;
  readonly max_attempts: number;
  readonly daily_attempts: number;
  readonly retry_gap_min: number;
  readonly wrap_up_s: number;
  readonly calling_window: CallingHours | null;
  readonly active: boolean;
}
const columns = sql`"key", "value", coalesce("mode", 'preview') as "mode", "script", coalesce("max_attempts", 5) as "max_attempts",
  coalesce("daily_attempts", 3) as "daily_attempts", coalesce("retry_gap_min", 60) as "retry_gap_min",
  coalesce("wrap_up_s", 30) as "wrap_up_s", "calling_window", coalesce("status", 1) = 1 as "active"`;

/** The lists with this user as a caller; none for a role without leads. */
export async function listsOfCaller(
  tx: Tx,
  { tenantId, userId, scope }: Pick<Session, 'tenantId' | 'userId' | 'scope'>,
): Promise<DialerList[]> {
  if (scope !== 'tenant' && !scope.userIds.length) return [];
  return tx.rows<DialerList>(
    sql`select ${columns} from "dialer_lists" where "tenant_id" = ${tenantId} and "status" = 1 and "deleted_at" is null
        and "user_ids" @> jsonb_build_array(${userId}::text) order by lower("value"), "key"`,
    'dialer-lists-of-caller',
  );
}

export const listByKey = (tx: Tx, tenantId: string, key: string): Promise<DialerList | undefined> =>
  tx.row<DialerList>(
    sql`select ${columns} from "dialer_lists" where "tenant_id" = ${tenantId} and "key" = ${key} and "deleted_at" is null`,
    'dialer-list-by-key',
  );

/** The lists in which this lead waits or is being called. */
export const listsOfLead = (tx: Tx, tenantId: string, leadId: string): Promise<DialerList[]> =>
  tx.rows<DialerList>(
    sql`select ${columns} from "dialer_lists" where "tenant_id" = ${tenantId} and "status" = 1 and "deleted_at" is null
        and "key" in (select "list_key" from "dialer_list_leads" where "tenant_id" = ${tenantId} and "lead_id" = ${leadId}
          and "state" in ('queued', 'dialling') and "deleted_at" is null) order by lower("value"), "key"`,
    'dialer-lists-of-lead',
  );

/** Calling hours are the tenant's own. */
export const isOpen = (list: Pick<DialerList, 'calling_window'>, now: Date, zone: string): boolean =>
  isWithin(list.calling_window, now, zone);

/** One attempt more or less on an entry; `lease` moves the end of its caller's hold. */
export const countAttempt = (tx: Tx, tenantId: string, entryId: string, by: 1 | -1, lease: Date | null = null): Promise<number> =>
  tx.run(
    sql`update "dialer_list_leads" set "attempts" = greatest(0, coalesce("attempts", 0) + ${by}),
          "lease_until" = coalesce(${lease?.toISOString() ?? null}::timestamptz, "lease_until") where "tenant_id" = ${tenantId} and "id" = ${entryId}`,
    'dialer-attempt',
  );
