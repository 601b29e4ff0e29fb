import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { askInBatches } from '../channels/ask-once';
import { failedOften } from './failed-often';
import { JobKind } from '../context/jobs';
import { Problem } from '../../src/schemas/kit/problem';
import { JobStopped, runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { loadUser } from '../identity/sessions';
import type { Tx } from '../store/store';
import { messageOfCampaign } from './campaign-message';
import {
  changeCampaign,
  changeRun,
  keepRun,
  readCampaign,
  tellCampaign,
  tellCampaignAtTimes,
  type Campaign,
  type CampaignMessage,
  type CampaignRef,
} from './campaign-kinds';
import { totalsOf } from './campaign-totals';
import { spentOfCredit } from '../channels/gate-facts';
import { listRecipients } from './list-recipients';
import { isMissed } from './missed-start';
import { nextStart, startsOf } from './next-start';
import { pauseCampaign } from './pause-campaign';
import { askingFor } from './send-batch';
import { notifyStarter } from './notify-starter';

export const sendCampaign = new JobKind<CampaignRef>('campaign-send');
export const jobKinds: JobKinds = runs(sendCampaign, (job: RunningJob<CampaignRef>, steps) =>
  run(job, steps).catch((error) => leave(job, steps, error)),
);

/** Rows of one turn; then the jobs of others have theirs (ADR 18). */
const rowsPerTurn = 2000;
/** Of a campaign with a pace. */
const pacedAtOnce = 32;
const minute = 60_000;

/**
 * A campaign's run: its audience is written into the ledger once, then sent batch by batch. Whatever it knows is in the campaign
 * and in the ledger, so it continues from there after a kill, a pause or a turn of others.
 */
async function run(job: RunningJob<CampaignRef>, steps: Steps): Promise<object> {
  const { tenantId, payload: ref, services } = job;
  await steps.commit((tx) => begin(tx, job).then(() => ({})));
  let rows = 0;
  const last = { told: 0 };
  while (await steps.commit((tx) => listNext(tx, job, last))) {
    rows += 1000;
    if (rows >= rowsPerTurn) steps.letOthers();
  }
  const { throttle = null, slowed = null } = (await steps.read((tx) => readCampaign(tx, tenantId, ref, 'read'))) ?? {};
  const size = throttle === null ? null : Math.min(pacedAtOnce, throttle);
  const counts = {
    spent: await steps.read(async (tx) => spentSoFar(tx, tenantId, ref)),
    handed: 0,
    wait: 0,
    slowed: slowed ?? 0,
    ...last,
  };
  const asking = askingFor({ tenantId, ref, jobId: job.id, starter: job.userId, services, size, counts });
  // A wait is known once the batch is noted, with the beginning of the next one: that one is the last.
  const isOver = (): boolean => throttle !== null || counts.wait > 0 || rows + counts.handed >= rowsPerTurn;
  if ((await askInBatches(steps, asking, isOver)) === 'enough') {
    if (counts.wait > 0) {
      const at = new Date(services.now().getTime() + counts.wait * 1000);
      await steps.commit((tx) => planNext(tx, job, at).then(() => ({})));
      return { waits: counts.wait };
    }
    if (throttle === null || size === null) steps.letOthers();
    await steps.commit((tx) =>
      planNext(tx, job, new Date(services.now().getTime() + (size * minute) / throttle)).then(() => ({})),
    );
    return { paced: throttle };
  }
  return { state: await steps.commit(async (tx) => ({ value: await endOrWait(tx, job) })) };
}

/** What will not be tried again leaves the campaign to a person, with the reason on its page. */
async function leave({ isLastTry, ...job }: RunningJob<CampaignRef>, steps: Steps, error: unknown): Promise<never> {
  const isFinal = error instanceof Problem && error.code < 500;
  if (error instanceof JobStopped || !(isFinal || isLastTry)) throw error;
  const said = isFinal ? error.message : failedOften;
  await steps.record(async (tx) => {
    const campaign = await readCampaign(tx, job.tenantId, job.payload, 'lock');
    if (campaign?.job_id !== job.id) return;
    if (campaign.state === 'sending') await pauseCampaign(tx, { tenantId: job.tenantId, starter: job.userId }, campaign, said);
    // Nobody is left who would note what became of these.
    await tx.run(
      sql`update "outbox_messages" set "state" = 'unknown', "error" = ${said}
          where "tenant_id" = ${job.tenantId} and "campaign_id" = ${campaign.id} and "state" = 'sending' and "deleted_at" is null`,
      'ledger-left-for-good',
    );
    if (campaign.state !== 'scheduled') return;
    await changeCampaign(tx, job.tenantId, job.payload, sql`"state" = 'draft', "problem" = ${said.slice(0, 300)}`);
    await notifyStarter(tx, job, job.payload, `Campaign '${campaign.name}' was not started. ${said}`);
  });
  throw error;
}

/** The first step of a run: the template is copied, so that nothing changes what is being sent. */
async function begin(tx: Tx, job: RunningJob<CampaignRef>): Promise<void> {
  const { tenantId, payload: ref, services } = job;
  const campaign = await readCampaign(tx, tenantId, ref, 'lock');
  if (campaign?.state !== 'scheduled' || campaign.job_id !== job.id) return;
  if (campaign.schedule_at && Date.parse(campaign.schedule_at) > services.now().getTime() + minute)
    return planNext(tx, job, new Date(campaign.schedule_at));
  if (campaign.schedule_at && isMissed(campaign.schedule_at, services.now())) {
    const problem = 'The server was not running at the planned time. Send it now or schedule it again.';
    await changeCampaign(tx, tenantId, ref, sql`"state" = 'draft', "problem" = ${problem}`);
    return notifyStarter(tx, job, job.payload, `Campaign '${campaign.name}' was not started. ${problem}`);
  }
  const message = await messageOfCampaign(tx, tenantId, campaign);
  const sender = job.userId === null ? undefined : await loadUser(tx, tenantId, job.userId);
  const problem = !sender
    ? 'The person who started it can no longer sign in.'
    : !message
      ? 'Its template does not exist or is not active.'
      : null;
  if (problem !== null) await notifyStarter(tx, job, job.payload, `Campaign '${campaign.name}' was not sent. ${problem}`);
  if (message) await keepRun(tx, tenantId, ref.id, { listed: '', message });
  await changeRun(tx, tenantId, ref.id, sql`"sender" = null, "slowed" = null, "starter" = ${job.userId}`);
  await changeCampaign(
    tx,
    tenantId,
    ref,
    problem === null
      ? sql`"state" = 'sending', "run" = ${campaign.run + 1}::bigint, "problem" = null, "started_at" = ${services.now().toISOString()}::timestamptz, "finished_at" = null`
      : sql`"state" = 'failed', "problem" = ${problem}, "finished_at" = ${services.now().toISOString()}::timestamptz`,
  );
}

/** Writes the next leads down; false once all of them are. */
async function listNext(
  tx: Tx,
  job: RunningJob<CampaignRef>,
  last: { told: number },
): Promise<{ value: boolean; done?: number }> {
  const { tenantId, payload: ref, services } = job;
  const campaign = await readCampaign(tx, tenantId, ref, 'lock');
  if (!isAtWork(campaign, job) || campaign.listed === 'all' || campaign.returns_to) return { value: false };
  const sender = job.userId === null ? undefined : await loadUser(tx, tenantId, job.userId);
  if (!sender) {
    await changeCampaign(
      tx,
      tenantId,
      ref,
      sql`"state" = 'failed', "problem" = 'The person who started it can no longer sign in.'`,
    );
    return { value: false };
  }
  await listRecipients(tx, tenantId, campaign, sender.scope, services.now());
  tellCampaignAtTimes(tx, ref, last, services.now());
  return { value: true };
}

const isAtWork = (
  campaign: Campaign | undefined,
  job: RunningJob<CampaignRef>,
): campaign is Campaign & { readonly message: CampaignMessage } =>
  campaign?.state === 'sending' && campaign.job_id === job.id && campaign.message !== null;

/** Nothing can be sent now: the campaign waits for the hour at which it can, starts again later, or is done. */
async function endOrWait(tx: Tx, job: RunningJob<CampaignRef>): Promise<string> {
  const { tenantId, payload: ref, services } = job;
  const campaign = await readCampaign(tx, tenantId, ref, 'lock');
  tellCampaign(tx, ref);
  if (!isAtWork(campaign, job)) return campaign?.state ?? 'gone';
  const waiting: { due: string | null; n: number } | undefined = await tx.row(
    sql`select min(coalesce("due_at", now())) as "due", count(*)::int as "n" from "outbox_messages"
        where "tenant_id" = ${tenantId} and "campaign_id" = ${ref.id} and "state" = 'queued' and "deleted_at" is null`,
    'ledger-due',
  );
  if (waiting?.n && waiting.due) {
    await planNext(tx, job, new Date(waiting.due));
    return 'waiting';
  }
  if (campaign.returns_to) await changeRun(tx, tenantId, ref.id, sql`"returns_to" = null`);
  if (campaign.returns_to === 'stopped') {
    await changeCampaign(tx, tenantId, ref, sql`"state" = 'stopped'`);
    return 'stopped';
  }
  const planned = campaign.schedule_at ? new Date(campaign.schedule_at) : null;
  const next =
    campaign.returns_to === 'sent'
      ? null
      : campaign.returns_to && planned && planned > services.now()
        ? planned
        : nextStart(startsOf(campaign, services.now()), services.now());
  if (next) {
    await changeCampaign(tx, tenantId, ref, sql`"state" = 'scheduled', "schedule_at" = ${next.toISOString()}::timestamptz`);
    await planNext(tx, job, next);
    return 'scheduled';
  }
  await changeCampaign(tx, tenantId, ref, sql`"state" = 'sent', "finished_at" = ${services.now().toISOString()}::timestamptz`);
  const sent = (await totalsOf(tx, tenantId, [ref.id], 'tenant')).get(ref.id)?.sent ?? 0;
  await notifyStarter(tx, job, job.payload, `Campaign '${campaign.name}' has ended: ${counted(sent, 'message')} sent.`);
  return 'sent';
}

/** Another job goes on at that time, and this one has nothing more to do. */
async function planNext(tx: Tx, job: RunningJob<CampaignRef>, runAt: Date): Promise<void> {
  const { tenantId, userId, payload: ref, services } = job;
  await queueCampaign(tx, services, { tenantId, userId }, ref, runAt);
}

/** Queues the job that works on the campaign from now on. */
export async function queueCampaign(
  tx: Tx,
  services: RunningJob['services'],
  by: { readonly tenantId: string; readonly userId: string | null },
  ref: CampaignRef,
  runAt?: Date,
): Promise<void> {
  const jobId = await services.jobs.add(tx, by, {
    kind: sendCampaign,
    payload: { kind: ref.kind, id: ref.id },
    ...(runAt ? { runAt } : {}),
  });
  await keepRun(tx, by.tenantId, ref.id, { jobId });
  const wait = runAt ? runAt.getTime() - services.now().getTime() : 0;
  tx.afterCommit(() => {
    if (wait <= 0) services.jobs.wake();
    else if (wait < minute) setTimeout(() => services.jobs.wake(), wait + 20).unref();
  });
}

async function spentSoFar(tx: Tx, tenantId: string, ref: CampaignRef): Promise<number | null> {
  const campaign = await readCampaign(tx, tenantId, ref, 'read');
  return campaign ? spentOfCredit(tx, tenantId, campaign.channel) : null;
}
