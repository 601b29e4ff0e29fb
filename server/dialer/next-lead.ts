import sql, { join, type Sql } from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { DeskLead } from '../../src/schemas/calls/dialer';
import type { Context } from '../context/context';
import type { Session } from '../context/session';
import type { Tx } from '../store/store';
import { closeWrapUps } from './call-state';
import { isOpen, listsOfCaller, type DialerList } from './dialer-lists';
import { hindranceOf } from './may-dial';

/** How long a served lead stays the caller's before anyone else may get it. */
const leaseMinutes = 10;
/** Leads that turn out not to be callable are postponed one by one, up to this many per request. */
const mostPutOff = 50;
export const onBreak = 'You are on a break. End it to call.';

interface Entry extends Omit<DeskLead, 'entry_id' | 'max_attempts'> {
  readonly id: string;
  readonly phone: string;
}

/**
 * Leads of this list that may be served now, of any owner and to any of its callers (D-001): queued and due, or left by a caller
 * whose lease ran out. Columns of "e" and "l".
 */
export const servable = (session: Session, list: Pick<DialerList, 'key' | 'max_attempts'>, now: Date): Sql => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`e."tenant_id" = ${session.tenantId} and e."list_key" = ${list.key} and e."deleted_at" is null
    and (e."state" = 'queued' or (e."state" = 'dialling' and e."lease_until" <= ${at}))
    and (e."next_try_at" is null or e."next_try_at" <= ${at}) and coalesce(e."attempts", 0) < ${list.max_attempts}
    and l."deleted_at" is null and l."merged_into" is null and l."phone" is not null
    and not coalesce(l."do_not_disturb", false) and coalesce(l."consent" ->> 'call', 'true') <> 'false'`;
};

/**
 * The lead that is the caller's already, else the next of their lists: higher priorities first, then older leads
 * (D-097). Two callers who ask at the same moment get two leads: entry and lead are locked, what is locked is skipped, and what
 * was decided about the lead before the lock came is looked at after it.
 */
export async function serveNext(context: Pick<Context, 'tx' | 'session' | 'services'>, key?: string): Promise<DeskLead | null> {
  const { tx, session, services } = context;
  const now = services.now();
  const me = await tx.row<{ user_status: number | null }>(
    sql`select "user_status" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${session.userId} for update`,
    'dialer-caller',
  );
  if (me?.user_status === 1) throw problem(409, onBreak);
  const mine = await listsOfCaller(tx, session);
  const asked = key === undefined ? mine : mine.filter((list) => list.key === key);
  if (key !== undefined && !asked.length)
    throw problem(404, 'This dialer list does not exist, or you are not one of its callers.');
  await closeWrapUps(tx, session, now);
  const held = await heldBy(tx, session, now);
  if (held && asked.some((list) => list.key === held.list_key)) return take(tx, session, held, mine, now);
  if (held) await release(tx, session, held.id);
  const open = asked.filter((list) => isOpen(list, now, session.timezone));
  for (let turn = 0; open.length && turn < mostPutOff; turn++) {
    const entry = await tx.row<Entry>(sql`
      select e."id", e."list_key", e."lead_id", coalesce(e."priority", 0) as "priority", coalesce(e."attempts", 0) as "attempts", e."lease_until", l."phone"
      from "dialer_list_leads" e join "leads" l on l."tenant_id" = e."tenant_id" and l."id" = e."lead_id"
      where (${join(
        open.map((list) => sql`(${servable(session, list, now)})`),
        ' or ',
      )})
      order by coalesce(e."priority", 0) desc, l."created_at", e."id" limit 1 for update of e, l skip locked`);
    if (!entry) return null;
    const list = open.find((one) => one.key === entry.list_key)!;
    const hindrance = await hindranceOf(tx, session, { id: entry.lead_id, phone: entry.phone }, now, list);
    if (!hindrance) return take(tx, session, entry, mine, now);
    await putOff(tx, session.tenantId, entry.id, hindrance.until);
  }
  return null;
}

/** The entry that this caller holds; locked. */
export function heldBy(tx: Tx, { tenantId, userId }: Session, now: Date, id?: string): Promise<Entry | undefined> {
  return tx.row<Entry>(sql`
    select e."id", e."list_key", e."lead_id", coalesce(e."priority", 0) as "priority", coalesce(e."attempts", 0) as "attempts", e."lease_until", l."phone"
    from "dialer_list_leads" e join "leads" l on l."tenant_id" = e."tenant_id" and l."id" = e."lead_id"
    where e."tenant_id" = ${tenantId} and e."user_id" = ${userId} and e."state" = 'dialling' and e."deleted_at" is null
      and e."lease_until" > ${now.toISOString()}::timestamptz and (${id ?? null}::text is null or e."id" = ${id ?? null})
    order by e."lease_until" desc limit 1`);
}

async function take(tx: Tx, session: Session, entry: Entry, lists: readonly DialerList[], now: Date): Promise<DeskLead> {
  const until = new Date(now.getTime() + leaseMinutes * 60_000).toISOString();
  await tx.run(
    sql`update "dialer_list_leads" set "state" = 'dialling', "user_id" = ${session.userId}, "lease_until" = ${until}::timestamptz
        where "tenant_id" = ${session.tenantId} and "id" = ${entry.id}`,
    'dialer-take',
  );
  const { id, phone: _, ...rest } = entry;
  const list = lists.find((one) => one.key === entry.list_key);
  return { entry_id: id, ...rest, max_attempts: list?.max_attempts ?? 5, lease_until: until };
}

/** Back into the queue as it was. */
export const release = (
  tx: Tx,
  { tenantId }: Pick<Session, 'tenantId'>,
  id: string,
  nextTry: Date | null = null,
): Promise<number> =>
  tx.run(
    sql`update "dialer_list_leads" set "state" = 'queued', "user_id" = null, "lease_until" = null,
          "next_try_at" = coalesce(${nextTry?.toISOString() ?? null}::timestamptz, "next_try_at")
        where "tenant_id" = ${tenantId} and "id" = ${id}`,
    'dialer-release',
  );

/** Leaves the queue until then, or permanently if waiting does not help. */
function putOff(tx: Tx, tenantId: string, id: string, until: Date | undefined): Promise<number> {
  return tx.run(
    sql`update "dialer_list_leads" set "state" = ${until ? 'queued' : 'skipped'}, "user_id" = null, "lease_until" = null,
          "next_try_at" = ${until?.toISOString() ?? null}::timestamptz
        where "tenant_id" = ${tenantId} and "id" = ${id}`,
    'dialer-put-off',
  );
}

/** The caller does not call it: it returns after the list's gap, never from this list, or at once for the next caller. */
export async function leaveEntry(
  { tx, session, services }: Pick<Context, 'tx' | 'session' | 'services'>,
  id: string,
  how: 'later' | 'never' | 'release',
): Promise<void> {
  const now = services.now();
  const held = await heldBy(tx, session, now, id);
  if (!held) throw problem(404, 'This lead is no longer held for you.');
  if (how === 'never') return void (await putOff(tx, session.tenantId, id, undefined));
  const list = (await listsOfCaller(tx, session)).find((one) => one.key === held.list_key);
  const gap = how === 'later' ? new Date(now.getTime() + (list?.retry_gap_min ?? 60) * 60_000) : null;
  await release(tx, session, id, gap);
}
