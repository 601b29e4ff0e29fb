import { readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { providerOf } from '../channels/providers';
import { voiceOf, type VoiceResult } from '../channels/voice';
import { normalisePhone } from '../domain/phone';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { audienceWhere } from '../automation/audience';

export const dialCampaign = 'voice-campaign';
export const jobKinds: JobKinds = { [dialCampaign]: run };

/** Calls dialled between two transactions, and the most that one campaign may hold. */
const batch = 50;
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
}

/** Lists the numbers once, then dials them batch by batch; a campaign that was stopped is left as it is. */
async function run(job: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { tenantId, services } = job;
  const id = String(job.payload['campaign_id']);
  const campaign = await steps.read((tx) => readCampaign(tx, tenantId, id));
  if (!campaign || !['scheduled', 'running'].includes(campaign.state)) return { state: campaign?.state ?? 'gone' };
  if (campaign.approval !== 'approved') return end(steps, tenantId, id, 'failed');
  if (campaign.state === 'scheduled') {
    const phones = await phonesOf(job, steps, campaign);
    await steps.commit(async (tx) => {
      await tx.insertMany(
        'voice_calls',
        ['tenant_id', 'id', 'campaign_id', 'phone', 'lead_id', 'status'],
        [...phones].map(([phone, lead]) => [tenantId, newId(), id, phone, lead, 'pending']),
      );
      await setState(tx, tenantId, id, 'running');
      return { total: phones.size };
    });
  }
  const port = voiceOf(await steps.read((tx) => providerOf(tx, services, tenantId, 'voice')), services);
  const keys = (campaign.dtmf_options ?? []).flatMap((one) => one.label ?? one.key ?? []);
  for (let done = 0; ;) {
    const open = await steps.read((tx) =>
      tx.rows<{ id: string; phone: string }>(sql`
        select v."id", v."phone" from "voice_calls" v join "voice_campaigns" c on c."tenant_id" = v."tenant_id" and c."id" = v."campaign_id"
        where v."tenant_id" = ${tenantId} and v."campaign_id" = ${id} and v."status" = 'pending' and c."state" = 'running' limit ${batch}`),
    );
    if (!open.length) break;
    const results: (VoiceResult & { id: string })[] = [];
    for (const call of open) {
      steps.check();
      const dialled = {
        phone: call.phone,
        from: campaign.number,
        fileId: campaign.provider_voice_id ?? campaign.voice_file_id,
        keys,
      };
      results.push({ id: call.id, ...(await port.dial(dialled)) });
    }
    done += results.length;
    await steps.commit(async (tx) => {
      await note(tx, tenantId, id, results, services.now());
      return { done };
    });
  }
  const last = await steps.read((tx) => readCampaign(tx, tenantId, id));
  return last?.state === 'running' ? end(steps, tenantId, id, 'completed') : { state: last?.state };
}

function readCampaign(tx: Tx, tenantId: string, id: string): Promise<Campaign | undefined> {
  return tx.row<Campaign>(sql`
    select c."id", c."state", c."audience_id", c."phones_file", c."dtmf_options", c."voice_file_id", f."approval", f."provider_voice_id", n."number"
    from "voice_campaigns" c
    join "voice_files" f on f."tenant_id" = c."tenant_id" and f."id" = c."voice_file_id"
    join "obd_service_numbers" n on n."tenant_id" = c."tenant_id" and n."id" = c."service_number_id"
    where c."tenant_id" = ${tenantId} and c."id" = ${id} and c."deleted_at" is null`);
}

/** Numbers of the file and of the audience that may be called (D-144), each once, with the lead where there is one. */
async function phonesOf(job: RunningJob, steps: Steps, campaign: Campaign): Promise<Map<string, string | null>> {
  const { tenantId, services } = job;
  const phones = new Map<string, string | null>();
  const file = campaign.phones_file?.slice('files/'.length);
  if (file) {
    const { path } = await steps.read((tx) => services.files.pathOf(tx, tenantId, file));
    for (const text of (await readFile(path, 'utf8')).split(/[\r\n,;\t]+/)) {
      const verdict = text.trim() ? normalisePhone(text) : undefined;
      if (verdict?.ok && phones.size < most) phones.set(verdict.e164, null);
    }
  }
  const where = campaign.audience_id ? await steps.read((tx) => audienceWhere(tx, tenantId, campaign.audience_id!)) : undefined;
  if (where) {
    const leads = await steps.read((tx) =>
      tx.rows<{ id: string; phone: string }>(sql`
        select "id", "phone" from "leads" where ${where} and "phone" is not null and not coalesce("do_not_disturb", false)
          and coalesce("consent" ->> 'call', '') <> 'false' limit ${most}`),
    );
    for (const lead of leads) phones.set(lead.phone, lead.id);
  }
  return phones;
}

async function note(
  tx: Tx,
  tenantId: string,
  id: string,
  results: readonly (VoiceResult & { id: string })[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update "voice_calls" v set "status" = r."status", "duration" = r."seconds", "response" = r."response", "called_at" = ${now.toISOString()}::timestamptz,
      "attempts" = coalesce(v."attempts", 0) + 1
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r("id" text, "status" text, "seconds" bigint, "response" text)
    where v."tenant_id" = ${tenantId} and v."campaign_id" = ${id} and v."id" = r."id"`);
  await tx.run(sql`
    update "voice_campaigns" c set "totals" = t."totals" from (
      select jsonb_build_object('total', count(*), 'answered', count(*) filter (where "status" = 'answered'), 'busy', count(*) filter (where "status" = 'busy'),
        'failed', count(*) filter (where "status" = 'failed'), 'no_answer', count(*) filter (where "status" = 'no_answer'),
        'pending', count(*) filter (where "status" = 'pending')) as "totals"
      from "voice_calls" where "tenant_id" = ${tenantId} and "campaign_id" = ${id} and "deleted_at" is null) t
    where c."tenant_id" = ${tenantId} and c."id" = ${id}`);
}

/** Only a campaign that still goes on changes its state: a stop is never undone. */
const setState = (tx: Tx, tenantId: string, id: string, state: string): Promise<number> =>
  tx.run(sql`
    update "voice_campaigns" set "state" = ${state}
    where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('scheduled', 'running')`);

async function end(steps: Steps, tenantId: string, id: string, state: string): Promise<Record<string, unknown>> {
  await steps.commit(async (tx) => {
    await setState(tx, tenantId, id, state);
    return {};
  });
  return { state };
}
