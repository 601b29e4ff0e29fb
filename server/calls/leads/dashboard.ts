import sql, { type Sql } from 'sql-template-tag';
import * as leadsCalls from '../../../src/schemas/calls/leads';
import { noStage } from '../../../src/schemas/kit/no-stage';
import { calls as callRecords } from '../../../src/schemas/leads/calls';
import { leads } from '../../../src/schemas/leads/leads';
import { veilAs } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { leadInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { addDays, dayBounds, dayOf, weekdayOf } from '../../domain/days';
import { askedBy } from '../../measures/asked';
import { measuresSeen, veiledFields } from '../../measures/cell';
import { countTable, type Counts } from '../../measures/count-table';
import { endsWithRange } from '../../measures/countings';
import { missedCalls, missedOf, mostMissed, queueFields, queueJoins, queueStage } from '../../leads/missed-calls';
import { addedCard, layoutOf } from '../../reports/dashboard-layout';
import { monthTargets } from '../../reports/month-targets';
import { officeCounts } from '../../reports/office-counts';
import { cardsOf } from '../../reports/report-cards';
import { unreadChats } from '../../leads/unread-chats';
import { ownBoard } from '../../../src/schemas/kit/team-cards';
import { veilPlanned } from '../../leads/pending-follow-ups';
import { untouched } from '../../leads/views';

/** As many as there are missed calls. */
const queueLength = mostMissed;

/** The signed-in user's own day: what waits, and the measures of today and yesterday. */
const myDay = async (context: CallContext<typeof leadsCalls.myDay>): Promise<CallReply<typeof leadsCalls.myDay>> => {
  const { session, services } = context;
  const now = services.now();
  const zone = session.timezone;
  const day = dayOf(now, zone);
  const days = lastWorkingDays(day, 6);
  const yesterday = addDays(day, -1);
  // Sent together: the database works on the next while the last one's answer is on its way.
  const [missed, due, fresh, calls, measured, stages, unread, targets, layout] = await Promise.all([
    missedCalls(context),
    dueFollowUps(context),
    untouchedLeads(context),
    callsOf(context, days[0]!, day),
    measuresOf(context, yesterday, day),
    stagesOf(context),
    unreadChats(context),
    monthTargets(context, day.slice(0, 7), 'own'),
    layoutOf(context, 'day'),
  ]);
  const shownCards = layout.cards.filter(({ hidden }) => !hidden);
  const added = shownCards.flatMap((card) => addedCard(card) ?? []);

  const isSeen = measuresSeen(session);
  const tiles: leadsCalls.MyDay['tiles'] = {};
  for (const name of dayMeasures.filter(isSeen))
    tiles[name] = { today: measured(name, day), yesterday: measured(name, yesterday) };
  for (const name of callMeasures.filter(isSeen)) tiles[name] = { today: calls(name, day), yesterday: calls(name, yesterday) };
  const connected = (date: string, hour?: number): { connected?: number } =>
    isSeen('C2') ? { connected: calls('C2', date, hour) } : {};
  const shown = <T extends object>(row: T): T => veilPlanned(session, veilAs(leads, session, row, queueFields));
  const data: leadsCalls.MyDay = {
    as_of: now.toISOString(),
    day,
    ...(session.scope === 'tenant' || session.scope.userIds.some((id) => id !== session.userId) ? { team: true } : {}),
    totals: {
      missed: missed.total,
      overdue: due.overdue.total,
      due_today: due.today.total,
      untouched: fresh.total,
      unread: unread.total,
    },
    missed_calls: missed.rows.map((row) => veilAs(callRecords, session, shown(row), { phone: 'phone' })),
    overdue: due.overdue.rows.map(shown),
    due_today: due.today.rows.map(shown),
    untouched: fresh.rows.map(shown),
    unread: unread.rows,
    tiles,
    stages,
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      dialled: calls('C1', day, hour),
      ...connected(day, hour),
    })),
    days: days.map((date) => ({ date, dialled: calls('C1', date), ...connected(date) })),
    ...(targets.rows.length ? { targets } : {}),
    layout,
    ...(added.length ? { cards: await cardsOf(context, ownBoard, added, { from: day, to: day }) } : {}),
    ...(shownCards.some(({ id }) => id === 'office') ? { office: await officeCounts(context) } : {}),
  };
  return { data };
};

/** Today and the days before it, without Sundays, oldest first. */
function lastWorkingDays(today: string, count: number): string[] {
  const days = [today];
  for (let date = addDays(today, -1); days.length < count; date = addDays(date, -1))
    if (weekdayOf(date) !== 6) days.unshift(date);
  return days;
}

const queueColumns: Sql = sql`coalesce(l."id", '') as "lead_id", coalesce(l."name", 'Unknown number') as "name", ${queueStage}`;

interface Queue<T> {
  readonly rows: T[];
  readonly total: number;
}
type Counted<T> = T & { total?: number; late?: boolean };
function queueOf<T extends { total?: number; late?: boolean }>(rows: T[]): Queue<Omit<T, 'total' | 'late'>> {
  const total = rows[0]?.total ?? 0;
  return { total, rows: rows.map(({ total: _total, late: _late, ...row }) => row) };
}

/**
 * Whom the user is to call by the end of today: each lead once, with its earliest follow-up, unless it waits for a call back, which
 * is more urgent.
 */
function dueLeads({ session, services }: Context): Sql {
  const end = dayBounds(services.now(), session.timezone).to.toISOString();
  return sql`select distinct on (f."lead_id") f."id", f."lead_id", f."call_date_time" from "follow_ups" f
    join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id" and l."deleted_at" is null
      and ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)}
    where f."tenant_id" = ${session.tenantId} and f."user_id" = ${session.userId} and f."state" = 'pending'
      and f."deleted_at" is null and f."call_date_time" < ${end}::timestamptz
    order by f."lead_id", f."call_date_time", f."id"`;
}
const among = (some: Sql, id: Sql): Sql => sql`${id} in (select "lead_id" from (${some}) as "some" where "lead_id" is not null)`;

async function dueFollowUps(
  context: Context,
): Promise<{ overdue: Queue<leadsCalls.MyDay['overdue'][number]>; today: Queue<leadsCalls.MyDay['due_today'][number]> }> {
  const { tx, session, services } = context;
  const late = sql`"d"."call_date_time" < ${services.now().toISOString()}::timestamptz`;
  const rows = await tx.rows<Counted<leadsCalls.MyDay['overdue'][number] & { place: number }>>(
    sql`select "due"."late", "due"."total", "due"."place", f."id" as "follow_up_id", f."call_action_id", f."call_date_time",
          coalesce(c."message", f."note") as "note", l."phone", ${queueColumns}
        from (select "d"."id", ${late} as "late", count(*) over (partition by ${late})::int as "total",
              row_number() over (partition by ${late} order by "d"."call_date_time", "d"."id") as "place"
            from (${dueLeads(context)}) as "d" where not ${among(missedOf(context), sql`"d"."lead_id"`)}) as "due"
        join "follow_ups" f on f."tenant_id" = ${session.tenantId} and f."id" = "due"."id"
        join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id"
        left join "call_actions" c on c."tenant_id" = f."tenant_id" and c."id" = f."call_action_id"
        ${queueJoins}
        where "due"."place" <= ${queueLength} order by f."call_date_time", f."id"`,
    'my-day-due',
  );
  const plain = (isLate: boolean): Queue<leadsCalls.MyDay['overdue'][number]> => {
    const queue = queueOf(rows.filter((row) => row.late === isLate));
    return { ...queue, rows: queue.rows.map(({ place: _place, ...row }) => row) };
  };
  return { overdue: plain(true), today: plain(false) };
}

/** Leads that nobody has acted on since they were assigned, without those that are in a more urgent part. */
async function untouchedLeads(context: Context): Promise<Queue<leadsCalls.QueueLead & { assigned_at: string }>> {
  const { tx, session } = context;
  const rows = await tx.rows<Counted<leadsCalls.QueueLead & { assigned_at: string }>>(
    sql`select ${queueColumns}, l."phone", l."assigned_at", "own"."total"
        from (select "id", count(*) over ()::int as "total" from "leads"
            where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null and ${untouched}
              and not ${among(missedOf(context), sql`"leads"."id"`)} and not ${among(dueLeads(context), sql`"leads"."id"`)}
            order by "assigned_at", "id" limit ${queueLength}) as "own"
        join "leads" l on l."tenant_id" = ${session.tenantId} and l."id" = "own"."id" ${queueJoins}
        order by l."assigned_at", l."id"`,
    'my-day-untouched',
  );
  return queueOf(rows);
}

const callMeasures = ['C1', 'C2', 'C9'] as const;

/** The user's calls of some days, by day and by hour of a day. */
async function callsOf(
  { tx, session, services }: Context,
  from: string,
  to: string,
): Promise<(id: (typeof callMeasures)[number], day: string, hour?: number) => number> {
  const asked = askedBy(session, services.now(), { from, to });
  const columns = callMeasures.map((measure) => ({ measure }));
  const counts = await countTable(tx, asked, ['day', 'hour'], columns, { user: [session.userId] }, true);
  return (measure, day, hour) => Number(counts.number({ measure }, hour === undefined ? [day] : [day, String(hour)])?.value ?? 0);
}

const dayMeasures = ['L3', 'L5', 'F2', 'F3', 'F5', 'P1', 'P4', 'A2'] as const;

/** The user's own measures of each of two days, as every report counts them. */
async function measuresOf(
  { tx, session, services }: Context,
  yesterday: string,
  today: string,
): Promise<(id: (typeof dayMeasures)[number], day: string) => number> {
  const own = { user: [session.userId] };
  const columns = dayMeasures.map((measure) => ({ measure }));
  const count = (from: string, to: string, by: 'day'[], some: typeof columns): Promise<Counts> =>
    countTable(tx, askedBy(session, services.now(), { from, to }), by, some, own, true);
  const alone = columns.filter(({ measure }) => endsWithRange(measure));
  const [both, before, now] = await Promise.all([
    count(
      yesterday,
      today,
      ['day'],
      columns.filter(({ measure }) => !endsWithRange(measure)),
    ),
    count(yesterday, yesterday, [], alone),
    count(today, today, [], alone),
  ]);
  const each = new Map([
    [yesterday, before],
    [today, now],
  ]);
  return (measure, day) =>
    Number((endsWithRange(measure) ? each.get(day)?.number({ measure }, []) : both.number({ measure }, [day]))?.value ?? 0);
}

/** Who does not see the stage of a lead gets no numbers by stage either. */
async function stagesOf({ tx, session }: Context): Promise<leadsCalls.MyDay['stages']> {
  if (veiledFields(session).has('stage_id')) return [];
  return tx.rows(
    sql`select l."stage_id", coalesce(s."stage_name", ${noStage}::text) as "stage_name", s."color", coalesce(s."outcome", 'open') as "outcome", l."count"
        from (select "stage_id", count(*)::int as "count" from "leads"
            where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null group by "stage_id") l
        left join "lead_stages" s on s."tenant_id" = ${session.tenantId} and s."id" = l."stage_id"
        order by l."stage_id" is not null, s."sort_order", s."stage_name"`,
    'my-day-stages',
  );
}

export const handlers: Handlers = {
  ...handle(leadsCalls.myDay, myDay),
};
