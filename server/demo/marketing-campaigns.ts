import sql from 'sql-template-tag';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { day, iso } from './office-hours';
import type { SeedContext } from './seed-context';
import { lines, voiceTexts } from './marketing-samples';

/** Campaigns of every channel in every state, with figures that add up, and the calls of one voice campaign. */
export async function addCampaigns(
  context: SeedContext,
  templates: { readonly sms: string[]; readonly whatsapp: string[]; readonly email: string[] },
): Promise<void> {
  const audiences = await audiencesOf(context);
  const desk = { ...context, rows: campaignRows(context, audiences), share: shareOf(context) };
  await addEmailCampaigns(desk, templates.email);
  await addSmsCampaigns(desk, templates.sms);
  await addWhatsappCampaigns(desk, templates.whatsapp);
  const numbers = await addServiceNumbers(context);
  const files = await addVoiceFiles(context);
  await addAiCampaigns(desk, numbers);
  await addVoiceCampaigns(context, audiences, files, numbers);
  await addReconciliations(context);
}

/** What every channel's campaigns are made with. */
interface Desk extends SeedContext {
  /** A campaign for each name, in all states in turn; `totals` of those that are sent. */
  readonly rows: ReturnType<typeof campaignRows>;
  readonly share: ReturnType<typeof shareOf>;
}
const states = ['sent', 'sent', 'scheduled', 'draft', 'paused'] as const;

const shareOf =
  ({ luck }: SeedContext) =>
  (whole: number, from: number, to: number): number =>
    Math.round((whole * luck.whole(from, to)) / 100);

const campaignRows =
  ({ luck, now, most }: SeedContext, audiences: readonly string[]) =>
  (names: readonly string[], totals: (queued: number) => AnyRow, rest: (i: number) => AnyRow): AnyRow[] =>
    names.slice(0, most).map((name, i) => {
      const state = states[i % states.length]!;
      const at = state === 'sent' ? now - (i + 1) * 3 * day : state === 'draft' ? null : now + (i + 1) * day;
      return {
        name,
        state,
        audience_id: luck.pick(audiences),
        schedule_at: at ? iso(at) : null,
        totals: state === 'sent' ? totals(luck.whole(400, 1900)) : null,
        ...rest(i),
      };
    });

async function addEmailCampaigns({ add, rows, share }: Desk, templates: readonly string[]): Promise<void> {
  await add(
    'email_campaigns',
    rows(
      ['B.Tech applications open', 'Scholarship test, round 1', "Parents' webinar", 'Offer letter reminder', 'MBA last call'],
      (queued) => {
        const delivered = share(queued, 93, 98);
        return {
          queued,
          sent: queued,
          delivered,
          opened: share(delivered, 22, 41),
          clicked: share(delivered, 4, 11),
          bounced: queued - delivered,
          unsubscribed: share(delivered, 0, 1),
        };
      },
      (i) => ({
        template_id: templates[i % templates.length],
        from_name: 'Admissions office',
        from_email: 'admissions@northstar.example',
        reply_to: 'counselling@northstar.example',
      }),
    ),
  );
}

async function addSmsCampaigns({ add, rows, share }: Desk, templates: readonly string[]): Promise<void> {
  await add(
    'sms_campaigns',
    rows(
      ['Form reminder, Pune', 'Last date, engineering', 'Fee reminder, July', 'Scholarship test', 'Missed calls of the week'],
      (queued) => {
        const delivered = share(queued, 88, 96);
        return { queued, sent: queued, delivered, failed: queued - delivered };
      },
      (i) => ({ template_id: templates[i % templates.length], sender_id: 'NRTHST' }),
    ),
  );
}

async function addWhatsappCampaigns({ add, rows, share }: Desk, templates: readonly string[]): Promise<void> {
  await add(
    'whatsapp_campaigns',
    rows(
      ['Scholarship result', 'Application reminder', 'Counselling day', 'Fee link, round 2'],
      (queued) => {
        const delivered = share(queued, 85, 95);
        return {
          queued,
          sent: queued,
          delivered,
          read: share(delivered, 60, 82),
          replied: share(delivered, 6, 15),
          failed: queued - delivered,
        };
      },
      (i) => ({
        template_id: templates[i % templates.length],
        params: [
          { placeholder: '1', field: 'name' },
          { placeholder: '2', field: 'course' },
        ],
      }),
    ),
  );
}

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

async function addAiCampaigns({ add, rows, share }: Desk, numbers: readonly string[]): Promise<void> {
  await add(
    'ai_call_campaigns',
    rows(
      ['Missed counselling slots', 'Verify interest, B.Tech'],
      (called) => ({
        called,
        answered: share(called, 48, 60),
        interested: share(called, 12, 20),
        transferred: share(called, 4, 9),
        failed: share(called, 2, 5),
      }),
      (i) => ({
        ...(i ? { state: 'draft', totals: null, schedule_at: null } : { state: 'completed' }),
        script:
          'Namaste, this is an automated call from the admissions office. May I ask whether you still look for a seat in {{course}}?',
        voice: 'Asha',
        language: i ? 'Hindi' : 'English',
        goals: ['Interest', 'Preferred city', 'Time for a call'],
        max_attempts: 2,
        window: { from: '10:00', to: '19:00' },
        service_number_id: numbers[0],
      }),
    ),
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
  const count = (status: string): number => calls.filter((call) => call.status === status).length;
  const totals = {
    total: calls.length,
    answered: count('answered'),
    busy: count('busy'),
    failed: count('failed'),
    no_answer: count('no_answer'),
    pending: 0,
  };
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
      totals,
    },
    {
      ...base,
      name: 'Form reminder, round 2',
      type: 'simple',
      state: 'scheduled',
      schedule_at: iso(now + 3 * day),
      totals: null,
      calling_window: { from: '10:00', to: '19:00' },
    },
    {
      ...base,
      name: 'Fee reminder, June',
      type: 'simple',
      state: 'stopped',
      schedule_at: iso(now - 12 * day),
      totals: null,
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
