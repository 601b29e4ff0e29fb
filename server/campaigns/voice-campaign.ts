import { readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { askOnce, type Asking } from '../channels/ask-once';
import { providerOf } from '../channels/providers';
import { voiceOf } from '../channels/voice-provider';
import type { VoiceResult } from '../channels/voice';
import { optedOut } from '../channels/gate-facts';
import { normalisePhone } from '../domain/phone';
import type { DataScope } from '../context/session';
import { loadUser } from '../identity/sessions';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { audienceWhere } from '../lead-events/audience';
import { keepRun } from './campaign-kinds';
import { nextCall, noteCall, setState, whyNotCalled, type OpenCall } from './voice-calls';

export const dialCampaign = new JobKind<{ readonly campaign_id: string }>('voice-campaign');
export const jobKinds: JobKinds = runs(dialCampaign, run);

/** Numbers that one campaign may hold. */
const most = 50_000;

interface Campaign {
  readonly id: string;
  readonly state: string;
  readonly audience_id: string | null;
  readonly phones_file: string | null;
  readonly dtmf_options: readonly { label?: string; key?: string }[] | null;
  readonly approval: string;
  readonly provider_voice_id: string | null;
  readonly voice_file_id: string;
  readonly number: string;
  readonly job_id: string | null;
}
/** A number with its lead, and why it is not called. */
interface Listed {
  readonly lead: string | null;
  readonly status: 'pending' | NonNullable<ReturnType<typeof whyNotCalled>>;
}

/** Lists the numbers once, then dials them one by one, each written down first; a campaign that was stopped is left as it is. */
async function run(job: RunningJob<{ readonly campaign_id: string }>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const id = job.payload.campaign_id;
  const campaign = await steps.read((tx) => readCampaign(tx, tenantId, id));
  // A call that was being dialled when the server ended gets its outcome also when the campaign was stopped meanwhile.
  if (!campaign || !['scheduled', 'running', 'paused', 'stopped'].includes(campaign.state))
    return { state: campaign?.state ?? 'gone' };
  if (campaign.job_id !== null && campaign.job_id !== job.id) return { state: 'another job calls' };
  if (campaign.approval !== 'approved') return end(steps, tenantId, id, 'failed');
  if (campaign.state === 'scheduled') {
    const starter = await steps.read(async (tx) => (job.userId === null ? undefined : loadUser(tx, tenantId, job.userId)));
    if (!starter) return end(steps, tenantId, id, 'failed');
    const phones = await phonesOf(job, steps, campaign, starter.scope);
    await steps.commit(async (tx) => {
      await tx.insertMany(
        'voice_calls',
        ['tenant_id', 'id', 'campaign_id', 'phone', 'lead_id', 'status'],
        [...phones].map(([phone, { lead, status }]) => [tenantId, newId(), id, phone, lead, status]),
      );
      await setState(tx, tenantId, id, 'running');
      return { total: phones.size };
    });
  }
  const port = voiceOf(await steps.read((tx) => providerOf(tx, services, tenantId, 'voice')), services);
  const keys = (campaign.dtmf_options ?? []).flatMap((one) => one.label ?? one.key ?? []);
  const fileId = campaign.provider_voice_id ?? campaign.voice_file_id;
  const askedOf = ({ id: key, phone }: OpenCall) => ({ key, phone, from: campaign.number, fileId, keys });
  const asking: Asking<OpenCall, VoiceResult> = {
    begin: (tx) => nextCall(tx, tenantId, id, { jobId: job.id, now: services.now() }),
    prepare: (call) => () => port.dial(askedOf(call)),
    find: (call) => port.outcome(askedOf(call)),
    note: (tx, call, outcome) => noteCall(tx, tenantId, id, call.id, outcome),
  };
  for (;;) {
    const outcome = await askOnce(steps, asking);
    if (outcome?.state === 'refused') throw outcome.error;
    if (!outcome) return { state: (await steps.read((tx) => readCampaign(tx, tenantId, id)))?.state };
  }
}

function readCampaign(tx: Tx, tenantId: string, id: string): Promise<Campaign | undefined> {
  return tx.row<Campaign>(sql`
    select c."id", c."state", c."audience_id", c."phones_file", c."dtmf_options", c."voice_file_id", f."approval", f."provider_voice_id", n."number", r."job_id"
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

/**
 * Numbers of the file and of those leads of the audience that the person starting it can see, each once, with its lead if there
 * is one, and why it is not called (D-144).
 */
async function phonesOf(job: RunningJob, steps: Steps, campaign: Campaign, scope: DataScope): Promise<Map<string, Listed>> {
  const { tenantId, services } = job;
  const phones = new Map<string, Listed>();
  const file = campaign.phones_file?.slice('files/'.length);
  if (file) {
    const { path } = await steps.read((tx) => services.files.pathOf(tx, tenantId, file));
    for (const text of (await readFile(path, 'utf8')).split(/[\r\n,;\t]+/)) {
      const verdict = text.trim() ? normalisePhone(text) : undefined;
      if (verdict?.ok && phones.size < most) phones.set(verdict.e164, { lead: null, status: 'pending' });
    }
  }
  const audience = campaign.audience_id;
  const where = audience ? await steps.read((tx) => audienceWhere(tx, tenantId, audience, scope)) : undefined;
  if (where) {
    const leads = await steps.read((tx) =>
      tx.rows<CalledLead>(sql`
        select "id", "phone", "do_not_disturb", "consent" from "leads" where ${where} and "phone" is not null limit ${most}`),
    );
    for (const lead of leads)
      phones.set(lead.phone, { lead: lead.id, status: whyNotCalled({ ...lead, opted_out: false }) ?? 'pending' });
  }
  const out = await steps.read((tx) => optedOut(tx, tenantId, 'voice', [...phones.keys()]));
  for (const phone of out) phones.set(phone, { lead: phones.get(phone)?.lead ?? null, status: 'opted_out' });
  return phones;
}

interface CalledLead {
  readonly id: string;
  readonly phone: string;
  readonly do_not_disturb: boolean | null;
  readonly consent: Readonly<Record<string, boolean>> | null;
}
async function end(steps: Steps, tenantId: string, id: string, state: string): Promise<object> {
  await steps.commit(async (tx) => {
    await setState(tx, tenantId, id, state);
    return {};
  });
  return { state };
}
