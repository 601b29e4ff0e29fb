import { readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { Problem, problem } from '../../src/schemas/kit/problem';
import { askOnce, type Asking } from '../channels/ask-once';
import { providerOf } from '../channels/providers';
import { voiceOf } from '../channels/voice-provider';
import type { VoiceResult } from '../channels/voice';
import { addressRows, phonesOf as phonesIn } from '../domain/addresses-in';
import { zoneOfNumber } from '../domain/sending-hours';
import type { DataScope } from '../context/session';
import { loadUser } from '../identity/sessions';
import { captureRulesOf } from '../leads/capture-rules';
import { JobKind } from '../context/jobs';
import { JobStopped, runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { audienceWhere } from '../lead-events/audience';
import { keepRun } from './campaign-kinds';
import { isMissed, missedStart } from './missed-start';
import { failedOften } from './failed-often';
import { notifyStarter } from './notify-starter';
import { noteCall } from './note-call';
import { isAtWork, lockCampaign, nextCall, setState, type OpenCall } from './voice-calls';

export const dialCampaign = new JobKind<{ readonly campaign_id: string }>('voice-campaign');
export const jobKinds: JobKinds = runs(dialCampaign, run);

/** Numbers that one campaign may hold. */
export const mostCalls = 50_000;
const tooMany = `A voice campaign can call up to ${mostCalls.toLocaleString('en-US')} numbers, and this one has more. Use several campaigns.`;

interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly schedule_at: string | null;
  /** Its numbers are written down. */
  readonly is_listed: boolean;
  readonly audience_id: string | null;
  readonly phones_file: string | null;
  readonly dtmf_options: readonly { label?: string; key?: string }[] | null;
  readonly approval: string;
  readonly provider_voice_id: string | null;
  readonly voice_file_id: string;
  readonly number: string;
  readonly job_id: string | null;
}

/** Lists the numbers once, then dials them one by one, each written down first; a campaign that was stopped is left as it is. */
async function run(job: RunningJob<{ readonly campaign_id: string }>, steps: Steps): Promise<object> {
  try {
    return await dial(job, steps);
  } catch (error) {
    // Another try of this job would end the same way.
    if (error instanceof Problem && error.code < 500) return end(job, steps, 'failed', error.message);
    if (job.isLastTry && !(error instanceof JobStopped)) await leave(job, steps);
    throw error;
  }
}

async function dial(job: RunningJob<{ readonly campaign_id: string }>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const id = job.payload.campaign_id;
  const campaign = await steps.read((tx) => readCampaign(tx, tenantId, id));
  // A call that was being dialled when the server ended gets its outcome also when the campaign was stopped meanwhile.
  if (!campaign || !['scheduled', 'running', 'paused', 'stopped'].includes(campaign.state))
    return { state: campaign?.state ?? 'gone' };
  if (campaign.job_id !== null && campaign.job_id !== job.id) return { state: 'another job calls' };
  if (campaign.approval !== 'approved') return end(job, steps, 'failed', 'The recording is not approved.');
  if (campaign.state === 'scheduled' && campaign.schedule_at !== null && isMissed(campaign.schedule_at, services.now()))
    return end(job, steps, 'paused', missedStart);
  if (campaign.state === 'scheduled' || (campaign.state === 'running' && !campaign.is_listed)) await list(job, steps, campaign);
  const provider = await steps.read((tx) => providerOf(tx, services, tenantId, 'voice'));
  const keys = (campaign.dtmf_options ?? []).flatMap((one) => one.label ?? one.key ?? []);
  const fileId = campaign.provider_voice_id ?? campaign.voice_file_id;
  const askedOf = ({ id: key, phone }: OpenCall) => ({ key, phone, from: campaign.number, fileId, keys });
  const of = { tenantId, campaignId: id };
  const asking: Asking<OpenCall, VoiceResult> = {
    begin: (tx) => nextCall(tx, of, { jobId: job.id, now: services.now() }),
    prepare(call) {
      const port = voiceOf(provider, services);
      return () => port.dial(askedOf(call));
    },
    find: async (call) => voiceOf(provider, services).outcome(askedOf(call)),
    async note(tx, call, outcome) {
      const problem = await noteCall(tx, of, call, outcome, services.now());
      if (problem !== undefined)
        await notifyStarter(tx, job, recordOf(job), `Voice campaign '${campaign.name}' is paused. ${problem}`);
    },
  };
  while (await askOnce(steps, asking));
  return { state: await steps.commit(async (tx) => ({ value: await endOrWait(tx, job) })) };
}

/** The last try failed: a person goes on, with the reason on the page, and nobody is left who would note what became of a call. */
async function leave(job: RunningJob<{ readonly campaign_id: string }>, steps: Steps): Promise<void> {
  const { tenantId, payload } = job;
  await steps.record(async (tx) => {
    const of = { tenantId, campaignId: payload.campaign_id };
    const campaign = await lockCampaign(tx, of);
    if (!campaign || (campaign.job_id !== null && campaign.job_id !== job.id)) return;
    await tx.run(
      sql`update "voice_calls" set "status" = 'unknown', "error" = ${failedOften}
          where "tenant_id" = ${tenantId} and "campaign_id" = ${of.campaignId} and "status" = 'dialling' and "deleted_at" is null`,
      'voice-calls-left-for-good',
    );
    if (await setState(tx, tenantId, of.campaignId, 'paused', failedOften))
      await notifyStarter(tx, job, recordOf(job), `Voice campaign '${campaign.name}' is paused. ${failedOften}`);
  });
}

/** Nothing can be called now: the campaign is done, or another job goes on at the time of the next call. */
async function endOrWait(tx: Tx, job: RunningJob<{ readonly campaign_id: string }>): Promise<string> {
  const { tenantId, userId, services } = job;
  const id = job.payload.campaign_id;
  const campaign = await lockCampaign(tx, { tenantId, campaignId: id });
  if (!campaign || !isAtWork(campaign, job.id)) return campaign?.state ?? 'gone';
  const next = await tx.row<{ due: string | null }>(
    sql`select min(coalesce("due_at", now())) as "due" from "voice_calls"
        where "tenant_id" = ${tenantId} and "campaign_id" = ${id} and "status" = 'pending' and "deleted_at" is null`,
    'voice-call-due',
  );
  if (next?.due) {
    await queueCalls(tx, services, { tenantId, userId }, id, new Date(next.due));
    return 'waiting';
  }
  await setState(tx, tenantId, id, 'completed');
  return 'completed';
}

/** Writes down who is called, and that the campaign runs. Throws Problem where it cannot be called. */
async function list(job: RunningJob<{ readonly campaign_id: string }>, steps: Steps, campaign: Campaign): Promise<void> {
  const { tenantId, userId } = job;
  const starter = await steps.read(async (tx) => (userId === null ? undefined : loadUser(tx, tenantId, userId)));
  if (!starter) throw problem(409, 'The person who started it can no longer sign in.');
  const phones = await phonesOf(job, steps, campaign, starter.scope);
  await steps.commit(async (tx) => {
    // It can have been stopped, or started once more, while the numbers were read.
    const now = await lockCampaign(tx, { tenantId, campaignId: campaign.id });
    if (now?.state !== campaign.state || now.job_id !== campaign.job_id) return {};
    await tx.insertMany(
      'voice_calls',
      ['tenant_id', 'id', 'campaign_id', 'phone', 'lead_id', 'zone', 'status'],
      [...phones].map(([phone, lead]) => [tenantId, newId(), campaign.id, phone, lead, zoneOfNumber(phone), 'pending']),
    );
    await setState(tx, tenantId, campaign.id, 'running');
    return { total: phones.size };
  });
}

function readCampaign(tx: Tx, tenantId: string, id: string): Promise<Campaign | undefined> {
  return tx.row<Campaign>(sql`
    select c."id", c."name", c."state", c."schedule_at", c."audience_id", c."phones_file", c."dtmf_options", c."voice_file_id", f."approval", f."provider_voice_id", n."number", r."job_id",
      exists (select 1 from "voice_calls" v where v."tenant_id" = c."tenant_id" and v."campaign_id" = c."id") as "is_listed"
    from "voice_campaigns" c
    join "voice_files" f on f."tenant_id" = c."tenant_id" and f."id" = c."voice_file_id"
    join "obd_service_numbers" n on n."tenant_id" = c."tenant_id" and n."id" = c."service_number_id"
    left join "campaign_runs" r on r."tenant_id" = c."tenant_id" and r."campaign_id" = c."id" and r."deleted_at" is null
    where c."tenant_id" = ${tenantId} and c."id" = ${id} and c."deleted_at" is null`);
}

/** Queues the job that calls from now on, at once or at a time; one that was queued before leaves the campaign alone. */
export async function queueCalls(
  tx: Tx,
  services: RunningJob['services'],
  by: { readonly tenantId: string; readonly userId: string | null },
  campaignId: string,
  runAt?: Date,
): Promise<void> {
  const payload = { campaign_id: campaignId };
  const jobId = await services.jobs.add(tx, by, { kind: dialCampaign, payload, ...(runAt ? { runAt } : {}) });
  await keepRun(tx, by.tenantId, campaignId, { jobId });
  tx.afterCommit(() => services.jobs.wake());
}

/** Numbers of the file and of those leads of the audience that the person starting it can see, each once, with its lead if there is one. */
async function phonesOf(
  job: RunningJob,
  steps: Steps,
  campaign: Campaign,
  scope: DataScope,
): Promise<Map<string, string | null>> {
  const { tenantId, services } = job;
  const phones = new Map<string, string | null>();
  const file = campaign.phones_file?.slice('files/'.length);
  if (file) {
    const { path } = await steps.read((tx) => services.files.pathOf(tx, tenantId, file));
    const rules = await steps.read((tx) => captureRulesOf(tx, tenantId));
    for (const phone of phonesIn(addressRows(await readFile(path, 'utf8'), rules))) phones.set(phone, null);
  }
  const audience = campaign.audience_id;
  const where = audience ? await steps.read((tx) => audienceWhere(tx, tenantId, audience, scope)) : undefined;
  if (where) {
    // One more than can be called says that there are too many.
    const leads = await steps.read((tx) =>
      tx.rows<{ id: string; phone: string }>(
        sql`select "id", "phone" from "leads" where ${where} and "phone" is not null limit ${mostCalls + 1}`,
      ),
    );
    for (const lead of leads) phones.set(lead.phone, lead.id);
  }
  if (phones.size > mostCalls) throw problem(422, tooMany);
  return phones;
}

async function end(
  job: RunningJob<{ readonly campaign_id: string }>,
  steps: Steps,
  state: 'failed' | 'paused',
  why: string,
): Promise<object> {
  const { tenantId, payload } = job;
  await steps.commit(async (tx) => {
    const id = payload.campaign_id;
    const campaign = await readCampaign(tx, tenantId, id);
    if ((await setState(tx, tenantId, id, state, why)) && campaign)
      await notifyStarter(
        tx,
        job,
        recordOf(job),
        `Voice campaign '${campaign.name}' ${state === 'failed' ? 'failed' : 'was not started'}. ${why}`,
      );
    return {};
  });
  return { state };
}

const recordOf = ({ payload }: RunningJob<{ readonly campaign_id: string }>) => ({
  kind: 'voice-campaigns',
  id: payload.campaign_id,
});
