import sql from 'sql-template-tag';
import { ringsForSeconds } from '../../src/schemas/kit/live-call';
import { counted } from '../../src/schemas/kit/counted';
import { dayBounds } from '../domain/days';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { announce, unannounced, type Announced } from './announce';
import { mailNotifications, mailsDue } from './notification-mail';
import { missCall } from './missed-call';
import { notify } from './notify';
import { contactShownTo } from './lead-contact';
import { dueMeetings, remindHosts, type DueMeeting } from './meeting-reminders';

const everyMs = 30_000;
const digestHour = 9;

/**
 * Looks twice a minute for follow-ups and notes that fall due, missed calls and announcements that start. Several processes
 * notify once: each notification has a name.
 */
export function startReminders(services: Services): void {
  const done = new Map<string, string>();
  let looking = false;
  setInterval(() => {
    if (looking) return;
    looking = true;
    remindAll(services, done)
      .catch((error: unknown) => services.log.warn({ err: error }, 'reminders could not be sent'))
      .finally(() => (looking = false));
  }, everyMs).unref();
}

/** One look at every tenant. `digested` remembers which tenants had their digest of the day. */
export async function remindAll(
  { store, now, channels, config }: Services,
  digested: Map<string, string> = new Map(),
): Promise<void> {
  for (const { tenant_id: tenantId } of await store.lookUp<{ tenant_id: string }>('tenant_ids', [])) {
    const actor = { tenantId, userId: null, ip: '', agent: 'reminders', requestId: 'reminders', reason: 'reminder' };
    const at = now();
    const due = await store.transaction(actor, (tx) => dueOf(tx, tenantId, at), { readOnly: true });
    if (due.mails) await store.transaction(actor, (tx) => mailNotifications(tx, channels, tenantId, config.publicUrl));
    const today = dayBounds(at, due.timezone);
    const wantsDigest = digested.get(tenantId) !== today.date && at.getTime() - today.from.getTime() >= digestHour * 3_600_000;
    const waiting = [due.followUps, due.missed, due.notes, due.announced, due.meetings];
    if (waiting.every((list) => !list.length) && !wantsDigest) continue;
    await store.transaction(actor, async (tx) => {
      for (const { id, user_id: to, lead_id: leadId, lead_name, owner, at: when, soon } of due.followUps) {
        const name =
          (await contactShownTo(tx, tenantId, to, { name: lead_name, phone: null, owner, id: leadId })).name ?? 'a lead';
        const message = soon ? `Follow-up with ${name} in 5 minutes` : `Follow-up with ${name} is due now`;
        await notify(tx, tenantId, { to, type: 'followup_due', message, leadId, once: `due:${id}:${when}:${soon ? 5 : 0}` });
      }
      for (const { id, created_by: to, lead_id: leadId, body, at: when } of due.notes)
        await notify(tx, tenantId, {
          to,
          type: 'followup_due',
          message: `Reminder: ${body}`,
          ...(leadId ? { leadId } : {}),
          once: `note:${id}:${when}`,
        });
      await remindHosts(tx, tenantId, due.meetings);
      for (const { id } of due.missed) await missCall(tx, tenantId, id, at);
      await announce(tx, tenantId, due.announced);
      if (wantsDigest) await digest(tx, tenantId, today);
    });
    if (wantsDigest) digested.set(tenantId, today.date);
  }
}

interface Due {
  readonly timezone: string;
  readonly followUps: readonly {
    id: string;
    user_id: string;
    lead_id: string;
    lead_name: string;
    owner: string | null;
    at: number;
    soon: boolean;
  }[];
  readonly missed: readonly { id: string }[];
  /** Of the last hour: reminders that fell due while the server was down are still sent. */
  readonly notes: readonly { id: string; created_by: string; lead_id: string | null; body: string; at: number }[];
  readonly announced: readonly Announced[];
  readonly meetings: readonly DueMeeting[];
  readonly mails: boolean;
}

async function dueOf(tx: Tx, tenantId: string, now: Date): Promise<Due> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const tenant = await tx.row<{ timezone: string | null }>(sql`select "timezone" from "tenant" where "tenant_id" = ${tenantId}`);
  const followUps = await tx.rows<Due['followUps'][number]>(sql`
    select * from (
      select f."id", f."user_id", f."lead_id", l."name" as "lead_name", l."user_id" as "owner", extract(epoch from f."call_date_time")::bigint as "at",
        f."call_date_time" > ${at} as "soon"
      from "follow_ups" f join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id" and l."deleted_at" is null
      where f."tenant_id" = ${tenantId} and f."state" = 'pending' and f."deleted_at" is null and f."user_id" is not null
        and f."call_date_time" > ${at} - interval '10 minutes' and f."call_date_time" <= ${at} + interval '5 minutes'
    ) d where not exists (select from "notifications" n where n."tenant_id" = ${tenantId} and n."user_id" = d."user_id"
      and n."once" = 'due:' || d."id" || ':' || d."at" || ':' || case when d."soon" then 5 else 0 end)
    limit 500`);
  const missed = await tx.rows<{ id: string }>(sql`
    select "id" from "calls" where "tenant_id" = ${tenantId} and "state" = 'ringing' and "direction" = 'inbound' and "deleted_at" is null
      and "started_at" < ${at} - make_interval(secs => ${ringsForSeconds}) and "started_at" > ${at} - interval '1 day' limit 500`);
  const notes = await tx.rows<Due['notes'][number]>(sql`
    select n."id", n."created_by", n."lead_id", left(n."body", 120) as "body", extract(epoch from n."remind_at")::bigint as "at" from "notes" n
    where n."tenant_id" = ${tenantId} and n."deleted_at" is null and n."status" = 1 and n."created_by" is not null
      and n."remind_at" > ${at} - interval '1 hour' and n."remind_at" <= ${at}
      and not exists (select from "notifications" o where o."tenant_id" = ${tenantId} and o."user_id" = n."created_by"
        and o."once" = 'note:' || n."id" || ':' || extract(epoch from n."remind_at")::bigint)
    limit 500`);
  const announced = await unannounced(tx, tenantId, now);
  const meetings = await dueMeetings(tx, tenantId, at);
  return {
    timezone: tenant?.timezone ?? 'Asia/Kolkata',
    followUps,
    missed,
    notes,
    announced,
    meetings,
    mails: await mailsDue(tx, tenantId),
  };
}

/** Once a day, from nine in the morning in the tenant's zone: how many earlier follow-ups are still open. */
async function digest(tx: Tx, tenantId: string, today: { readonly date: string; readonly from: Date }): Promise<void> {
  const counts = await tx.rows<{ user_id: string; count: number }>(sql`
    select f."user_id", count(*)::int as "count" from "follow_ups" f
    join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id" and l."deleted_at" is null
    where f."tenant_id" = ${tenantId} and f."state" = 'pending' and f."deleted_at" is null and f."user_id" is not null
      and f."call_date_time" < ${today.from.toISOString()}::timestamptz group by 1 order by 1`);
  for (const { user_id: to, count } of counts) {
    const message = `You have ${counted(count, 'overdue follow-up')}`;
    await notify(tx, tenantId, { to, type: 'followup_overdue', message, once: `overdue:${today.date}` });
  }
}
