import sql, { empty, join, type Sql } from 'sql-template-tag';
import * as historyCalls from '../../../src/schemas/calls/call-history';
import { counted } from '../../../src/schemas/kit/counted';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { historyTypes, type HistoryType } from '../../../src/schemas/kit/call-types';
import { callHistory } from '../../../src/schemas/leads/calls-history';
import { calls } from '../../../src/schemas/leads/calls';
import { rowsAsked } from '../../catalogue/list';
import { scopeOf } from '../../catalogue/scope';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { dayOf } from '../../domain/days';
import { shownFile } from '../../files/file-field';
import { historyTypeIs, hooks } from '../../hooks/leads/calls-history';
import { leadOf } from '../../leads/lead-access';
import { newId } from '../../store/ids';
import { over } from '../../store/list-query';
import type { ListRequest } from '../../store/list-request';

export const handlers: Handlers = {
  ...handle(historyCalls.callHistoryCounts, counts),
  ...handle(historyCalls.callHistorySummary, summary),
  ...handle(historyCalls.recordingDownload, download),
  ...handle(historyCalls.linkCaller, linkCaller),
};

/** The calls that the list's query asks for, as a statement takes them, without the names that are not the list's. */
async function selected(
  context: Omit<Context, 'query' | 'body'>,
  { type, group: _group, ...query }: Context['query'],
  kept: { readonly type?: unknown } = { type },
): Promise<{ readonly request: ListRequest; readonly match: Sql; readonly ask: (statement: Sql) => Sql }> {
  const asked = await rowsAsked(callHistory, hooks, { ...context, query: { ...query, ...kept }, body: {} }, {});
  const match = asked.list.matching(context.session.tenantId, asked.request, [...asked.where, asked.scope]);
  return { request: asked.request, match, ask: (statement) => over(callHistory, asked.rows, statement) };
}

/** One statement; each count stops behind 10,000 (D-047). */
async function counts(
  context: CallContext<typeof historyCalls.callHistoryCounts>,
): Promise<CallReply<typeof historyCalls.callHistoryCounts>> {
  const { match, ask } = await selected(context, context.query, {});
  const each = historyTypes.map(
    (type) => sql`select ${type}::text as "type", count(*)::int as "count"
      from (select 1 from "calls_history" where ${match} and ${historyTypeIs[type]} limit 10001) t`,
  );
  const rows = await context.tx.rows<{ type: HistoryType; count: number }>(ask(join(each, ' union all ')));
  const found = new Map(rows.map(({ type, count }) => [type, count]));
  const of = (type: HistoryType): number => found.get(type) ?? 0;
  return { data: { all: of('all'), outbound: of('outbound'), inbound: of('inbound'), missed: of('missed') } };
}

/** One statement for all groups and their total, so that distinct leads of the total are counted, never added up. */
async function summary(
  context: CallContext<typeof historyCalls.callHistorySummary>,
): Promise<CallReply<typeof historyCalls.callHistorySummary>> {
  const { tx, session, services, query } = context;
  const { request, match, ask } = await selected(context, query);
  const { key, label } = groups(session)[query.group];
  const days = query.group === 'user' ? daysOf(request, session.timezone) : undefined;
  const worked = days
    ? sql`(select coalesce(sum(w."total_seconds"), 0)::int from "auth_logs" w where w."tenant_id" = ${session.tenantId} and w."user_id" = g."key"
        and w."deleted_at" is null and w."date" between ${days.first}::date and ${days.last}::date)`
    : sql`null::int`;
  const rows = await tx.rows<historyCalls.CallSummaryRow & { whole: number }>(
    ask(sql`select g.*, ${label} as "label", case when g."whole" = 0 then ${worked} end as "worked_s" from (
      select k."key", grouping(k."key") as "whole", ${figures(session.tenantId)}
      from (select c.*, ${key} as "key" from (select * from "calls_history" where ${match}) c) k group by grouping sets ((k."key"), ()) limit 1001) g
      order by g."whole", "label" nulls last, g."key"`),
  );
  const total = rows.find(({ whole }) => whole === 1);
  return {
    data: {
      as_of: services.now().toISOString(),
      rows: rows.filter(({ whole }) => whole === 0).map(({ whole: _whole, ...row }) => row),
      total: total ? figuresOf(total) : nothing,
    },
  };
}

/** What a row of the table is, by the calls `c`, and what it is called. */
const groups = ({
  tenantId,
  timezone,
}: Context['session']): Readonly<Record<historyCalls.SummaryGroup, { readonly key: Sql; readonly label: Sql }>> => ({
  user: {
    key: sql`c."user_id"`,
    label: sql`(select u."name" from "users" u where u."tenant_id" = ${tenantId} and u."id" = g."key")`,
  },
  day: { key: sql`to_char(c."started_at" at time zone ${timezone}, 'YYYY-MM-DD')`, label: sql`g."key"` },
  disposition: {
    key: sql`c."stage_id"`,
    label: sql`(select s."stage_name" from "lead_stages" s where s."tenant_id" = ${tenantId} and s."id" = g."key")`,
  },
  list: {
    key: sql`c."list_key"`,
    label: sql`(select d."value" from "dialer_lists" d where d."tenant_id" = ${tenantId} and d."key" = g."key")`,
  },
});

/** The figures of the dictionary of measures: C1 to C10 and C12, over the calls `k`. */
function figures(tenantId: string): Sql {
  const dialled = sql`k."direction" = 'outbound'`;
  const talked = sql`coalesce(k."talk_s", 0) > 0`;
  const missed = sql`k."direction" = 'inbound' and k."outcome" = 'missed'`;
  const without = (...outcomes: string[]): Sql => sql`${dialled} and not (${talked}) and k."outcome" = any(${outcomes}::text[])`;
  const calledBack = sql`exists (select from "calls" b where b."tenant_id" = ${tenantId} and b."deleted_at" is null and b."direction" = 'outbound'
    and b."phone" = k."phone" and b."started_at" > k."started_at" and b."started_at" <= k."started_at" + interval '60 minutes')`;
  const threshold = sql`(select coalesce((t."report_settings"->>'conversation_s')::numeric, 60) from "tenant" t where t."tenant_id" = ${tenantId})`;
  const count = (where: Sql, what: Sql = sql`*`): Sql => sql`count(${what}) filter (where ${where})::int`;
  return join([
    sql`${count(dialled)} as "dialled"`,
    sql`${count(sql`${dialled} and ${talked}`)} as "connected"`,
    sql`${count(without('no_answer', 'missed', 'voicemail'))} as "no_answer"`,
    sql`${count(without('busy'))} as "busy"`,
    sql`${count(without('unreachable'))} as "unreachable"`,
    sql`${count(without('invalid'))} as "invalid"`,
    sql`${count(sql`${dialled} and not (${talked}) and (k."outcome" is null or k."outcome" <> all(${known}::text[]))`)} as "failed"`,
    sql`${count(sql`k."direction" = 'inbound' and ${talked}`)} as "inbound"`,
    sql`${count(missed)} as "missed"`,
    sql`${count(sql`${missed} and ${calledBack}`)} as "called_back"`,
    sql`${count(dialled, sql`distinct k."lead_id"`)} as "leads_dialled"`,
    sql`${count(sql`${dialled} and ${talked}`, sql`distinct k."lead_id"`)} as "leads_connected"`,
    sql`coalesce(sum(k."talk_s"), 0)::int as "talk_s"`,
    sql`${count(sql`k."talk_s" >= ${threshold}`)} as "conversations"`,
    sql`coalesce(max(k."talk_s"), 0)::int as "longest_s"`,
    sql`min(k."started_at") as "first_at"`,
    sql`max(k."started_at") as "last_at"`,
  ]);
}
const known = ['no_answer', 'missed', 'voicemail', 'busy', 'unreachable', 'invalid'];

function figuresOf({
  key: _key,
  label: _label,
  worked_s: _worked,
  whole: _whole,
  ...rest
}: historyCalls.CallSummaryRow & { readonly whole: number }): historyCalls.CallFigures {
  return rest;
}
const nothing: historyCalls.CallFigures = {
  dialled: 0,
  connected: 0,
  no_answer: 0,
  busy: 0,
  unreachable: 0,
  invalid: 0,
  failed: 0,
  inbound: 0,
  missed: 0,
  called_back: 0,
  leads_dialled: 0,
  leads_connected: 0,
  talk_s: 0,
  conversations: 0,
  longest_s: 0,
  first_at: null,
  last_at: null,
};

/** The days of a selection that names a span of them. */
function daysOf({ filters }: ListRequest, zone: string): { readonly first: string; readonly last: string } | undefined {
  const span = filters.find(({ field, operator }) => field === 'started_at' && operator === 'between');
  const [from, to] = span?.values ?? [];
  if (from === undefined || to === undefined) return undefined;
  const day = (text: string, less: number): string => dayOf(new Date(Date.parse(text) - less), zone);
  return { first: day(from, 0), last: day(to, span?.open ? 1 : 0) };
}

/** The reader sees the call in the history, or it is not there for them. */
async function seenCall(context: Context, id: string): Promise<SeenCall> {
  const scope = scopeOf(callHistory, context.session);
  const call = await context.tx.row<SeenCall>(
    over(
      callHistory,
      hooks.rows!(context),
      sql`select "recording_url", "lead_id", "phone" from "calls_history" where "tenant_id" = ${context.session.tenantId} and "id" = ${id}
        and "deleted_at" is null ${scope ? sql`and ${scope}` : empty}`,
    ),
  );
  if (!call) throw problem(404, 'This call does not exist.');
  return call;
}
interface SeenCall {
  readonly recording_url: string | null;
  readonly lead_id: string | null;
  readonly phone: string | null;
}

/** Who took the file is written before it is theirs. */
async function download(
  context: CallContext<typeof historyCalls.recordingDownload>,
): Promise<CallReply<typeof historyCalls.recordingDownload>> {
  const { tx, session, params } = context;
  const id = params.id ?? '';
  const { recording_url: url, lead_id: leadId } = await seenCall(context, id);
  if (!url) throw problem(404, 'This call has no recording.');
  await tx.run(
    sql`insert into "recording_downloads" ("tenant_id", "id", "call_id", "lead_id") values (${session.tenantId}, ${newId()}, ${id}, ${leadId})`,
    'recording-download',
  );
  return { data: { url: String(shownFile(url, context)) } };
}

/** Only calls that this person sees, and only to a lead that has the number. */
async function linkCaller(
  context: CallContext<typeof historyCalls.linkCaller>,
): Promise<CallReply<typeof historyCalls.linkCaller>> {
  const { tx, session, params, body } = context;
  const { lead_id: known, phone } = await seenCall(context, params.id ?? '');
  if (known) throw problem(409, 'This call already belongs to a lead.');
  const lead = await leadOf(context, body.lead_id, 'lock');
  if (!phone || ![lead.phone, lead.alternate_phone, lead.whatsapp_number].includes(phone))
    throw invalid('lead_id', 'This lead does not have the number of the call.');
  const scope = scopeOf(calls, session);
  const linked = await tx.run(
    sql`update "calls" set "lead_id" = ${lead.id} where "tenant_id" = ${session.tenantId} and "phone" = ${phone} and "lead_id" is null
        and "deleted_at" is null ${scope ? sql`and ${scope}` : empty}`,
    'link-caller',
  );
  return { message: `${counted(linked, 'call')} now belong${linked === 1 ? 's' : ''} to ${lead.name}.`, data: { linked } };
}
