import sql from 'sql-template-tag';
import * as notificationsCalls from '../../../src/schemas/calls/notifications';
import { notificationTypes } from '../../../src/schemas/kit/notification-types';
import { problem } from '../../../src/schemas/kit/problem';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { liveCallsOf, placedCallsOf } from '../../dialer/live-calls';
import { asSent, type NotificationRow } from '../../live/notify';
import { newId } from '../../store/ids';

const missing = () => problem(404, 'This notification does not exist.');
const columns = sql`"id", "user_id", "read", "seq", "notifications", "created_at"`;
const own = ({ session }: Context) =>
  sql`"tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null`;
const atOnce = 100;

/** Newest first; `count` is how many are unread (D-047). The user id is the caller's own (D-077). */
const list = async (
  context: CallContext<typeof notificationsCalls.notificationList>,
): Promise<CallReply<typeof notificationsCalls.notificationList>> => {
  refuseOthers(context, context.query.user_id);
  const { page, limit } = context.query;
  const rows = await context.tx.rows<NotificationRow>(sql`
    select ${columns} from "notifications" where ${own(context)} order by "seq" desc, "id" desc
    limit ${limit} offset ${(page - 1) * limit}`);
  return { data: rows.map(asSent), count: await unreadOf(context) };
};

/** A second time changes nothing. */
const markRead = async (
  context: CallContext<typeof notificationsCalls.markNotificationRead>,
): Promise<CallReply<typeof notificationsCalls.markNotificationRead>> => {
  const mine = sql`${own(context)} and "id" = ${context.params['id']}`;
  if (!(await context.tx.row(sql`select 1 from "notifications" where ${mine}`))) throw missing();
  await context.tx.run(sql`update "notifications" set "read" = true where ${mine} and not "read"`);
  return { message: 'Notification marked as read.' };
};

const markAllRead = async (
  context: CallContext<typeof notificationsCalls.markAllNotificationsRead>,
): Promise<CallReply<typeof notificationsCalls.markAllNotificationsRead>> => {
  refuseOthers(context, context.body.user_id);
  await context.tx.run(sql`update "notifications" set "read" = true where ${own(context)} and not "read"`);
  return { message: 'All notifications marked as read.' };
};

/**
 * Without `after`, only the number to continue from. That number is read before the rows: what is committed between the two is
 * among the rows or comes next time, and is never stepped over (TRUST-R12).
 */
const missed = async (
  context: CallContext<typeof notificationsCalls.missedEvents>,
): Promise<CallReply<typeof notificationsCalls.missedEvents>> => {
  const after = context.query.after;
  const { session, tx } = context;
  const counted = await tx.row<{ last: number }>(sql`
    select "last" from "counters" where "tenant_id" = ${session.tenantId} and "name" = ${`events:${session.userId}`}`);
  const rows =
    after === undefined
      ? []
      : await tx.rows<NotificationRow>(sql`
          select ${columns} from "notifications" where ${own(context)} and "seq" > ${Number(after)}::bigint
          order by "seq" limit ${atOnce + 1}`);
  const more = rows.length > atOnce;
  const shown = rows.slice(0, atOnce);
  const events = shown.map((row) => ({ event: 'crm_notification' as const, body: asSent(row) }));
  const told = shown.at(-1)?.seq ?? 0;
  const seq = more ? told : Math.max(told, counted?.last ?? 0);
  return {
    data: {
      seq,
      more,
      unread: await unreadOf(context),
      now: context.services.now().toISOString(),
      events,
      calls: await liveCallsOf(context),
      placed: await placedCallsOf(context),
    },
  };
};

const preferences = async (
  context: CallContext<typeof notificationsCalls.notificationPreferenceList>,
): Promise<CallReply<typeof notificationsCalls.notificationPreferenceList>> => {
  const rows = await context.tx.rows<{ type: string; in_app: boolean | null; email: boolean | null; push: boolean | null }>(
    sql`select "type", "in_app", "email", "push" from "notification_preferences" where ${own(context)}`,
  );
  const set = new Map(rows.map((row) => [row.type, row]));
  return {
    data: notificationTypes.map((type) => ({
      type,
      in_app: set.get(type)?.in_app ?? true,
      email: set.get(type)?.email ?? false,
      push: set.get(type)?.push ?? false,
    })),
  };
};

const savePreference = async (
  context: CallContext<typeof notificationsCalls.saveNotificationPreference>,
): Promise<CallReply<typeof notificationsCalls.saveNotificationPreference>> => {
  const { type, in_app: inApp, email = null, push = null } = context.body;
  const { tx, session } = context;
  const changed = await tx.run(
    sql`update "notification_preferences" set "in_app" = ${inApp}, "email" = coalesce(${email}::boolean, "email"),
      "push" = coalesce(${push}::boolean, "push") where ${own(context)} and "type" = ${type}`,
  );
  if (changed === 0)
    await tx.run(sql`insert into "notification_preferences" ("tenant_id", "id", "user_id", "type", "in_app", "email", "push")
      values (${session.tenantId}, ${newId()}, ${session.userId}, ${type}, ${inApp}, ${email ?? false}, ${push ?? false}) on conflict do nothing`);
  return { message: 'Preference saved.' };
};

function refuseOthers({ session }: Context, userId: unknown): void {
  if (userId !== undefined && userId !== session.userId) throw missing();
}

async function unreadOf(context: Context): Promise<number> {
  const row = await context.tx.row<{ count: number }>(
    sql`select count(*)::int as "count" from "notifications" where ${own(context)} and not "read"`,
  );
  return row!.count;
}

export const handlers: Handlers = {
  ...handle(notificationsCalls.notificationList, list),
  ...handle(notificationsCalls.markNotificationRead, markRead),
  ...handle(notificationsCalls.markAllNotificationsRead, markAllRead),
  ...handle(notificationsCalls.missedEvents, missed),
  ...handle(notificationsCalls.notificationPreferenceList, preferences),
  ...handle(notificationsCalls.saveNotificationPreference, savePreference),
};
