import sql from 'sql-template-tag';
import { Problem, problem } from '../../src/schemas/kit/problem';
import { askOnce } from '../channels/ask-once';
import { providerOf } from '../channels/providers';
import { telephonyOf } from '../channels/telephony-provider';
import type { Telephony } from '../channels/telephony';
import { JobKind } from '../context/jobs';
import type { Services } from '../context/services';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { actingFor } from '../leads/acting';
import type { Tx } from '../store/store';
import { asked, linesOf } from './call-lines';
import { applyCallReport, isOver, lockCall, type CallRow } from './call-state';

interface Payload {
  readonly callId: string;
}
/** The agent has picked up: the lead's telephone is called into the room. */
export const dialLead = new JobKind<Payload>('dial-lead');
/** Nobody is left to talk, or nobody took the call: the provider ends what still waits. `untaken`: only if nobody took it by then. */
export const endLines = new JobKind<Payload & { readonly untaken?: boolean }>('end-lines');
export const jobKinds: JobKinds = { ...runs(dialLead, dial), ...runs(endLines, end) };

const portOf = async (tx: Tx, { services, tenantId }: Pick<RunningJob, 'services' | 'tenantId'>): Promise<Telephony> =>
  telephonyOf(await providerOf(tx, services, tenantId, 'telephony'), services);

function joinOf({ join }: Telephony): NonNullable<Telephony['join']> {
  if (!join) throw problem(409, 'The phone provider does not support this.');
  return join;
}

/** Asked once (TRUST-R25): the line is marked before, and one that may ring by now is not called again. */
async function dial(job: RunningJob<Payload>, steps: Steps): Promise<void> {
  const { tenantId, services } = job;
  const { callId } = job.payload;
  await askOnce<{ call: CallRow; port: Telephony }, { line: string; conference: string | null }>(
    { commit: steps.commit.bind(steps), record: steps.record.bind(steps) },
    {
      async begin(tx) {
        const call = await lockCall(tx, tenantId, callId);
        if (!call || isOver(call) || (call.other_line !== null && call.other_line !== asked)) return { value: undefined };
        const wasAsked = call.other_line === asked;
        await setLines(tx, tenantId, callId, { other_line: asked });
        return { value: { one: { call, port: await portOf(tx, job) }, wasAsked } };
      },
      prepare:
        ({ call, port }) =>
        async () =>
          joinOf(port)({ tenantId, callId, room: call.room ?? callId, side: 'lead', to: call.phone ?? '' }),
      async note(tx, _, outcome) {
        if (outcome.state === 'unknown') return; // its reports, if any come, go on with the call
        if (outcome.state === 'done') {
          const { line, conference } = outcome.answer;
          return joined(tx, services, { tenantId, callId }, { other_line: line, conference_id: conference });
        }
        const call = await lockCall(tx, tenantId, callId);
        if (call) await applyCallReport(await actingFor(tx, services, job), call, { what: 'ended', outcome: 'failed' });
        await services.jobs.add(tx, job, { kind: endLines, payload: { callId } });
      },
    },
  );
  services.jobs.wake();
}

/** What the provider says of lines that have ended already does not matter. */
async function end(job: RunningJob<Payload & { readonly untaken?: boolean }>, steps: Steps): Promise<void> {
  const { callId, untaken = false } = job.payload;
  const found = await steps.read(async (tx) => ({ call: await callOf(tx, job.tenantId, callId), port: await portOf(tx, job) }));
  if (!found.call || (untaken && isTaken(found.call))) return;
  try {
    await found.port.hangUp(linesOf(found.call));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

const isTaken = (call: CallRow): boolean => call.answered_at !== null || (call.state !== 'ringing' && !isOver(call));

const callOf = (tx: Tx, tenantId: string, id: string): Promise<CallRow | undefined> =>
  tx.row(sql`select * from "calls" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`, 'call-lines');

interface Lines {
  readonly provider_call_id?: string;
  readonly agent_line?: string | null;
  readonly other_line?: string | null;
  readonly conference_id?: string | null;
}
/** What became known of the lines; what is not given stays. */
export const setLines = (tx: Tx, tenantId: string, id: string, lines: Lines): Promise<number> =>
  tx.run(
    sql`update "calls" set "provider_call_id" = coalesce(${lines.provider_call_id ?? null}, "provider_call_id"),
          "agent_line" = coalesce(${lines.agent_line ?? null}, "agent_line"), "other_line" = coalesce(${lines.other_line ?? null}, "other_line"),
          "conference_id" = coalesce(${lines.conference_id ?? null}, "conference_id")
        where "tenant_id" = ${tenantId} and "id" = ${id}`,
    'call-lines-known',
  );

/**
 * The provider called a telephone into the call. If the call ended while it was asked, nobody is there to talk to: the line is ended,
 * unless the call goes on with a colleague.
 */
export async function joined(
  tx: Tx,
  services: Services,
  { tenantId, callId }: { readonly tenantId: string; readonly callId: string },
  lines: Lines,
): Promise<void> {
  const call = await lockCall(tx, tenantId, callId);
  await setLines(tx, tenantId, callId, lines);
  if (!call || !isOver(call)) return;
  const goesOn: object | undefined = await tx.row(
    sql`select 1 from "calls" where "tenant_id" = ${tenantId} and "room" = ${call.room ?? call.id} and "id" <> ${callId}
        and "state" not in ('ended', 'wrap_up') and "deleted_at" is null limit 1`,
    'call-handed-over',
  );
  if (!goesOn) await services.jobs.add(tx, { tenantId, userId: call.user_id }, { kind: endLines, payload: { callId } });
}
