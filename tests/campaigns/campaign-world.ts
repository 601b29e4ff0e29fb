import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import type { TestStore } from '../support/database';
import { runDueJobsWell } from '../support/due-jobs';

type Row = Record<string, unknown>;
/** A tenant with leads, templates and an audience of all of them; the simulator reports at once. */
export interface CampaignWorld {
  readonly test: TestApp;
  readonly admin: Browser;
  readonly tenant: string;
  readonly ask: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<Row & { code: number }>;
  /** A new campaign of this kind; returns its id. */
  readonly campaign: (kind: Kind, values?: Row) => Promise<string>;
  readonly rows: (statement: string) => Promise<Row[]>;
  readonly ledger: (campaign: string) => Promise<Row[]>;
  readonly totals: (kind: Kind, id: string) => Promise<Row>;
  readonly settings: (values: string) => Promise<unknown>;
  readonly start: (kind: Kind, id: string) => ReturnType<CampaignWorld['ask']>;
  /** Leads, opt-outs, settings and the clock as they were at the beginning. */
  readonly clean: () => Promise<void>;
  /** Rows of the campaign by their reason, else by their state. */
  readonly states: (campaign: string) => Promise<Record<string, number>>;
  readonly done: () => Promise<void>;
  /** Makes the jobs due that wait for their time. */
  readonly wake: () => Promise<void>;
}
export type Kind = 'sms-campaigns' | 'email-campaigns' | 'whatsapp-campaigns';

/** Noon in India of a day that is far ahead of the database's clock: jobs planned for later stay until `wake`. */
export const noon = new Date('2031-06-10T06:30:00Z');
export const night = new Date('2031-06-10T18:30:00Z');

/** Fills the tenant's profile and allows automation, so that the page of the tenant can be saved. */
export const fillProfile = ({ test, tenant }: CampaignWorld): Promise<number> =>
  edit(
    test,
    tenant,
    `update tenant set is_allow_automation_trigger = 1, description = 'x', estd_year = 2001, phone = '9876543210', country = 'India',
      state = 'Goa', city = 'Goa', base_url = 'https://a.example', website = 'https://a.example', address1 = 'x', pan_number = 'ABCDE1234F',
      cin_number = 'U80301KA2011PTC059876', gst_number = '29ABCDE1234F1Z5'`,
  );

export async function campaignWorld(store: TestStore, leads = 100): Promise<CampaignWorld> {
  const test = await build({ store });
  test.clock.set(noon);
  const tenant = test.fixture.tenants.northstar;
  const sqls = [
    `insert into leads (tenant_id, id, name, phone, email, tags, city) select '${tenant}', 'lead-' || lpad(n::text, 5, '0'), 'Lead ' || n,
       '+9198' || lpad(n::text, 8, '0'), 'lead' || n || '@example.com', '[]', 'Pune' from generate_series(1, ${leads}) n`,
    `insert into sms_templates (tenant_id, id, name, body, sender_id, language, status, dlt_category)
       values ('${tenant}', 'sms', 'Hello', 'Dear {{name}}', 'NRTHST', 'en', 1, 'service_implicit'),
         ('${tenant}', 'promo', 'Offer', 'Offer for {{name}}', 'NRTHST', 'en', 1, 'promotional')`,
    `insert into campaign_templates (tenant_id, id, name, channel, subject, body_html, status)
       values ('${tenant}', 'mail', 'Hello', 'email', 'For {{name}}', '<p>Dear {{name}}</p>', 1)`,
    `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status, variables)
       values ('${tenant}', 'wa', 'hello', 'UTILITY', 'en', 'Hi {{1}}', 'APPROVED', 1, '[{"placeholder":"{{1}}","field":"name"}]')`,
    `insert into lead_gen_audiences (tenant_id, id, name, kind, lead_ids)
       select '${tenant}', 'all', 'All', 'static', jsonb_agg(id) from leads where tenant_id = '${tenant}' and id like 'lead-%'`,
    `insert into message_settings (tenant_id, id, hours_from, hours_to, simulator_fault, simulator_delay)
       values ('${tenant}', 'settings', '10:00', '21:00', 'none', 0)`,
  ];
  for (const one of sqls) await edit(test, tenant, one);
  const admin = await signIn(test, 'admin@northstar.example');
  const ask: CampaignWorld['ask'] = async (method, path, body) => {
    const answer = await call(test, admin, method, path, body);
    return { ...answer.body, code: answer.code };
  };
  const templates = { 'sms-campaigns': 'sms', 'email-campaigns': 'mail', 'whatsapp-campaigns': 'wa' };
  const own: Readonly<Record<Kind, Row>> = {
    'sms-campaigns': { sender_id: 'NRTHST' },
    'email-campaigns': { from_name: 'Northstar', from_email: 'hello@northstar.example' },
    'whatsapp-campaigns': {},
  };
  let named = 0;
  return {
    test,
    admin,
    tenant,
    ask,
    async campaign(kind, values = {}) {
      const draft = { name: `Campaign ${++named}`, template_id: templates[kind], audience_id: 'all', ...own[kind], ...values };
      const made = await ask('POST', `res/${kind}`, draft);
      if (made.code !== 200 && made.code !== 201) throw new Error(JSON.stringify(made));
      return String(made['id']);
    },
    rows: (statement) => test.store.admin(statement),
    ledger: (campaign) => test.store.admin(`select * from outbox_messages where campaign_id = '${campaign}' order by id`),
    totals: async (kind, id) => (await ask('GET', `res/${kind}/${id}`))['totals'] as Row,
    settings: (values) => edit(test, tenant, `update message_settings set ${values}`),
    start: (kind, id) => ask('POST', `${kind}/${id}/start`, {}),
    async clean() {
      await edit(test, tenant, `update leads set consent = null, do_not_disturb = false`);
      await edit(test, tenant, `delete from opt_outs`);
      await edit(test, tenant, `update message_settings set simulator_fault = 'none', cap_messages = null, credit_sms = null`);
      test.clock.set(noon);
    },
    async states(campaign) {
      const rows = await test.store.admin(
        `select coalesce(reason, state) as name, count(*)::int as n from outbox_messages where campaign_id = '${campaign}' group by 1`,
      );
      return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]));
    },
    done: () => runDueJobsWell(test),
    async wake() {
      await edit(test, tenant, `update jobs set run_at = null where state = 'queued'`);
      await runDueJobsWell(test);
    },
  };
}
