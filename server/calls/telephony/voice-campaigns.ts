import sql, { empty } from 'sql-template-tag';
import { counted } from '../../../src/schemas/kit/counted';
import { recordsIn } from '../../../src/schemas/kit/is-record';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Row } from '../../../src/schemas/kit/resource';
import { sendReasons } from '../../../src/schemas/kit/send-reasons';
import { isOffered } from '../../../src/schemas/kit/record-offers';
import { voiceCalls as calls } from '../../../src/schemas/marketing/voice-calls';
import { voiceCampaigns } from '../../../src/schemas/marketing/voice-campaigns';
import { forgetRefusals } from '../../campaigns/note-call';
import { callUnknownAgain, holdWaiting } from '../../campaigns/voice-calls';
import { queueCalls } from '../../campaigns/voice-campaign';
import { voiceFiguresOf } from '../../campaigns/voice-figures';
import { asKey, keyFrom } from '../../catalogue/drafts';
import { veil } from '../../catalogue/field-rules';
import { lookUpHandler } from '../../catalogue/list';
import { fetchRow } from '../../catalogue/rows';
import { scopeOf } from '../../catalogue/scope';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext, type ActionReply } from '../../context/handle-action';
import { hooks } from '../../hooks/marketing/voice-campaigns';

export const handlers: Handlers = {
  ...handleAction(voiceCampaigns, 'withStats', withStats),
  ...handleAction(voiceCampaigns, 'stop', stop),
  ...handleAction(voiceCampaigns, 'move', move),
  ...handleAction(voiceCampaigns, 'callUnknown', callUnknown),
  ...handleAction(voiceCampaigns, 'report', report),
  ...handleAction(voiceCampaigns, 'chart', chart),
  ...handleAction(voiceCampaigns, 'responses', responses),
};

/** The campaigns with their figures alongside the other fields. */
async function withStats(context: Context): Promise<Reply> {
  const reply = await lookUpHandler(voiceCampaigns, hooks, voiceCampaigns.lists!.withStats)(context);
  const rows = recordsIn(reply.data);
  const ids = rows.map((row) => String(row['id']));
  const figures = await voiceFiguresOf(context.tx, context.session.tenantId, ids, scopeOf(calls, context.session));
  return { ...reply, data: rows.map((row) => ({ ...row, ...figures.get(String(row['id'])) })) };
}

/** Scheduled or running to stopped; what has ended stays as it ended. */
async function stop(context: Context): Promise<Reply> {
  const key = keyFrom(voiceCampaigns, context);
  const row = await fetchRow(voiceCampaigns, key, context, { lock: true });
  if (!isOffered(voiceCampaigns.actions?.stop.offers, row))
    throw problem(409, `This campaign is ${row.state} and cannot be stopped.`);
  await updateRow(voiceCampaigns, key, { state: 'stopped', problem: null }, context);
  const left = await holdWaiting(context.tx, context.session.tenantId, String(row.id));
  return { message: left ? `Campaign stopped. ${counted(left, 'number')} will not be called.` : 'Campaign stopped.' };
}

/** Our own: a planned campaign begins now, a running one pauses before its next call, a paused one goes on. */
async function move(context: ActionContext<typeof voiceCampaigns, 'move'>): Promise<Reply> {
  const { tx, session, services, body } = context;
  const key = keyFrom(voiceCampaigns, context);
  const row = await fetchRow(voiceCampaigns, key, context, { lock: true });
  const { to } = body;
  if (to !== 'running' && to !== 'paused') throw invalid('to', 'Choose running or paused');
  const from = to === 'paused' ? ['running'] : ['scheduled', 'paused'];
  if (!from.includes(String(row.state)))
    throw problem(409, `This campaign is ${row.state} and cannot be ${to === 'paused' ? 'paused' : 'started'}.`);
  // A planned one starts now: its time no longer counts.
  if (row.state === 'scheduled') await updateRow(voiceCampaigns, key, { schedule_at: null }, context);
  else await updateRow(voiceCampaigns, key, { state: to, problem: null }, context);
  if (to === 'paused') return { message: 'Campaign paused.' };
  await forgetRefusals(tx, session.tenantId, String(row.id));
  await queueCalls(tx, services, session, String(row.id));
  return { message: row.state === 'scheduled' ? 'Campaign started.' : 'Campaign resumed.' };
}

/** Our own: calls interrupted by a server stop are repeated when a person asks for it, with the same keys. */
async function callUnknown(context: Context): Promise<Reply> {
  const { tx, session, services } = context;
  const key = keyFrom(voiceCampaigns, context);
  const { id, state } = await fetchRow(voiceCampaigns, key, context, { lock: true });
  const unknown = (await voiceFiguresOf(tx, session.tenantId, [String(id)], null)).get(String(id))?.unknown || null;
  if (!isOffered(voiceCampaigns.actions?.callUnknown.offers, { state, unknown_calls: unknown }))
    throw problem(
      409,
      unknown === null ? 'This campaign has no calls with an unknown outcome.' : `This campaign is ${state} and makes no calls.`,
    );
  const calls = await callUnknownAgain(tx, session.tenantId, String(id));
  if (state === 'completed') await updateRow(voiceCampaigns, key, { state: 'running' }, context);
  // The job that completed it makes no more calls, and one that waits for sending hours looks no sooner.
  await queueCalls(tx, services, session, String(id));
  return { message: `${counted(calls, 'number')} will be called again.` };
}

type Reported = Required<
  Pick<Row<typeof calls>, 'phone' | 'lead_id' | 'status' | 'reason' | 'error' | 'response' | 'duration' | 'called_at'>
>;
/** Its calls, the latest first, as far as their leads are the reader's (TRUST-S34); `status` narrows to those that ended so. */
async function report(
  context: ActionContext<typeof voiceCampaigns, 'report'>,
): Promise<ActionReply<typeof voiceCampaigns, 'report'>> {
  const { tx, session, query } = context;
  const { id } = await fetchRow(voiceCampaigns, asKey(voiceCampaigns, query.campaign_id), context);
  const limit = whole(query.limit, 'limit', 10, 100);
  const page = whole(query.page_number, 'page_number', 1, 1000);
  const status = query.status ? String(query.status) : null;
  const where = sql`"tenant_id" = ${session.tenantId} and "campaign_id" = ${id} and "deleted_at" is null
    and ${scopeOf(calls, session) ?? sql`true`} ${status ? sql`and "status" = ${status}` : empty}`;
  const counted = await tx.row<{ n: number }>(sql`select count(*)::int as n from "voice_calls" where ${where}`);
  const rows: Reported[] = await tx.rows(sql`
    select "phone", "lead_id", "status", "reason", "error", "response", "duration", "called_at" from "voice_calls" where ${where}
    order by "called_at" desc nulls last, "id" limit ${limit} offset ${(page - 1) * limit}`);
  const data = rows.map(({ reason, error, ...row }) => ({
    ...veil(calls, session, row),
    why: error ?? (reason ? sendReasons[reason] : null),
  }));
  return { data, count: counted!.n };
}

/** How its calls ended, hour by hour of the tenant's day, as far as the list behind it goes. */
async function chart(context: Context): Promise<ActionReply<typeof voiceCampaigns, 'chart'>> {
  const { tx, session } = context;
  const { id } = await fetchRow(voiceCampaigns, keyFrom(voiceCampaigns, context), context);
  const rows = await tx.rows<{ hour: string; status: string; n: number }>(sql`
    select to_char("called_at" at time zone ${session.timezone}, 'YYYY-MM-DD HH24:00') as "hour", "status", count(*)::int as "n"
    from "voice_calls" where "tenant_id" = ${session.tenantId} and "campaign_id" = ${id} and "called_at" is not null
      and "deleted_at" is null and ${scopeOf(calls, session) ?? sql`true`} group by 1, 2 order by 1`);
  const labels = [...new Set(rows.map((row) => row.hour))];
  const series = (['answered', 'busy', 'no_answer', 'failed'] as const).map((name) => ({
    name,
    values: labels.map((hour) => rows.find((row) => row.hour === hour && row.status === name)?.n ?? 0),
  }));
  return { data: { labels, series } };
}

async function responses({ tx, session }: Context): Promise<Reply> {
  const scope = scopeOf(calls, session) ?? sql`true`;
  const rows = await tx.rows<{ response: string }>(sql`
    select distinct "response" from "voice_calls" where "tenant_id" = ${session.tenantId} and "response" is not null
      and "deleted_at" is null and ${scope} order by 1 limit 1000`);
  return { data: rows.map((row) => row.response) };
}

function whole(value: unknown, name: string, fallback: number, most: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw invalid(name, `${name} must be a whole number from 1 to ${most}`);
  return number;
}
