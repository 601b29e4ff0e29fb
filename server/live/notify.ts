import { counted } from '../../src/schemas/kit/counted';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import sql from 'sql-template-tag';
import type { NotificationType } from '../../src/schemas/kit/notification-types';
import { isQuiet, type WorkingShift } from '../domain/quiet-hours';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

export interface Note {
  /** The users to notify; inactive users and those who switched this type off are skipped. By email only: it is stored as read. */
  readonly to: string | readonly string[];
  readonly type: NotificationType;
  readonly message: string;
  readonly leadId?: string;
  readonly ticket_id?: string;
  /** The record that it is about, `resource/key`, where it is neither lead nor ticket. */
  readonly record?: string;
  /** The leads that a referral or an assignment is about (D-079). */
  readonly lead_ids?: readonly string[];
  /** A user gets a notification of this name once, however often it is requested. */
  readonly once?: string;
}

/**
 * Writes a notification for each user in the caller's transaction; their open pages hear of it once that is committed. Rows come
 * first, so what no page heard is fetched later by its number (TRUST-R12).
 */
export async function notify(tx: Tx, tenantId: string, note: Note): Promise<void> {
  const wanted = await tx.rows<Wanted>(sql`
    select u."id", coalesce(p."in_app", true) as "in_app", coalesce(p."email", false) as "email", coalesce(p."push", false) as "push",
      s."start_time", s."end_time", s."weekly_off", t."timezone"
    from "users" u join "tenant" t on t."tenant_id" = u."tenant_id"
    left join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id" and s."status" = 1 and s."deleted_at" is null
    left join "notification_preferences" p on p."tenant_id" = u."tenant_id" and p."user_id" = u."id"
      and p."type" = ${note.type} and p."deleted_at" is null
    where u."tenant_id" = ${tenantId} and u."id" = any(${[note.to].flat()}::text[]) and u."status" = 1 and u."deleted_at" is null
      and (coalesce(p."in_app", true) or coalesce(p."email", false))
      and not exists (select from "notifications" n where n."tenant_id" = u."tenant_id" and n."user_id" = u."id"
        and n."once" = ${note.once ?? null}::text)
    order by u."id"`);
  const now = new Date();
  const time = now.toISOString();
  const { type, message, leadId, ticket_id, record } = note;
  const about = { ...(leadId && { leadId }), ...(ticket_id && { ticket_id }), ...(record && { record }) };
  const notifications = { type, message, time, ...about };
  const ids = wanted.map(({ id }) => id);
  if (ids.length === 0) return;
  const rows = await tx.rows<NotificationRow>(sql`
    with "numbered" as (
      insert into "counters" ("tenant_id", "name", "last")
      select ${tenantId}, 'events:' || u."id", 1 from unnest(${ids}::text[]) with ordinality u("id", "at") order by u."at"
      on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + 1 returning "name", "last")
    insert into "notifications" ("tenant_id", "id", "user_id", "read", "seq", "mail", "once", "lead_ids", "notifications")
    select ${tenantId}, w."id", w."user_id", not w."in_app", n."last", case when w."email" then true end, ${note.once ?? null}::text,
      ${JSON.stringify(note.lead_ids ?? [])}::jsonb, ${JSON.stringify(notifications)}::jsonb
    from unnest(${ids.map(newId)}::text[], ${ids}::text[], ${wanted.map((one) => one.in_app)}::boolean[],
      ${wanted.map((one) => one.email)}::boolean[]) w("id", "user_id", "in_app", "email")
    join "numbered" n on n."name" = 'events:' || w."user_id" order by w."user_id"
    on conflict do nothing returning "id", "user_id", "read", "seq", "notifications", "created_at"`);
  const byUser = new Map(wanted.map((one) => [one.id, one]));
  for (const row of rows) tellOf(tx, row, rings(byUser.get(row.user_id)!, now));
}

/** The user wants this type outside the page too, and is at work. */
function rings({ in_app: inApp, push, start_time, end_time, weekly_off, timezone }: Wanted, now: Date): boolean {
  const shift = start_time && end_time ? { start_time, end_time, weekly_off } : null;
  return inApp && push && !isQuiet(shift, now, timezone ?? 'Asia/Kolkata');
}

interface Wanted extends Partial<Pick<WorkingShift, 'start_time' | 'end_time'>>, Pick<WorkingShift, 'weekly_off'> {
  readonly id: string;
  readonly in_app: boolean;
  readonly email: boolean;
  readonly push: boolean;
  readonly timezone: string | null;
}

/** One message for leads that a user gets within ten minutes: '12 leads assigned to you'. */
export async function notifyAssigned(tx: Tx, tenantId: string, userId: string, leadIds: readonly string[]): Promise<void> {
  const open = await tx.row<{ id: string; lead_ids: string[] | null }>(sql`
    select "id", "lead_ids" from "notifications" where "tenant_id" = ${tenantId} and "user_id" = ${userId} and not "read"
      and "notifications" ->> 'type' = 'lead_assigned' and "created_at" > now() - interval '10 minutes' and "deleted_at" is null
    order by "seq" desc limit 1 for update`);
  const all = [...new Set([...(open?.lead_ids ?? []), ...leadIds])];
  const message = all.length === 1 ? 'A lead was assigned to you' : `${counted(all.length, 'lead')} assigned to you`;
  if (!open) {
    const one = all.length === 1 ? { leadId: all[0]! } : {};
    return notify(tx, tenantId, { to: userId, type: 'lead_assigned', message, lead_ids: all, ...one });
  }
  const notifications = { type: 'lead_assigned', message, time: new Date().toISOString() };
  const row = await tx.one<NotificationRow>(sql`
    update "notifications" set "lead_ids" = ${JSON.stringify(all)}::jsonb, "seq" = ${await nextNumber(tx, tenantId, userId)}::bigint,
      "notifications" = ${JSON.stringify(notifications)}::jsonb where "tenant_id" = ${tenantId} and "id" = ${open.id}
    returning "id", "user_id", "read", "seq", "notifications", "created_at"`);
  tellOf(tx, row);
}

export interface NotificationRow {
  readonly id: string;
  readonly user_id: string;
  readonly read: boolean;
  readonly seq: number;
  readonly notifications: NotificationItem['notifications'];
  readonly created_at: string;
}

/** A notification as list and live channel send it. */
export function asSent({ id, ...rest }: NotificationRow) {
  return { _id: id, id, ...rest };
}

const tellOf = (tx: Tx, row: NotificationRow, push = false): void =>
  tx.sendToUser({ userId: row.user_id, event: 'crm_notification', body: { ...asSent(row), ...(push ? { push } : {}) } });

/** The user's next number; as above it is held until the commit, so that numbers appear in their order and a gap is a gap. */
async function nextNumber(tx: Tx, tenantId: string, userId: string): Promise<number> {
  const row = await tx.one<{ last: number }>(sql`
    insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, ${`events:${userId}`}, 1)
    on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + 1 returning "last"`);
  return row.last;
}
