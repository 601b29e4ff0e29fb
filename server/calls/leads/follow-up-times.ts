import sql from 'sql-template-tag';
import * as workCalls from '../../../src/schemas/calls/follow-up-work';
import { counted } from '../../../src/schemas/kit/counted';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { followUps } from '../../../src/schemas/leads/follow-ups';
import { leads } from '../../../src/schemas/leads/leads';
import { bulkChange } from '../../bulk/bulk-job';
import { veilAs } from '../../catalogue/field-rules';
import { chosenRows } from '../../catalogue/chosen-rows';
import type { Context, Handlers } from '../../context/context';
import { isInScope, leadInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { addDays, startOfDay } from '../../domain/days';
import { isQuiet, type WorkingShift } from '../../domain/quiet-hours';
import { spreadTimes } from '../../domain/spread-times';
import { hooksOf } from '../../hooks/all';
import { actingOf } from '../../leads/acting';
import { finishFollowUp } from '../../leads/follow-up';
import { followUpToChange } from '../../leads/follow-up-to-change';
import { veilPlanned } from '../../leads/pending-follow-ups';
import { shiftsOf } from '../../leads/working-shift';
import { wrongFollowUpTime } from '../../../src/schemas/kit/stage-rules';
import { mostCalendarDays } from '../../../src/schemas/kit/day-ranges';
import { doneReason } from '../../../src/schemas/kit/follow-up-outcomes';

export const handlers: Handlers = {
  ...handle(workCalls.followUpTime, timeFacts),
  ...handle(workCalls.finishFollowUp, finish),
  ...handle(workCalls.spreadFollowUps, spread),
  ...handle(workCalls.followUpCalendar, calendar),
};

/** The signed-in user, or one of those whose leads they see. Throws Problem 403. */
function personAsked({ session }: Pick<Context, 'session'>, userId: string | undefined): string {
  if (!userId || userId === session.userId) return session.userId;
  if (!isInScope(session.scope, userId)) throw problem(403, "You do not have access to this user's follow-ups.");
  return userId;
}

async function timeFacts(context: CallContext<typeof workCalls.followUpTime>): Promise<CallReply<typeof workCalls.followUpTime>> {
  const { tx, session, query } = context;
  const userId = personAsked(context, query.user_id);
  const at = new Date(query.at);
  const shift = (await shiftsOf(tx, session.tenantId, [userId])).get(userId) ?? null;
  const found: { planned: number } = await tx.one(
    sql`with half as (select date_bin('30 minutes', ${at.toISOString()}::timestamptz at time zone ${session.timezone}, timestamp '2000-01-01')
            at time zone ${session.timezone} as "from")
        select count(*)::int as "planned" from half, "follow_ups" f
          join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id" and l."deleted_at" is null where f."tenant_id" = ${session.tenantId} and f."user_id" = ${userId}
          and f."state" = 'pending' and f."deleted_at" is null
          and f."call_date_time" >= half."from" and f."call_date_time" < half."from" + interval '30 minutes'`,
    'follow-ups-at-once',
  );
  return { data: { planned: found.planned, outside: outsideOf(shift, at, session.timezone) } };
}

function outsideOf(shift: WorkingShift | null, at: Date, zone: string): workCalls.FollowUpTime['outside'] {
  if (!shift || !isQuiet(shift, at, zone)) return null;
  const dayOff = !isQuiet({ ...shift, weekly_off: [] }, at, zone);
  return { from: shift.start_time, to: shift.end_time, dayOff };
}

async function finish(
  context: CallContext<typeof workCalls.finishFollowUp>,
): Promise<CallReply<typeof workCalls.finishFollowUp>> {
  const { params, body } = context;
  const id = params['id'] ?? '';
  const known = await followUpToChange(context, id);
  // what this person says would be lost
  if (known.state === 'done' && known.done_by !== context.session.userId)
    throw problem(409, 'Someone else has already marked this follow-up as done.');
  const reason = doneReason(body.outcome, body.note?.trim() ?? '');
  const done_at = await finishFollowUp(actingOf(context), id, 'followup_list', reason);
  const data = { call_action_id: id, lead_id: known.lead_id, done_at };
  return known.state === 'done' ? { data } : { message: 'Followup done successfully.', data };
}

interface Spread {
  readonly id: string;
  readonly user_id: string | null;
}
/** Pending ones in the order in which they are due; each person's have times of their own. */
async function spread(
  context: CallContext<typeof workCalls.spreadFollowUps>,
): Promise<CallReply<typeof workCalls.spreadFollowUps>> {
  const { tx, session, services, body } = context;
  const wrong = wrongFollowUpTime(body.from, services.now());
  if (wrong) throw invalid('from', wrong);
  const rows = await chosen(context);
  const people = [...new Set(rows.map((row) => row.user_id ?? ''))];
  const shifts = await shiftsOf(tx, session.tenantId, people);
  const every = { from: new Date(body.from), everyMin: body.every_min };
  const each: Record<string, { call_date_time: string }> = {};
  for (const person of people) {
    const own = rows.filter((row) => (row.user_id ?? '') === person);
    const times = spreadTimes(own.length, every, shifts.get(person) ?? null, session.timezone);
    own.forEach(({ id }, n) => (each[id] = { call_date_time: (times[n] ?? every.from).toISOString() }));
  }
  const times = Object.values(each).map((one) => one.call_date_time);
  const plan = {
    count: rows.length,
    people: people.length,
    first: times.sort()[0] ?? body.from,
    last: times.at(-1) ?? body.from,
  };
  if (body.preview) return { data: plan };
  context.afterCommit(() => services.jobs.wake());
  const payload = {
    resource: followUps.name,
    change: { action: 'update', values: {}, each, done: 'Spread' },
    ids: rows.map(({ id }) => id),
    until: services.now().toISOString(),
  } as const;
  return { data: { ...plan, job_id: await services.jobs.add(tx, session, { kind: bulkChange, payload }) } };
}

async function chosen(context: CallContext<typeof workCalls.spreadFollowUps>): Promise<Spread[]> {
  const { tx, session, body } = context;
  const { ids, query } = body;
  if ((ids === undefined) === (query === undefined)) throw invalid('ids', 'Choose follow-ups, or all that match');
  const asked = await chosenRows(followUps, hooksOf(followUps), context, query);
  const match = asked.list.matching(session.tenantId, asked.request, [...asked.where, asked.scope]);
  const named = ids ? sql`"id" = any(${[...ids]}::text[])` : sql`true`;
  const rows: Spread[] = await tx.rows(
    sql`select "id", "user_id" from "follow_ups" where ${match} and ${named} and "state" = 'pending'
        order by "call_date_time", "id" limit ${workCalls.mostSpread + 1}`,
  );
  if (!rows.length) throw invalid(ids ? 'ids' : 'query', 'None of these follow-ups is pending');
  if (rows.length > workCalls.mostSpread)
    throw problem(
      422,
      `More than ${workCalls.mostSpread.toLocaleString('en-IN')} follow-ups match. Narrow the list and try again.`,
    );
  return rows;
}

async function calendar(
  context: CallContext<typeof workCalls.followUpCalendar>,
): Promise<CallReply<typeof workCalls.followUpCalendar>> {
  const { tx, session, query } = context;
  const userId = personAsked(context, query.user_id);
  if (query.to < query.from) throw invalid('to', 'The last day is before the first one');
  if (query.to > addDays(query.from, mostCalendarDays - 1))
    throw invalid('to', `The maximum is ${counted(mostCalendarDays, 'day')}`);
  const from = startOfDay(query.from, session.timezone).toISOString();
  const to = startOfDay(addDays(query.to, 1), session.timezone).toISOString();
  const rows = await tx.rows<workCalls.CalendarEntry & { date: string; count: number; open: number }>(
    sql`select * from (
          select f."id", f."lead_id", l."name" as "lead_name", f."call_date_time", f."btn_message", f."state",
            to_char(f."call_date_time" at time zone ${session.timezone}, 'YYYY-MM-DD') as "date",
            count(*) over day as "count", count(*) filter (where f."state" = 'pending') over day as "open",
            row_number() over (partition by (f."call_date_time" at time zone ${session.timezone})::date
              order by f."state" desc, f."call_date_time", f."id") as "place"
          from "follow_ups" f join "leads" l on l."tenant_id" = f."tenant_id" and l."id" = f."lead_id" and l."deleted_at" is null
            and ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)}
          where f."tenant_id" = ${session.tenantId} and f."user_id" = ${userId} and f."deleted_at" is null
            and f."state" in ('pending', 'done') and f."call_date_time" >= ${from}::timestamptz and f."call_date_time" < ${to}::timestamptz
          window day as (partition by (f."call_date_time" at time zone ${session.timezone})::date)
        ) d where "place" <= ${query.most ?? 3} order by "call_date_time", "id"`,
    'follow-up-calendar',
  );
  const days = new Map<string, { date: string; count: number; open: number; rows: workCalls.CalendarEntry[] }>();
  for (const { date, count, open, ...row } of rows) {
    const day = days.get(date) ?? { date, count: Number(count), open: Number(open), rows: [] };
    day.rows.push(entryOf(context, row));
    days.set(date, day);
  }
  return { data: [...days.values()] };
}

function entryOf({ session }: Pick<Context, 'session'>, row: workCalls.CalendarEntry): workCalls.CalendarEntry {
  const seen = veilPlanned(
    session,
    veilAs(leads, session, row, { lead_name: 'name', btn_message: 'last_callaction_btn_message' }),
  );
  const { id, lead_id, lead_name, call_date_time, btn_message, state } = seen;
  return { id, lead_id, lead_name, call_date_time, btn_message, state };
}
