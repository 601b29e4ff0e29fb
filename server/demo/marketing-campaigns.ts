import sql from 'sql-template-tag';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { campaignKinds, type CampaignKind } from '../campaigns/campaign-kinds';
import { simulateRun } from './simulated-run';
import { day, iso } from './office-hours';
import type { SeedContext } from './seed-context';
import { lines, voiceTexts } from './marketing-samples';

/** Campaigns of every channel, some of them sent, and the calls of one voice campaign. */
export async function addCampaigns(
  context: SeedContext,
  templates: { readonly sms: string[]; readonly whatsapp: string[]; readonly email: string[] },
): Promise<void> {
  const audiences = await audiencesOf(context);
  await addEmailCampaigns(context, audiences, templates.email);
  await addSmsCampaigns(context, audiences, templates.sms);
  await addWhatsappCampaigns(context, audiences, templates.whatsapp);
  const numbers = await addServiceNumbers(context);
  const files = await addVoiceFiles(context);
  await addAiCampaigns(context, audiences, numbers);
  await addVoiceCampaigns(context, audiences, files, numbers);
  await addReconciliations(context);
}

/** Drafts with these names; the first two are sent, long ago, by the simulator, and all their figures are counted from that. */
async function addMessageCampaigns(
  { add, tx, luck, now, most, office }: SeedContext,
  kind: CampaignKind,
  audiences: readonly string[],
  names: readonly string[],
  rest: (i: number) => AnyRow,
): Promise<void> {
  const drafts = names.slice(0, most).map((name, i) => ({
    name,
    state: 'draft',
    audience_id: luck.pick(audiences),
    ...rest(i),
  }));
  const ids = await add(campaignKinds[kind].table, drafts);
  for (const [i, id] of ids.slice(0, 2).entries())
    await simulateRun(tx, office.seed.tenantId, { kind, id }, new Date(now - (i + 1) * 3 * day));
}

const addEmailCampaigns = (context: SeedContext, audiences: readonly string[], templates: readonly string[]): Promise<void> =>
  addMessageCampaigns(
    context,
    'email-campaigns',
    audiences,
    ['B.Tech applications open', 'Scholarship test, round 1', "Parents' webinar", 'Offer letter reminder', 'MBA last call'],
    (i) => ({
      template_id: templates[i % templates.length],
      from_name: 'Admissions office',
      from_email: 'admissions@northstar.example',
      reply_to: 'counselling@northstar.example',
    }),
  );

const addSmsCampaigns = (context: SeedContext, audiences: readonly string[], templates: readonly string[]): Promise<void> =>
  addMessageCampaigns(
    context,
    'sms-campaigns',
    audiences,
    ['Form reminder, Pune', 'Last date, engineering', 'Fee reminder, July', 'Scholarship test', 'Missed calls of the week'],
    (i) => ({ template_id: templates[i % templates.length], sender_id: 'NRTHST' }),
  );

const addWhatsappCampaigns = (context: SeedContext, audiences: readonly string[], templates: readonly string[]): Promise<void> =>
  addMessageCampaigns(
    context,
    'whatsapp-campaigns',
    audiences,
    ['Welcome, week 23', 'Counselling day', 'Application reminder', 'Fee link, round 2'],
    (i) => ({
      template_id: templates[i % templates.length],
      params: [
        { placeholder: '1', field: 'name' },
        { placeholder: '2', text: 'B.Tech' },
        { placeholder: '3', text: 'Rohini' },
        { placeholder: '4', text: '30 June' },
      ],
    }),
  );

const addServiceNumbers = ({ add }: SeedContext): Promise<string[]> =>
  add(
    'obd_service_numbers',
    [
      { number: '1409876543', label: 'Promotions', purpose: 'promotional' },
      { number: '1600112233', label: 'Fees and documents', purpose: 'transactional' },
    ].map((one) => ({ ...one, provider: 'sandbox', is_active: 1 })),
  );

const addVoiceFiles = ({ add, most }: SeedContext): Promise<string[]> =>
  add(
    'voice_files',
    lines(voiceTexts)
      .slice(0, most)
      .map(([name, language, approval, description, seconds], i) => ({
        name,
        language,
        approval,
        description,
        duration_s: Number(seconds),
        file: '/samples/voice.wav',
        is_active: 1,
        provider_voice_id: approval === 'pending' ? null : `SBX-${10_442 + i}`,
        rejected_reason: approval === 'rejected' ? 'Festival offers need a promotional header.' : null,
      })),
  );

/** No AI calls are made yet, so these are drafts. */
async function addAiCampaigns(
  { add, luck, most }: SeedContext,
  audiences: readonly string[],
  numbers: readonly string[],
): Promise<void> {
  await add(
    'ai_call_campaigns',
    ['Missed counselling slots', 'Verify interest, B.Tech'].slice(0, most).map((name, i) => ({
      name,
      audience_id: luck.pick(audiences),
      script:
        'Namaste, this is an automated call from the admissions office. May I ask whether you still look for a seat in {{course}}?',
      voice: 'Asha',
      language: i ? 'Hindi' : 'English',
      goals: ['Interest', 'Preferred city', 'Time for a call'],
      service_number_id: numbers[0],
    })),
  );
}

async function addReconciliations({ add, luck, now, office }: SeedContext): Promise<void> {
  await add(
    'reconcile_batches',
    [
      { name: 'Shiksha partner list, May', totals: { rows: 412, matched: 371, unmatched: 22, duplicate: 14, conflict: 5 } },
      { name: 'University enrolments, June', totals: { rows: 128, matched: 119, unmatched: 6, duplicate: 1, conflict: 2 } },
    ].map((one, i) => ({
      ...one,
      state: 'done',
      file: '/samples/partner-list.csv',
      match_on: ['phone', 'email'],
      college_id: luck.pick(office.colleges).id,
      period_from: iso(now - (70 - 30 * i) * day).slice(0, 10),
      period_to: iso(now - (41 - 30 * i) * day).slice(0, 10),
    })),
  );
}

async function audiencesOf({ tx, add, office }: SeedContext): Promise<string[]> {
  const { tenantId } = office.seed;
  const known = await tx.rows<{ id: string }>(
    sql`select "id" from "lead_gen_audiences" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
  );
  if (known.length) return known.map((one) => one.id);
  const leads = await tx.rows<{ id: string }>(
    sql`select "id" from "leads" where "tenant_id" = ${tenantId} order by "id" limit 120`,
  );
  return add('lead_gen_audiences', [
    {
      name: 'Scholarship test, registered',
      kind: 'static',
      lead_ids: leads.slice(0, 80).map((one) => one.id),
      count: Math.min(80, leads.length),
    },
    {
      name: 'Counselling day, invited',
      kind: 'static',
      lead_ids: leads.slice(40).map((one) => one.id),
      count: Math.max(0, leads.length - 40),
    },
  ]);
}

async function addVoiceCampaigns(
  { tx, add, luck, now, office }: SeedContext,
  audiences: string[],
  files: string[],
  numbers: string[],
): Promise<void> {
  const { tenantId } = office.seed;
  const leads = await tx.rows<{ id: string; phone: string }>(sql`
    select "id", "phone" from "leads" where "tenant_id" = ${tenantId} and "phone" is not null order by "id" desc limit 90`);
  const started = now - 5 * day;
  const calls = leads.map((lead) => {
    const status = luck.weighed([
      ['answered', 55],
      ['no_answer', 24],
      ['busy', 14],
      ['failed', 7],
    ] as const);
    const response =
      status === 'answered' && luck.happens(0.6) ? luck.pick(['Interested', 'Call me later', 'Not interested']) : null;
    const duration = status === 'answered' ? luck.whole(6, 48) : 0;
    return { ...lead, status, response, duration, at: iso(started + luck.whole(0, 4 * 3_600_000)) };
  });
  const base = {
    voice_file_id: files[0],
    service_number_id: numbers[0],
    audience_id: audiences[0],
    retry_count: 1,
    retry_gap_min: 30,
  };
  const keys = ['Interested', 'Call me later', 'Not interested'].map((label, i) => ({ key: String(i + 1), label }));
  const [campaign] = await add('voice_campaigns', [
    {
      ...base,
      name: 'Counselling day, Pune',
      type: 'dtmf',
      dtmf_options: keys,
      state: 'completed',
      schedule_at: iso(started),
    },
    {
      ...base,
      name: 'Form reminder, round 2',
      type: 'simple',
      state: 'scheduled',
      schedule_at: iso(now + 3 * day),
      calling_window: { from: '10:00', to: '19:00' },
    },
    {
      ...base,
      name: 'Fee reminder, June',
      type: 'simple',
      state: 'stopped',
      schedule_at: iso(now - 12 * day),
    },
  ]);
  await add(
    'voice_calls',
    calls.map(({ id, phone, status, response, duration, at }) => ({
      campaign_id: campaign,
      lead_id: id,
      phone,
      status,
      response,
      duration,
      attempts: 1,
      called_at: at,
    })),
  );
}
