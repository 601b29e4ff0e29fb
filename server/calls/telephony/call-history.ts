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
import { askedBy } from '../../measures/asked';
import { veiledFor } from '../../measures/cell';
import { shownFile } from '../../files/file-field';
import { historyTypeIs, hooks } from '../../hooks/leads/calls-history';
import { leadOf } from '../../leads/lead-access';
import { newId } from '../../store/ids';
import { over } from '../../store/list-query';
import type { ListRequest } from '../../store/list-request';
import { callFigures } from './call-figures';

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

/** The selection as the measures count it: the list's calls, of its days where it names some. */
async function summary(
  context: CallContext<typeof historyCalls.callHistorySummary>,
): Promise<CallReply<typeof historyCalls.callHistorySummary>> {
  const { tx, session, services, query } = context;
  if (veiledFor(session)(historyCalls.groupDimensions[query.group]))
    throw invalid('group', 'Your role does not see what these figures group by');
  const { request, match, ask } = await selected(context, query);
  const now = services.now();
  const named = daysOf(request, session.timezone);
  const days = named ?? { from: firstDay, to: dayOf(now, session.timezone) };
  const among = ask(sql`select "id" from "calls_history" where ${match}`);
  const asked = { ...askedBy(session, now, days), among };
  const figures = await callFigures(tx, asked, query.group, named !== undefined && query.group === 'user');
  return { data: { as_of: now.toISOString(), ...days, ...figures } };
}
/** Before every call. */
const firstDay = '2000-01-01';

/** The days of a selection that names a span of them. */
function daysOf({ filters }: ListRequest, zone: string): { readonly from: string; readonly to: string } | undefined {
  const span = filters.find(({ field, operator }) => field === 'started_at' && operator === 'between');
  const [from, to] = span?.values ?? [];
  if (from === undefined || to === undefined) return undefined;
  const day = (text: string, less: number): string => dayOf(new Date(Date.parse(text) - less), zone);
  return { from: day(from, 0), to: day(to, span?.open ? 1 : 0) };
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
    throw invalid('lead_id', 'This lead does not have the number of the call');
  const scope = scopeOf(calls, session);
  const linked = await tx.run(
    sql`update "calls" set "lead_id" = ${lead.id} where "tenant_id" = ${session.tenantId} and "phone" = ${phone} and "lead_id" is null
        and "deleted_at" is null ${scope ? sql`and ${scope}` : empty}`,
    'link-caller',
  );
  return { message: `${counted(linked, 'call')} now belong${linked === 1 ? 's' : ''} to ${lead.name}.`, data: { linked } };
}
