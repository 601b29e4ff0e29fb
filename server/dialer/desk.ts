import sql, { join } from 'sql-template-tag';
import type { DeskCall, DeskCallback, DialerDesk } from '../../src/schemas/calls/dialer';
import { resourceNamed } from '../../src/schemas/kit/all';
import { leadRecords } from '../../src/schemas/kit/named-resources';
import { calls } from '../../src/schemas/leads/calls';
import { veilAs } from '../catalogue/field-rules';
import type { Telephony } from '../channels/telephony';
import { dayBounds } from '../domain/days';
import { shownFile } from '../files/file-field';
import type { Context } from '../context/context';
import { leadInScope } from '../context/data-scope';
import { missedCalls } from '../leads/missed-calls';
import { isOpen, listsOfCaller, type DialerList } from './dialer-lists';
import { heldBy, servable } from './next-lead';

/** Calls without a report for this long are no longer shown. */
const forgottenHours = 4;

/** The whole desk of this caller, as it is now; every page of theirs shows the same. */
export async function deskOf(context: Context, { can }: Pick<Telephony, 'can'>): Promise<DialerDesk> {
  const { tx, session, services } = context;
  const now = services.now();
  const lists = await listsOfCaller(tx, session);
  const held = await heldBy(tx, session, now);
  const waiting = await waitingOf(context, lists, now);
  const me = await tx.row<{ user_status: number | null }>(
    sql`select "user_status" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${session.userId}`,
    'dialer-away',
  );
  return {
    now: now.toISOString(),
    away: me?.user_status === 1,
    lists: lists.map((list) => ({
      key: list.key,
      value: list.value,
      mode: list.mode,
      wrap_up_s: list.wrap_up_s,
      script: list.script,
      hours: list.calling_window ? `${list.calling_window.from} – ${list.calling_window.to}` : null,
      open: isOpen(list, now, session.timezone),
      waiting: waiting.get(list.key) ?? 0,
    })),
    lead: held
      ? {
          entry_id: held.id,
          list_key: held.list_key,
          lead_id: held.lead_id,
          priority: held.priority,
          attempts: held.attempts,
          max_attempts: lists.find((one) => one.key === held.list_key)?.max_attempts ?? 5,
          lease_until: held.lease_until,
        }
      : null,
    call: await currentCall(context, now),
    callbacks: await callbacksOf(context),
    today: await todayOf(context, now),
    can,
  };
}

/** Counted to a thousand; a caller's day holds fewer. */
async function waitingOf({ tx, session }: Context, lists: readonly DialerList[], now: Date): Promise<Map<string, number>> {
  if (!lists.length) return new Map();
  const rows = await tx.rows<{ key: string; n: number }>(
    join(
      lists.map(
        (list) => sql`(select ${list.key} as "key", count(*)::int as "n" from (select 1 from "dialer_list_leads" e
          join "leads" l on l."tenant_id" = e."tenant_id" and l."id" = e."lead_id" where ${servable(session, list, now)} limit 1000) t)`,
      ),
      ' union all ',
    ),
  );
  return new Map(rows.map(({ key, n }) => [key, n]));
}

async function currentCall(context: Context, now: Date): Promise<DeskCall | null> {
  const { tx, session } = context;
  const since = new Date(now.getTime() - forgottenHours * 3_600_000).toISOString();
  // The caller can end a call in progress even when they can no longer see its lead (TRUST-S34).
  const seen = sql`(l."id" is null or ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)})`;
  const row = await tx.row<DeskCall>(
    sql`select c."id", case when ${seen} then c."lead_id" end as "lead_id", case when ${seen} then l."name" end as "name",
          case when ${seen} then c."phone" end as "phone", c."list_key", c."state", c."started_at", c."answered_at", c."ended_at",
          coalesce(c."muted", false) as "muted", c."outcome", case when ${seen} then c."recording_url" end as "recording_url"
        from "calls" c left join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = c."lead_id"
        where c."tenant_id" = ${session.tenantId} and c."user_id" = ${session.userId} and c."direction" = 'outbound' and c."state" <> 'ended'
          and c."deleted_at" is null and c."started_at" > ${since}::timestamptz
        order by c."started_at" desc limit 1`,
    'dialer-current-call',
  );
  if (!row) return null;
  const recording_url = row.recording_url ? String(shownFile(row.recording_url, context)) : null;
  const named = veilAs(resourceNamed(leadRecords), session, { ...row, recording_url }, { name: 'name' });
  return veilAs(calls, session, named, { phone: 'phone', recording_url: 'recording_url', outcome: 'outcome' });
}

/** Who rang and was missed, as the dashboard lists them. */
async function callbacksOf(context: Context): Promise<DialerDesk['callbacks']> {
  const { rows } = await missedCalls(context);
  return rows.map(({ call_id, lead_id, name, phone, at }) => {
    const row: DeskCallback = { call_id, lead_id: lead_id || null, name: lead_id ? name : null, phone, at };
    const named = veilAs(resourceNamed(leadRecords), context.session, row, { name: 'name' });
    return veilAs(calls, context.session, named, { phone: 'phone' });
  });
}

/** The same as C1, C2 and C9 of the reports. */
async function todayOf({ tx, session }: Context, now: Date): Promise<DialerDesk['today']> {
  const { from } = dayBounds(now, session.timezone);
  const row = await tx.one<DialerDesk['today']>(
    sql`select count(*) filter (where "direction" = 'outbound')::int as "dialled",
          count(*) filter (where "direction" = 'outbound' and "talk_s" > 0)::int as "connected", coalesce(sum("talk_s"), 0)::int as "talk_s"
        from "calls" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null
          and "started_at" >= ${from.toISOString()}::timestamptz`,
    'dialer-today',
  );
  return row;
}
