import sql from 'sql-template-tag';
import * as workCalls from '../../../src/schemas/calls/follow-up-work';
import { mayDo } from '../../../src/schemas/kit/access';
import { leadPath } from '../../../src/schemas/kit/lead-page';
import { followUps } from '../../../src/schemas/leads/follow-ups';
import { leads } from '../../../src/schemas/leads/leads';
import { veilAs } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { leadInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply, type OutsideCallContext } from '../../context/handle';
import type { Services } from '../../context/services';
import type { Session } from '../../context/session';
import { icalendar, type CalendarEvent } from '../../domain/icalendar';
import { actorOf, loadUser } from '../../identity/sessions';
import { veilPlanned } from '../../leads/pending-follow-ups';
import { newId } from '../../store/ids';
import type { Tx } from '../../store/store';

export const handlers: Handlers = {
  ...handle(workCalls.calendarFeed, read),
  ...handle(workCalls.renewCalendarFeed, renew),
  ...handle(workCalls.endCalendarFeed, end),
  ...handle(workCalls.calendarFile, file),
};

/** What the address is signed for; its row is the way to take it back. */
const use = 'calendar';
const urlOf = ({ config, secrets }: Services, tenantId: string, id: string): string =>
  `${config.publicUrl}/api/calendar/${tenantId}.${id}.${secrets.sign(use, `${tenantId}.${id}`)}.ics`;

async function read({
  tx,
  session,
  services,
}: CallContext<typeof workCalls.calendarFeed>): Promise<CallReply<typeof workCalls.calendarFeed>> {
  const row: { id: string } | undefined = await tx.row(
    sql`select "id" from "calendar_feeds" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null`,
    'calendar-feed',
  );
  return { data: { url: row ? urlOf(services, session.tenantId, row.id) : null } };
}

async function renew(
  context: CallContext<typeof workCalls.renewCalendarFeed>,
): Promise<CallReply<typeof workCalls.renewCalendarFeed>> {
  const { tx, session, services } = context;
  // One address per person, also where two browsers ask at once.
  await tx.row(
    sql`select "id" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${session.userId} for update`,
    'calendar-feed-lock',
  );
  await forget(context);
  const id = newId();
  await tx.run(
    sql`insert into "calendar_feeds" ("tenant_id", "id", "user_id") values (${session.tenantId}, ${id}, ${session.userId})`,
    'calendar-feed-add',
  );
  return { data: { url: urlOf(services, session.tenantId, id) } };
}

async function end(context: CallContext<typeof workCalls.endCalendarFeed>): Promise<CallReply<typeof workCalls.endCalendarFeed>> {
  await forget(context);
  return { data: { url: null } };
}

const forget = ({ tx, session }: Pick<Context, 'tx' | 'session'>): Promise<unknown> =>
  tx.run(
    sql`update "calendar_feeds" set "deleted_at" = now()
        where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null`,
    'calendar-feed-end',
  );

/** A calendar program reads the HTTP status, not an envelope. */
const gone = { code: 404, raw: { body: 'This calendar no longer exists.', type: 'text/plain; charset=utf-8' } };

/** Pending follow-ups of the last month and the next half year, as their owner's role lets them be seen. */
async function file({
  services,
  params,
  request,
}: OutsideCallContext<typeof workCalls.calendarFile>): Promise<CallReply<typeof workCalls.calendarFile>> {
  const [tenantId = '', id = '', signature = ''] = (params['token'] ?? '').split('.');
  if (!services.secrets.verifyLasting(use, `${tenantId}.${id}`, signature)) return gone;
  const body = await services.store.transaction(
    actorOf(request, tenantId, null),
    async (tx) => {
      const feed: { user_id: string } | undefined = await tx.row(
        sql`select "user_id" from "calendar_feeds" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`,
        'calendar-of',
      );
      const user = feed && (await loadUser(tx, tenantId, feed.user_id));
      if (!user || !mayDo(user, followUps.access, 'list')) return undefined;
      const session = { ...user, jti: '', tokenVersion: 0, exp: 0 };
      return icalendar('Prospectus follow-ups', await eventsOf(tx, session, services));
    },
    { readOnly: true },
  );
  if (body === undefined) return gone;
  return {
    raw: { body, type: 'text/calendar; charset=utf-8' },
    headers: { 'cache-control': 'private, max-age=300', 'content-disposition': 'inline; filename="follow-ups.ics"' },
  };
}

interface Planned {
  readonly id: string;
  readonly lead_id: string;
  readonly lead_name: string | null;
  readonly call_date_time: string;
  readonly btn_message: string | null;
  readonly updated_at: string;
}
async function eventsOf(tx: Tx, session: Session, { now, config }: Services): Promise<CalendarEvent[]> {
  const rows: Planned[] = await tx.rows(
    sql`select f."id", f."lead_id", l."name" as "lead_name", f."call_date_time", f."btn_message", f."updated_at"
        from "follow_ups" f join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id" and l."deleted_at" is null
          and ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)}
        where f."tenant_id" = ${session.tenantId} and f."user_id" = ${session.userId} and f."deleted_at" is null and f."state" = 'pending'
          and f."call_date_time" > ${now().toISOString()}::timestamptz - interval '30 days'
          and f."call_date_time" < ${now().toISOString()}::timestamptz + interval '180 days'
        order by f."call_date_time", f."id" limit 1000`,
    'calendar-events',
  );
  return rows.map((row) => {
    const seen = veilPlanned(
      session,
      veilAs(leads, session, row, { lead_name: 'name', btn_message: 'last_callaction_btn_message' }),
    );
    return {
      uid: `${row.id}@prospectus`,
      at: new Date(row.call_date_time),
      minutes: 15,
      title: `Follow-up: ${seen.lead_name ?? 'lead'}`,
      text: seen.btn_message ?? '',
      url: `${config.publicUrl}${leadPath(row.lead_id)}`,
      changedAt: new Date(row.updated_at),
    };
  });
}
