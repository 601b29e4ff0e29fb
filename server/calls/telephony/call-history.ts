import sql, { empty, join } from 'sql-template-tag';
import * as historyCalls from '../../../src/schemas/calls/call-history';
import { counted } from '../../../src/schemas/kit/counted';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { historyTypes, type HistoryType } from '../../../src/schemas/kit/call-types';
import { callHistory } from '../../../src/schemas/leads/calls-history';
import { calls } from '../../../src/schemas/leads/calls';
import { scopeOf } from '../../catalogue/scope';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { callSummaryExport, type ExportOrder } from '../../exports/export-plan';
import { planExport } from '../../exports/plan-export';
import { queueExport } from '../../exports/queue-export';
import { shownFile } from '../../files/file-field';
import { historyTypeIs, hooks, seesType } from '../../hooks/leads/calls-history';
import { leadOf } from '../../leads/lead-access';
import { newId } from '../../store/ids';
import { over } from '../../store/list-query';
import { callSummary, selectedCalls } from '../../exports/call-summary';

export const handlers: Handlers = {
  ...handle(historyCalls.callHistoryCounts, counts),
  ...handle(historyCalls.callHistorySummary, summary),
  ...handle(historyCalls.callHistoryExport, exportSummary),
  ...handle(historyCalls.recordingDownload, download),
  ...handle(historyCalls.linkCaller, linkCaller),
};

/** One statement; each count stops behind 10,000 (D-047). */
async function counts(
  context: CallContext<typeof historyCalls.callHistoryCounts>,
): Promise<CallReply<typeof historyCalls.callHistoryCounts>> {
  const { match, ask } = await selectedCalls(context, context.query, {});
  const seen = historyTypes.filter((type) => seesType(type, context.session));
  const each = seen.map(
    (type) => sql`select ${type}::text as "type", count(*)::int as "count"
      from (select 1 from "calls_history" where ${match} and ${historyTypeIs[type]} limit 10001) t`,
  );
  const rows = await context.tx.rows<{ type: HistoryType; count: number }>(ask(join(each, ' union all ')));
  const found = new Map(rows.map(({ type, count }) => [type, count]));
  return { data: Object.fromEntries(seen.map((type) => [type, found.get(type) ?? 0])) };
}

async function summary(
  context: CallContext<typeof historyCalls.callHistorySummary>,
): Promise<CallReply<typeof historyCalls.callHistorySummary>> {
  return { data: (await callSummary(context, context.query.group, context.query)).summary };
}

async function exportSummary(
  context: CallContext<typeof historyCalls.callHistoryExport>,
): Promise<CallReply<typeof historyCalls.callHistoryExport>> {
  const { format, group, query = {} } = context.body;
  const order: ExportOrder = { resource: callSummaryExport, format, query: { ...query, group } };
  await planExport(order, context);
  return queueExport(context, order);
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
