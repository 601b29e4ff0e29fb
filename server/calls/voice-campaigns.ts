import sql, { empty } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { isOffered } from '../../src/schemas/kit/record-offers';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { asKey, keyFrom } from '../catalogue/drafts';
import { veil } from '../catalogue/field-rules';
import { lookUpHandler } from '../catalogue/list';
import { fetchRow } from '../catalogue/rows';
import { scopeOf } from '../catalogue/scope';
import { updateRow } from '../catalogue/update';
import { callUnknownAgain } from '../campaigns/voice-calls';
import { dialCampaign } from '../campaigns/voice-campaign';
import { hooks } from '../hooks/voice-campaigns';
import type { Context, Handlers, Reply } from '../context/context';

const campaigns = () => resourceNamed('voice-campaigns');

export const handlers: Handlers = {
  'voice-campaigns.withStats': withStats,
  'voice-campaigns.stop': stop,
  'voice-campaigns.callUnknown': callUnknown,
  'voice-campaigns.report': report,
  'voice-campaigns.chart': chart,
  'voice-campaigns.responses': responses,
};

const figures = ['total', 'answered', 'busy', 'failed', 'no_answer', 'pending', 'unknown'] as const;

/** The campaigns with their figures beside the other fields. */
async function withStats(context: Context): Promise<Reply> {
  const reply = await lookUpHandler(campaigns(), hooks, campaigns().lists!['withStats']!)(context);
  const rows = (reply.data as Record<string, unknown>[]).map((row) => {
    const totals = (row['totals'] ?? {}) as Record<string, number>;
    return { ...row, ...Object.fromEntries(figures.map((name) => [name, totals[name] ?? 0])) };
  });
  return { ...reply, data: rows };
}

/** Scheduled or running to stopped; what has ended stays as it ended. */
async function stop(context: Context): Promise<Reply> {
  const key = keyFrom(campaigns(), context);
  const row = await fetchRow(campaigns(), key, context, { lock: true });
  const state = String(row['state']);
  if (!isOffered(campaigns().actions!['stop']!.offers, row))
    throw problem(409, `This campaign is ${state} and cannot be stopped.`);
  await updateRow(campaigns(), key, { state: 'stopped' }, context);
  return { message: 'Campaign stopped.' };
}

/** Ours: what was dialled when the server stopped is called again when a person says so, with the same keys. */
async function callUnknown(context: Context): Promise<Reply> {
  const { tx, session, services } = context;
  const key = keyFrom(campaigns(), context);
  const row = await fetchRow(campaigns(), key, context, { lock: true });
  const { id, state } = row;
  if (!isOffered(campaigns().actions!['callUnknown']!.offers, row))
    throw problem(
      409,
      row['unknown_calls'] === null
        ? 'No call of this campaign has an unknown outcome.'
        : `This campaign is ${String(state)}: it calls nobody.`,
    );
  const calls = await callUnknownAgain(tx, session.tenantId, String(id));
  if (state === 'completed') {
    await updateRow(campaigns(), key, { state: 'running' }, context);
    // The job that completed it makes no further call; one that still runs finds them by itself.
    await services.jobs.add(tx, session, { kind: dialCampaign, payload: { campaign_id: id } });
    context.afterCommit(() => services.jobs.wake());
  }
  return { message: `${calls} ${calls === 1 ? 'number' : 'numbers'} will be called again.` };
}

/** Its calls, the latest first, as far as their leads are the reader's (TRUST-S34); `status` narrows to those that ended so. */
async function report(context: Context): Promise<Reply> {
  const { tx, session, query } = context;
  const { id } = await fetchRow(campaigns(), asKey(campaigns(), query.campaign_id), context);
  const limit = whole(query.limit, 'limit', 10, 100);
  const page = whole(query.page_number, 'page_number', 1, 1000);
  const status = query.status ? String(query.status) : null;
  const calls = resourceNamed('voice-calls');
  const where = sql`"tenant_id" = ${session.tenantId} and "campaign_id" = ${String(id)} and "deleted_at" is null
    and ${scopeOf(calls, session) ?? sql`true`} ${status ? sql`and "status" = ${status}` : empty}`;
  const counted = await tx.row<{ n: number }>(sql`select count(*)::int as n from "voice_calls" where ${where}`);
  const rows = await tx.rows(sql`
    select "phone", "lead_id", "status", "response", "duration", "called_at" from "voice_calls" where ${where}
    order by "called_at" desc nulls last, "id" limit ${limit} offset ${(page - 1) * limit}`);
  return { data: rows.map((row) => veil(calls, session, row)), count: counted!.n };
}

/** How its calls ended, hour by hour of the tenant's day. */
async function chart(context: Context): Promise<Reply> {
  const { tx, session } = context;
  const { id } = await fetchRow(campaigns(), keyFrom(campaigns(), context), context);
  const rows = await tx.rows<{ hour: string; status: string; n: number }>(sql`
    select to_char("called_at" at time zone ${session.timezone}, 'YYYY-MM-DD HH24:00') as "hour", "status", count(*)::int as "n"
    from "voice_calls" where "tenant_id" = ${session.tenantId} and "campaign_id" = ${String(id)} and "called_at" is not null
      and "deleted_at" is null group by 1, 2 order by 1`);
  const labels = [...new Set(rows.map((row) => row.hour))];
  const series = (['answered', 'busy', 'no_answer', 'failed'] as const).map((name) => ({
    name,
    values: labels.map((hour) => rows.find((row) => row.hour === hour && row.status === name)?.n ?? 0),
  }));
  return { data: { labels, series } };
}

async function responses({ tx, session }: Context): Promise<Reply> {
  const scope = scopeOf(resourceNamed('voice-calls'), session) ?? sql`true`;
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
