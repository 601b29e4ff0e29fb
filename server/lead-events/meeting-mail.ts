import sql from 'sql-template-tag';
import { platformText } from '../../src/schemas/kit/meeting-platforms';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { writeToLead, type ReachableLead } from './send-to-lead';
import type { SendOutcome } from './whatsapp-to-lead';

/** What the email to the lead is about. */
export type MeetingNews = 'scheduled' | 'moved' | 'cancelled';
interface By {
  readonly tenantId: string;
  readonly userId: string | null;
}
interface Told {
  readonly title: string | null;
  readonly starts_at: string;
  readonly minutes: number;
  readonly link: string | null;
  readonly platform: string | null;
  readonly host: string;
  readonly tenant: string;
  readonly zone: string;
  readonly lead: ReachableLead;
}

/** Emails the lead about the meeting, in the transaction that changed it; `told_at` says when. */
export async function mailMeeting(tx: Tx, services: Services, by: By, id: string, news: MeetingNews): Promise<SendOutcome> {
  const told = await meetingOf(tx, by.tenantId, id);
  if (!told) return { result: 'skipped', message: 'The lead or the meeting was deleted.' };
  const outcome = await writeToLead({ tx, services, by, lead: told.lead }, 'email', mailOf(told, news));
  if (outcome.result === 'done')
    await tx.run(
      sql`update "virtual_meetings" set "told_at" = ${services.now().toISOString()} where "tenant_id" = ${by.tenantId} and "id" = ${id}`,
    );
  return outcome;
}

async function meetingOf(tx: Tx, tenantId: string, id: string): Promise<Told | undefined> {
  return tx.row(
    sql`select m."title", m."starts_at", coalesce(m."duration_min", 30) as "minutes", m."link", m."platform", u."name" as "host", t."name" as "tenant",
          coalesce(t."timezone", 'Asia/Kolkata') as "zone", to_jsonb(l) as "lead"
        from "virtual_meetings" m
        join "leads" l on l."tenant_id" = m."tenant_id" and l."id" = m."lead_id" and l."deleted_at" is null
        join "users" u on u."tenant_id" = m."tenant_id" and u."id" = m."user_id"
        join "tenant" t on t."tenant_id" = m."tenant_id"
        where m."tenant_id" = ${tenantId} and m."id" = ${id} and m."deleted_at" is null`,
    'meeting-told',
  );
}

/** The subject and text; `{{name}}` is filled as in every message to a lead. */
export function mailOf(
  { title, starts_at, minutes, link, platform, host, tenant, zone }: Omit<Told, 'lead'>,
  news: MeetingNews,
): { readonly subject: string; readonly body: string } {
  const what = title || 'Meeting';
  const named = platformText(platform, link);
  const on = named && platform !== 'other' ? (platform === 'phone' ? ' by phone' : ` on ${named}`) : '';
  const when = momentIn(starts_at, zone);
  const said = {
    scheduled: `your meeting with ${host}${on} is on ${when} and takes ${minutes} minutes.`,
    moved: `your meeting with ${host}${on} is now on ${when} and takes ${minutes} minutes.`,
    cancelled: `your meeting with ${host} on ${when} is cancelled.`,
  }[news];
  const join = news === 'cancelled' || !link ? [] : [`Join here: ${link}`];
  return {
    subject: `${what}: ${news === 'cancelled' ? 'cancelled, ' : ''}${when}`,
    body: ['Hello {{name}},', said, ...join, tenant].join('\n\n'),
  };
}

/** 'Wed 25 Nov 2026, 16:30 (Asia/Kolkata)'. */
function momentIn(at: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at));
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('weekday')} ${of('day')} ${of('month')} ${of('year')}, ${of('hour')}:${of('minute')} (${zone})`;
}
