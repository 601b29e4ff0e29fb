import sql, { type Sql } from 'sql-template-tag';
import * as lookCalls from '../../../src/schemas/calls/lead-looks';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, veilAs } from '../../catalogue/field-rules';
import { chosenRows } from '../../catalogue/chosen-rows';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { addDays, startOfDay } from '../../domain/days';
import { hooksOf } from '../../hooks/all';

/** The same leads as in the table, looked at in another way. */
export const handlers: Handlers = {
  ...handle(lookCalls.leadBoard, board),
  ...handle(lookCalls.leadCalendar, calendar),
};

/** One statement; of each stage at most `mostOfGroup` leads are counted. */
async function board(context: CallContext<typeof lookCalls.leadBoard>): Promise<CallReply<typeof lookCalls.leadBoard>> {
  const match = await matchOf(context, context.body.query, 'stage_id');
  const rows = await context.tx.rows(sql`
    with "~stages" as (select "id" from "lead_stages" where "tenant_id" = ${context.session.tenantId} and "deleted_at" is null)
    select s."id" as "stage_id", (select count(*)::int from (
        select 1 from "leads" where ${match} and "stage_id" = s."id" limit ${lookCalls.mostOfGroup + 1}) as t) as "count"
      from "~stages" s
    union all select null, (select count(*)::int from (
        select 1 from "leads" where ${match} and "stage_id" is null limit ${lookCalls.mostOfGroup + 1}) as t)`);
  return {
    data: rows.map(({ stage_id, count }) => ({
      stage_id: typeof stage_id === 'string' ? stage_id : null,
      count: Math.min(Number(count), lookCalls.mostOfGroup),
      exact: Number(count) <= lookCalls.mostOfGroup,
    })),
  };
}

/** One statement; of each day at most `mostOfGroup` leads are counted, and the first `each` are read. */
async function calendar(context: CallContext<typeof lookCalls.leadCalendar>): Promise<CallReply<typeof lookCalls.leadCalendar>> {
  const { tx, session, body } = context;
  const match = await matchOf(context, body.query, 'next_followup_at');
  const edges = Array.from({ length: body.days + 1 }, (_, at) => addDays(body.from, at));
  const begins = edges.map((day) => startOfDay(day, session.timezone).toISOString());
  const ofDay = sql`${match} and "next_followup_at" >= "~from" and "next_followup_at" < "~to"`;
  const rows = await tx.rows<{ place: number; count: number; leads: lookCalls.CalendarLead[] }>(sql`
    select "~place" as "place",
      (select count(*)::int from (select 1 from "leads" where ${ofDay} limit ${lookCalls.mostOfGroup + 1}) as t) as "count",
      (select coalesce(jsonb_agg(jsonb_build_object('id', "id", 'name', "name", 'at', "next_followup_at") order by "next_followup_at", "id"), '[]')
        from (select "id", "name", "next_followup_at" from "leads" where ${ofDay}
          order by "next_followup_at", "id" limit ${body.each}) as l) as "leads"
    from unnest(${begins.slice(0, -1)}::timestamptz[], ${begins.slice(1)}::timestamptz[]) with ordinality as "~days"("~from", "~to", "~place")
    order by 1`);
  const data = rows.map(({ place, count, leads: first }): lookCalls.CalendarDay => {
    const at = Number(place) - 1;
    return {
      day: edges[at] ?? '',
      from: begins[at] ?? '',
      to: new Date(Date.parse(begins[at + 1] ?? '') - 1).toISOString(),
      count: Math.min(count, lookCalls.mostOfGroup),
      exact: count <= lookCalls.mostOfGroup,
      leads: first.map(({ id, name, at: time }) =>
        veilAs(leads, session, { id, name, at: new Date(time).toISOString() }, { name: 'name' }),
      ),
    };
  });
  return { data };
}

/** As this person's list shows them. A role that must not see the field sees nothing that is grouped by it. */
async function matchOf(context: Context, query: Context['query'], field: 'stage_id' | 'next_followup_at'): Promise<Sql> {
  if (isVeiled(rulesOf(leads, context.session).get(field))) throw problem(403, notAllowed);
  const hooks = hooksOf(leads);
  const asked = await chosenRows(leads, hooks, context, query);
  const also = asked.scope ? hooks.alsoListed?.(query, context) : undefined;
  const seen = also ? sql`(${asked.scope} or ${also})` : asked.scope;
  return asked.list.matching(context.session.tenantId, asked.request, [...asked.where, seen]);
}
