import sql from 'sql-template-tag';
import type { Tenant } from '../../src/schemas/access-control/tenant';
import type { Tx } from '../store/store';
import { day, iso } from './office-hours';
import type { SeedContext } from './seed-context';
import type { Office } from './lead-rows';
import { addCampaigns } from './marketing-campaigns';
import { emailTexts, lines, pageNames, shortTargets, smsTexts, utmParts, whatsappTexts } from './marketing-samples';
import type { Chance } from './random';
import { addVisits } from './visits';
import { addChats } from './whatsapp';
import { simulateRun } from './simulated-run';
import { writeRows } from './write-rows';

/** Templates, campaigns and links of a demo tenant; `of` makes addresses that are unique over all tenants. */
export async function seedMarketing(tx: Tx, office: Office, of: string, now: number, luck: Chance): Promise<void> {
  const { tenantId } = office.seed;
  const context: SeedContext = {
    tx,
    office,
    luck,
    now,
    most: of === 'northstar' ? 99 : 3,
    async add(table, rows) {
      const made = rows.map((row) => {
        const id = luck.id(now);
        const at = iso(now - luck.whole(1, 60) * day);
        return { id, created_at: at, updated_at: at, ...row };
      });
      await writeRows(tx, tenantId, table, made);
      return made.map(({ id }) => id);
    },
  };
  const sms = await addTemplates(context);
  await addVisits(context, await addPages(context, of), of);
  await addLinks(context, of);
  await addPush(context, of);
  await addCampaigns(context, sms);
  await addSettings(context);
  await addChats(context);
}

/** What placeholders of the sample texts stand for that are not fields of a lead. */
const texts: Readonly<Record<string, string>> = {
  course: 'B.Tech',
  college: 'Northstar Admissions',
  date: '14 June',
  time: '11 AM',
  link: 'https://www.northstar.example/apply',
  amount: '25,000',
};

async function addTemplates({
  tx,
  add,
  most,
  office,
}: SeedContext): Promise<{ sms: string[]; whatsapp: string[]; email: string[] }> {
  const tenant = await tx.row<{ senders: Tenant['sms_sender_ids'] }>(
    sql`select "sms_sender_ids" as "senders" from "tenant" where "tenant_id" = ${office.seed.tenantId}`,
  );
  const sender = tenant?.senders?.[0]?.sender_id ?? 'NRTHST';
  const placeholders = (text: string) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => {
      const text = name && texts[name];
      return { placeholder: name, field: name, sample: text ?? 'Asha', ...(text ? { fallback: text } : {}) };
    });
  const sms = await add(
    'sms_templates',
    lines(smsTexts)
      .slice(0, most)
      .map(([name, body, dlt_category], i) => ({
        name,
        body,
        dlt_category,
        dlt_text: body!.replaceAll(/\{\{\w+\}\}/g, '{#var#}'),
        sender_id: sender,
        language: 'en',
        status: i === 6 ? 0 : 1,
        dlt_entity_id: '1101374280000012345',
        dlt_template_id: `11071628${String(403_170 + i * 37)}`,
        variables: placeholders(body!),
      })),
  );
  const whatsapp = await add(
    'whatsapp_templates',
    lines(whatsappTexts)
      .slice(0, most)
      .map(([template_name, category, language, provider_status, template_body]) => ({
        template_name,
        category,
        language,
        provider_status,
        template_body,
        status: 1,
        header_type: 'NONE',
        footer: category === 'MARKETING' ? 'Reply STOP to opt out' : null,
        rejected_reason: provider_status === 'REJECTED' ? 'The text promises a job.' : null,
        buttons: category === 'MARKETING' ? [{ type: 'QUICK_REPLY', text: 'Call me' }] : [],
      })),
  );
  const email = await add(
    'campaign_templates',
    lines(emailTexts)
      .slice(0, most)
      .map(([name, subject, category, body_html]) => ({
        name,
        channel: 'email',
        subject,
        category,
        body_html,
        preheader: 'Admissions 2027',
        status: 1,
      })),
  );
  return { sms, whatsapp, email };
}

/** Returns the site of the tenant. */
async function addPages({ add, most, office, luck }: SeedContext, of: string): Promise<string> {
  const source = (name: string) => office.seed.sources.get(name) ?? [...office.seed.sources.values()][0];
  const slug = (text: string) => (of === 'northstar' ? text : `${of}-${text}`);
  await add(
    'campaign_pages',
    lines(pageNames)
      .slice(0, most)
      .map(([name, address, channel, title], i) => ({
        name,
        slug: slug(address!),
        channel,
        title,
        published: i < 4,
        status: 1,
        college_id: luck.pick(office.colleges).id,
        source_id: source(channel === 'google' ? 'Google' : 'Facebook'),
        utm_source: channel,
        utm_medium: 'cpc',
        utm_campaign: address,
        content_html: `<h1>${title}</h1><p>Fees, seats and placements at a glance. Talk to a counsellor today.</p>`,
        thank_you_text: 'Thank you! A counsellor will call you within 30 minutes.',
      })),
  );
  await add(
    'widgets',
    [
      { name: 'Admission enquiry', kind: 'popup', trigger: 'exit', delay_s: 0 },
      { name: 'Call me back', kind: 'callback', trigger: 'click', delay_s: 0 },
      { name: 'Ask a counsellor', kind: 'chat', trigger: 'delay', delay_s: 20 },
      { name: 'Result alerts', kind: 'push_optin', trigger: 'scroll', delay_s: 0 },
    ]
      .slice(0, most)
      .map((one) => ({
        ...one,
        status: 1,
        allowed_origins: [`https://www.${of}.example`],
        theme: { primary: '#1F5FD0', position: 'bottom_right' },
        source_id: source('Website'),
        college_id: luck.pick(office.colleges).id,
      })),
  );
  await add(
    'ads_accounts',
    [
      { platform: 'facebook', name: 'Facebook lead ads', account_id: 'act_480215577', source_id: source('Facebook') },
      { platform: 'google', name: 'Google Ads, admissions', account_id: '312-884-1902', source_id: source('Google') },
    ].map((one) => ({
      ...one,
      sync_minutes: 15,
      status: 1,
      field_map: [
        { external: 'full_name', field: 'name' },
        { external: 'phone_number', field: 'phone' },
      ],
    })),
  );
  const [site] = await add('analytics_properties', [
    { name: 'Main site', provider: 'built_in', site_url: `https://www.${of}.example`, consent: 'ask', keep_days: 395, status: 1 },
  ]);
  return site!;
}

async function addLinks({ add, most, now }: SeedContext, of: string): Promise<void> {
  const site = (address: string) => address.replace('northstar.example', `${of}.example`);
  const short = await add(
    'short_urls',
    lines(shortTargets)
      .slice(0, most)
      .map(([title, code, target, clicks], i) => ({
        title,
        code: of === 'northstar' ? code : `${code}-${of}`,
        target_url: site(target!),
        clicks: Number(clicks),
        status: i === 4 ? 0 : 1,
        expires_at: i === 3 ? iso(now + 9 * day) : null,
      })),
  );
  await add(
    'utm_links',
    lines(utmParts)
      .slice(0, most)
      .map(([utm_source, utm_medium, utm_campaign, path], i) => {
        const website_url = `https://www.${of}.example${path}`;
        const query = new URLSearchParams({ utm_source: utm_source!, utm_medium: utm_medium!, utm_campaign: utm_campaign! });
        return {
          utm_source,
          utm_medium,
          utm_campaign,
          website_url,
          generated_url: `${website_url}?${query}`,
          short_url_id: i < 2 ? short[i] : null,
        };
      }),
  );
}

/** Browsers that accept push messages, and notifications that the simulator sent to them. */
async function addPush({ add, tx, office, most, luck, now }: SeedContext, of: string): Promise<void> {
  const browsers = ['Chrome on Android', 'Chrome on Windows', 'Edge on Windows', 'Firefox on Linux', 'Safari on iPhone'];
  const subscribers = Array.from({ length: Math.min(most, 24) }, () => ({
    endpoint: `https://push.example/send/${luck.id(now)}`,
    keys: '"v1.demo"', // sealed as nothing: the template is shared by installations with different keys
    user_agent: luck.pick(browsers),
    status: luck.happens(0.9) ? 1 : 0,
  }));
  await add('push_subscribers', subscribers);
  const ids = await add(
    'push_notifications',
    [
      { title: 'Last date tomorrow', body: 'Applications for B.Tech 2027 close at midnight.' },
      { title: 'Scholarship result is out', body: 'See your rank and talk to a counsellor.' },
    ]
      .slice(0, most)
      .map((one) => ({ ...one, state: 'draft', url: `https://www.${of}.example/apply` })),
  );
  for (const [i, id] of ids.entries())
    await simulateRun(tx, office.seed.tenantId, { kind: 'push-notifications', id }, new Date(now - (i + 1) * 4 * day));
}

async function addSettings({ add, office, most, luck }: SeedContext): Promise<void> {
  await add(
    'provider_settings',
    ['sms', 'email', 'whatsapp', 'voice', 'telephony'].map((channel) => ({
      channel,
      provider: 'sandbox',
      settings: {},
      status: 1,
    })),
  );
  const stream = (name: string) => office.seed.streams.get(name)!;
  const offered = (count: number) => [...new Set(Array.from({ length: count }, () => luck.pick(office.colleges).id))];
  await add(
    'course_rules',
    [
      { name: 'Engineering in Maharashtra', state_ids: [14], stream_ids: [stream('Engineering')], priority: 30 },
      {
        name: 'Management, west and south',
        state_ids: [7, 11, 14],
        stream_ids: [stream('Management'), stream('Commerce')],
        priority: 20,
      },
      { name: 'Nursing anywhere in the south', state_ids: [1, 11, 12, 23, 24], stream_ids: [stream('Nursing')], priority: 10 },
    ]
      .slice(0, most)
      .map((one) => ({ ...one, college_ids: offered(3), course_ids: [], status: 1 })),
  );
}
