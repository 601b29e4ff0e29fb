import sql from 'sql-template-tag';
import type { NotificationType } from '../../src/schemas/calls/notifications';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

export interface Note {
  /** Who is told; users who are inactive, or who switched this type off, are left out. By e-mail alone: it is written as read. */
  readonly to: string | readonly string[];
  readonly type: NotificationType;
  readonly message: string;
  readonly leadId?: string;
  readonly ticket_id?: string;
  /** The leads that a referral or an assignment is about (D-079). */
  readonly lead_ids?: readonly string[];
  /** A user gets a notification of this name once, whoever asks for it and how often. */
  readonly once?: string;
}

/**
 * Writes a notification for each user in the caller's transaction; their open pages hear of it once that is committed. Rows come
 * first, so what no page heard is fetched later by its number (TRUST-R12).
 */
export async function notify(tx: Tx, tenantId: string, note: Note): Promise<void> {
  const wanted = await tx.rows<{ id: string; in_app: boolean; email: boolean }>(sql`
    select u."id", coalesce(p."in_app", true) as "in_app", coalesce(p."email", false) as "email" from "users" u left join "notification_preferences" p on p."tenant_id" = u."tenant_id" and p."user_id" = u."id"
      and p."type" = ${note.type} and p."deleted_at" is null
    where u."tenant_id" = ${tenantId} and u."id" = any(${[note.to].flat()}::text[]) and u."status" = 1 and u."deleted_at" is null
      and (coalesce(p."in_app", true) or coalesce(p."email", false))
      and not exists (select from "notifications" n where n."tenant_id" = u."tenant_id" and n."user_id" = u."id"
        and n."once" = ${note.once ?? null}::text)
    order by u."id"`);
  const time = new Date().toISOString();
  const { type, message, leadId, ticket_id } = note;
  const notifications = { type, message, time, ...(leadId ? { leadId } : {}), ...(ticket_id ? { ticket_id } : {}) };
  for (const { id: userId, in_app: inApp, email } of wanted) {
    const seq = await nextNumber(tx, tenantId, userId);
    const row = await tx.row<NotificationRow>(sql`
      insert into "notifications" ("tenant_id", "id", "user_id", "read", "seq", "mail", "once", "lead_ids", "notifications")
      values (${tenantId}, ${newId()}, ${userId}, ${!inApp}, ${seq}::bigint, ${email ? true : null}::boolean, ${note.once ?? null}::text,
        ${JSON.stringify(note.lead_ids ?? [])}::jsonb, ${JSON.stringify(notifications)}::jsonb)
      on conflict do nothing returning "id", "user_id", "read", "seq", "notifications", "created_at"`);
    if (row) tellOf(tx, row);
  }
}

/** One message for leads that a user gets within ten minutes: '12 leads assigned to you' (screens 1.9). */
export async function notifyAssigned(tx: Tx, tenantId: string, userId: string, leadIds: readonly string[]): Promise<void> {
  const open = await tx.row<{ id: string; lead_ids: string[] | null }>(sql`
    select "id", "lead_ids" from "notifications" where "tenant_id" = ${tenantId} and "user_id" = ${userId} and not "read"
      and "notifications" ->> 'type' = 'lead_assigned' and "created_at" > now() - interval '10 minutes' and "deleted_at" is null
    order by "seq" desc limit 1 for update`);
  const all = [...new Set([...(open?.lead_ids ?? []), ...leadIds])];
  const message = all.length === 1 ? 'A lead was assigned to you' : `${all.length} leads assigned to you`;
  if (!open) {
    const one = all.length === 1 ? { leadId: all[0]! } : {};
    return notify(tx, tenantId, { to: userId, type: 'lead_assigned', message, lead_ids: all, ...one });
  }
  const notifications = { type: 'lead_assigned', message, time: new Date().toISOString() };
  const row = await tx.row<NotificationRow>(sql`
    update "notifications" set "lead_ids" = ${JSON.stringify(all)}::jsonb, "seq" = ${await nextNumber(tx, tenantId, userId)}::bigint,
      "notifications" = ${JSON.stringify(notifications)}::jsonb where "tenant_id" = ${tenantId} and "id" = ${open.id}
    returning "id", "user_id", "read", "seq", "notifications", "created_at"`);
  tellOf(tx, row!);
}

export interface NotificationRow {
  readonly id: string;
  readonly user_id: string;
  readonly read: boolean;
  readonly seq: number;
  readonly notifications: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

/** A notification as list and live channel send it (ENT family, calls.md section 9). */
export function asSent({ id, ...rest }: NotificationRow): Readonly<Record<string, unknown>> {
  return { _id: id, id, ...rest };
}

const tellOf = (tx: Tx, row: NotificationRow): void =>
  tx.tell({ userId: row.user_id, event: 'crm_notification', body: asSent(row) });

/** The user's next number; held until the commit, so that numbers appear in their order and a gap is a gap. */
async function nextNumber(tx: Tx, tenantId: string, userId: string): Promise<number> {
  const row = await tx.row<{ last: number }>(sql`
    insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, ${`events:${userId}`}, 1)
    on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + 1 returning "last"`);
  return row!.last;
}
