import sql, { type Sql } from 'sql-template-tag';
import * as lookCalls from '../../../src/schemas/calls/lead-looks';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, veilAs } from '../../catalogue/field-rules';
import { rowsAsked } from '../../catalogue/list';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { addDays, startOfDay } from '../../domain/days';
import { hooksOf } from '../../hooks/all';

/** The same leads as in the table, looked at in another way. */
export const handlers: Handlers = {
  ...handle(lookCalls.leadBoard, board),
  ...handle(lookCalls.leadCalendar, calendar),
};

/** One statement; of each stage at most `mostOfStage` leads are counted. */
async function board(context: CallContext<typeof lookCalls.leadBoard>): Promise<CallReply<typeof lookCalls.leadBoard>> {
  const match = await matchOf(context, context.body.query, 'stage_id');
  const rows = await context.tx.rows(sql`
    with "~stages" as (select "id" from "lead_stages" where "tenant_id" = ${context.session.tenantId} and "deleted_at" is null)
    select s."id" as "stage_id", (select count(*)::int from (
        select 1 from "leads" where ${match} and "stage_id" = s."id" limit ${lookCalls.mostOfStage + 1}) as t) as "count"
      from "~stages" s
    union all select null, (select count(*)::int from (
        select 1 from "leads" where ${match} and "stage_id" is null limit ${lookCalls.mostOfStage + 1}) as t)`);
  return {
    data: rows.map(({ stage_id, count }) => ({
      stage_id: typeof stage_id === 'string' ? stage_id : null,
      count: Math.min(Number(count), lookCalls.mostOfStage),
      exact: Number(count) <= lookCalls.mostOfStage,
    })),
  };
}

async function calendar(context: CallContext<typeof lookCalls.leadCalendar>): Promise<CallReply<typeof lookCalls.leadCalendar>> {
  const { tx, session, body } = context;
  const match = await matchOf(context, body.query, 'next_followup_at');
  const zone = session.timezone;
  const days = Array.from({ length: body.days }, (_, at) => addDays(body.from, at));
  const beginOf = (day: string): Date => startOfDay(day, zone);
  const [begin, end] = [beginOf(body.from), beginOf(addDays(body.from, body.days))];
  const rows = await tx.rows<{ id: string; name: string | null; at: string; day: string; place: number; count: number }>(sql`
    select * from (
      select "id", "name", "next_followup_at" as "at", "day", row_number() over "~day" as "place",
        count(*) over (partition by "day")::int as "count"
      from (select "id", "name", "next_followup_at",
          to_char("next_followup_at" at time zone ${zone}, 'YYYY-MM-DD') as "day" from "leads"
        where ${match} and "next_followup_at" >= ${begin.toISOString()}::timestamptz
          and "next_followup_at" < ${end.toISOString()}::timestamptz) as l
      window "~day" as (partition by "day" order by "next_followup_at", "id")) as "~placed"
    where "place" <= ${Math.max(1, body.each)} order by "day", "place"`);
  const data = days.map((day): lookCalls.CalendarDay => {
    const own = rows.filter((row) => row.day === day);
    return {
      day,
      from: beginOf(day).toISOString(),
      to: new Date(beginOf(addDays(day, 1)).getTime() - 1).toISOString(),
      count: own[0]?.count ?? 0,
      leads: own
        .slice(0, body.each)
        .map(({ id, name, at: time }) => veilAs(leads, session, { id, name, at: time }, { name: 'name' })),
    };
  });
  return { data };
}

/** As this person's list shows them. A role that must not see the field sees nothing that is grouped by it. */
async function matchOf(context: Context, query: Context['query'], field: 'stage_id' | 'next_followup_at'): Promise<Sql> {
  if (isVeiled(rulesOf(leads, context.session).get(field))) throw problem(403, notAllowed);
  const hooks = hooksOf(leads);
  const asked = await rowsAsked(leads, hooks, { ...context, query, body: {} }, {});
  const also = asked.scope ? hooks.alsoListed?.(query, context) : undefined;
  const seen = also ? sql`(${asked.scope} or ${also})` : asked.scope;
  return asked.list.matching(context.session.tenantId, asked.request, [...asked.where, seen]);
}
