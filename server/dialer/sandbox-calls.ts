import { sandboxOutcome, sandboxTelephony } from '../channels/sandbox-telephony';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Services } from '../context/services';
import { actingFor } from '../leads/acting';
import type { Tx } from '../store/store';
import { lockCall, applyCallReport } from './call-state';
import { storeRecording } from './recordings';

const sandboxCall = new JobKind<Turn>('sandbox-call');
export const jobKinds: JobKinds = runs(sandboxCall, play);

/** Seconds until the other side of a sandbox call reacts; an unanswered phone rings for long. */
const ringing = { answered: 2, busy: 2, unreachable: 2, no_answer: 25 };
/** The longest that it talks. */
const talking = 90;

/** Without a provider, the other side of a call is simulated: it rings, is answered or not, and hangs up. */
export async function playCall(
  tx: Tx,
  services: Services,
  by: { tenantId: string; userId: string },
  call: { id: string; to: string },
): Promise<void> {
  await later(tx, services, by, { callId: call.id, step: 'answer' }, ringing[sandboxOutcome(call.to)]);
}

/** The agent hung up: the other side notices and delivers the recording. */
export const playEnd = async (
  tx: Tx,
  services: Services,
  by: { tenantId: string; userId: string },
  callId: string,
): Promise<void> => void (await later(tx, services, by, { callId, step: 'end' }, 0));

interface Turn {
  readonly callId: string;
  readonly step: 'answer' | 'end';
}

async function play(job: RunningJob<Turn>, steps: Steps): Promise<void> {
  const { callId, step } = job.payload;
  const { tenantId, services } = job;
  const done = await steps.commit(async (tx) => {
    const call = await lockCall(tx, tenantId, callId);
    if (!call || call.state === 'ended' || call.state === 'wrap_up') return { value: call?.answered_at ? callId : undefined };
    const acting = await actingFor(tx, services, job);
    const outcome = step === 'end' ? 'answered' : sandboxOutcome(call.phone ?? '');
    if (step === 'end' || outcome !== 'answered') {
      await applyCallReport(acting, call, { what: 'ended', outcome });
      return { value: call.answered_at ? callId : undefined };
    }
    await applyCallReport(acting, call, { what: 'answered' });
    await later(tx, services, { tenantId, userId: job.userId }, { callId, step: 'end' }, talking);
    return { value: undefined };
  });
  if (!done) return;
  const { bytes, mime } = await sandboxTelephony.recording('');
  const stored = await services.files.store(tenantId, bytes);
  await steps.commit(async (tx) => {
    await storeRecording(tx, services, tenantId, done, { stored, mime });
    return {};
  });
}

const later = (
  tx: Tx,
  services: Services,
  by: { tenantId: string; userId: string | null },
  payload: Turn,
  seconds: number,
): Promise<string> =>
  services.jobs.add(tx, by, { kind: sandboxCall, payload, runAt: new Date(services.now().getTime() + seconds * 1000) });
