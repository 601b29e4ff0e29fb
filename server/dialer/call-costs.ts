import sql from 'sql-template-tag';
import { Problem } from '../../src/schemas/kit/problem';
import { providerOf } from '../channels/providers';
import { telephonyOf } from '../channels/telephony-provider';
import type { CallCost } from '../channels/telephony';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { askCost, callCost, type CostAsked } from './ask-cost';
import { linesOf } from './call-lines';
import { isOver, type CallRow } from './call-state';

export const jobKinds: JobKinds = runs(callCost, readCost);

interface Ended extends CallRow {
  readonly talk_s: number | null;
  readonly cost: number | null;
}

/** What the provider charged for a call is stored with it once the provider knows. */
async function readCost(job: RunningJob<CostAsked>, steps: Steps): Promise<void> {
  const { tenantId, services, userId } = job;
  const { callId, tried } = job.payload;
  const { call, port } = await steps.read(async (tx) => {
    const ended: Ended | undefined = await tx.row(
      sql`select * from "calls" where "tenant_id" = ${tenantId} and "id" = ${callId} and "deleted_at" is null`,
      'call-ended',
    );
    return { call: ended, port: telephonyOf(await providerOf(tx, services, tenantId, 'telephony'), services) };
  });
  if (!call || call.cost !== null || !isOver(call) || !port.cost) return;
  const lines = linesOf(call);
  // the other side's line of a call that was handed over is part of the call that it began with
  const own = call.room !== null && call.room !== call.id ? { ...lines, other: null } : lines;
  const cost = await port.cost(own, call.talk_s ?? 0).catch(notYet);
  await steps.commit(async (tx) => {
    if (!cost) await askCost(tx, services, { tenantId, userId }, { callId, tried: tried + 1 });
    else
      await tx.run(
        sql`update "calls" set "cost" = ${cost.amount}, "cost_currency" = ${cost.currency}
            where "tenant_id" = ${tenantId} and "id" = ${callId} and "cost" is null`,
        'call-cost',
      );
    return {};
  });
}

function notYet(error: unknown): CallCost | null {
  if (error instanceof Problem) return null;
  throw error;
}
