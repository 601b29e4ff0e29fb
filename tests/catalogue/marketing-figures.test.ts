import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignFigures, CampaignRow, Traffic, TrafficNow } from '../../src/schemas/calls/marketing-figures';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { MeasureId } from '../../src/schemas/kit/measures';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { addSite, desktop, keyOf, pageView, report } from './visit-world';

const today = '2026-03-10';
const from = '2026-03-01';
const range = { from, to: today };

describe.each(await reachableDatabases())('figures of visits and campaigns, on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let site: string;
  let key: string;
  let sources: Record<string, string>;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    await on('2026-03-02T05:00:00Z');
    site = await addSite(test, admin, { name: 'Main' });
    const made = await call(test, admin, 'POST', 'res/api-keys', { name: 'Website', scopes: ['lead_capture'] });
    key = String((made.body as { key?: string }).key);
    for (const name of ['Google', 'Website']) await call(test, admin, 'POST', 'res/lead-sources', { name });
    const rows = await test.store.admin(
      `select id, name from lead_sources where tenant_id = '${test.fixture.tenants.northstar}'`,
    );
    sources = Object.fromEntries(rows.map(({ id, name }) => [String(name), String(id)]));
    await story();
    await on(`${today}T09:00:00Z`);
  });
  afterAll(() => test.close());

  async function on(moment: string): Promise<void> {
    test.clock.set(new Date(moment));
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
  }
  const ask = async <T>(path: string, who = admin): Promise<T> => {
    const answer = await call(test, who, 'GET', path);
    expect(answer.code, answer.text).toBe(200);
    return answer.body['data'] as T;
  };
  const query = (values: object): string => new URLSearchParams(values as Record<string, string>).toString();
  const trafficBy = (by: string, more = {}): Promise<Traffic> => ask(`traffic?${query({ ...range, by, ...more })}`);
  const figuresBy = (more = {}, who = admin): Promise<CampaignFigures> =>
    ask(`campaign-figures?${query({ ...range, ...more })}`, who);
  const leadsOf = async (measure: MeasureId, values: DimensionValues, days = range): Promise<string[]> => {
    const cell = encodeURIComponent(writeCell({ measure, ...days, values }));
    const answer = await call(test, admin, 'GET', `res/leads?cell=${cell}`);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body as unknown as { name: string }[]).map(({ name }) => name).sort();
  };
  let phones = 0;
  const capture = async (name: string, more: object): Promise<string> => {
    phones++;
    const answer = await call(test, admin, 'POST', `leads/capture/${key}`, {
      name,
      phone: String(9_822_000_000 + phones),
      ...more,
    });
    expect(answer.code, answer.text).toBe(200);
    return (answer.body['data'] as { lead_id: string }).lead_id;
  };
  const form = (page: string) => [
    { kind: 'page_view', page },
    { kind: 'form_view', page },
    { kind: 'form_start', page },
  ];
  const cost = (values: object): Promise<Answer> => call(test, admin, 'POST', 'res/campaign-costs', values);

  /** The database's own clock does not move: what it has just stamped gets the moment of the story. */
  const capturedAt = (moment: string): Promise<number> =>
    edit(
      test,
      test.fixture.tenants.northstar,
      `update lead_captures set created_at = '${moment}' where created_at > now() - interval '1 hour'`,
    );

  /** Two days: six visits of five browsers, three enquiries by them, one lead without a visit, and costs. */
  async function story(): Promise<void> {
    const ads = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'MBA-2027' };
    await report(test, site, pageView(1, { ...ads, events: form('/mba') }));
    await report(test, site, pageView(1, { ...ads }, '/fees'));
    await capture('Asha', { visit_id: keyOf(1), source: sources['Google'] });
    await report(test, site, pageView(2, ads), { agent: desktop });
    await report(
      test,
      site,
      pageView(3, { utm_source: 'facebook', utm_medium: 'cpc', utm_campaign: 'bba', events: form('/bba') }),
    );
    await capture('Bela', { visit_id: keyOf(3) });
    await report(test, site, pageView(4));
    await capture('Walk in', { source: sources['Website'] });
    await cost({
      day: '2026-03-02',
      platform: 'google',
      campaign: 'mba-2027',
      spend: 900,
      impressions: 10_000,
      clicks: 200,
      source_id: sources['Google'],
    });
    await cost({ day: '2026-03-02', platform: 'other', campaign: 'newspaper', spend: 5000 });
    await capturedAt('2026-03-02T05:00:10Z');
    await on('2026-03-03T05:00:00Z');
    await report(test, site, pageView(5, { ...ads, visitor: keyOf(1001), events: form('/mba') }));
    await capture('Chand', { visit_id: keyOf(5), source: sources['Google'] });
    await report(test, site, pageView(6));
    // Bela asks again, by another campaign
    const bela = { name: 'Bela', phone: '9822000002' };
    await call(test, admin, 'POST', `leads/capture/${key}`, { ...bela, visit_id: keyOf(5) });
    await capturedAt('2026-03-03T05:00:10Z');
    await cost({ day: '2026-03-03', platform: 'google', campaign: 'MBA-2027', spend: 300.5, impressions: 5000, clicks: 100 });
  }

  it('visits, browsers, forms and leads are counted, and each number of leads opens exactly its leads', async () => {
    const { total, funnel, days, rows } = await trafficBy('channel');
    expect(total).toEqual({ visits: 6, visitors: 5, page_views: 7, form_views: 3, form_starts: 3, converted: 3, leads: 3 });
    expect(funnel).toEqual({ saw_form: 3, began_form: 3 });
    expect(days).toEqual([
      { day: '2026-03-02', visits: 4, converted: 2 },
      { day: '2026-03-03', visits: 2, converted: 1 },
    ]);
    expect(rows.map(({ label, visits, visitors, leads }) => [label, visits, visitors, leads])).toEqual([
      ['Paid search', 3, 2, 2],
      ['Direct', 2, 2, 0],
      ['Paid social', 1, 1, 1],
    ]);
    expect(await leadsOf('L1', { visited: ['yes'] })).toEqual(['Asha', 'Bela', 'Chand']);
    expect(await leadsOf('L1', { visited: ['yes'], visit_channel: ['paid_search'] })).toEqual(['Asha', 'Chand']);
  });

  it('in every breakdown the leads of a row are the rows of its list', async () => {
    const dimension = { day: 'day', channel: 'visit_channel', source: 'visit_source', medium: 'visit_medium' } as const;
    const rest = { campaign: 'visit_campaign', page: 'visit_page', device: 'visit_device', site: 'visit_site' } as const;
    for (const [by, name] of Object.entries({ ...dimension, ...rest })) {
      const { rows, total } = await trafficBy(by);
      expect(rows.length, by).toBeGreaterThan(0);
      for (const row of rows)
        expect((await leadsOf('L1', { visited: ['yes'], [name]: [row.key] })).length, `${by} ${row.label}`).toBe(row.leads);
      expect(total.leads, by).toBe(3);
    }
    const pages = (await trafficBy('page')).rows;
    expect(pages.find(({ key: page }) => page === '/mba')).toMatchObject({ visits: 5, form_views: 2, leads: 2 });
    expect(pages.find(({ key: page }) => page === '/fees')).toMatchObject({ visits: 1, page_views: 1, leads: 1 });
    expect((await trafficBy('site')).rows).toMatchObject([{ label: 'Main', visits: 6 }]);
  });

  it('a site narrows visits and leads; a site without visits has none', async () => {
    const empty = await addSite(test, admin, { name: 'Empty' });
    expect((await trafficBy('channel', { site })).total).toMatchObject({ visits: 6, leads: 3 });
    expect((await trafficBy('channel', { site: empty })).total).toMatchObject({ visits: 0, leads: 0, converted: 0 });
  });

  it('live visitors, the pages they are on, and the newest report of each site', async () => {
    expect((await ask<TrafficNow>('traffic/now')).live).toBe(0);
    await report(test, site, pageView(50));
    await report(test, site, pageView(50, {}, '/fees'));
    const now = await ask<TrafficNow>('traffic/now');
    expect(now).toMatchObject({ live: 1, pages: [{ visits: 1 }] });
    expect(now.sites.find(({ name }) => name === 'Main')!.last_at).toMatch(/^2026-03-10T09/);
    test.clock.add(360);
    expect((await ask<TrafficNow>('traffic/now')).live).toBe(0);
  });

  const rowOf = ({ rows }: CampaignFigures, label: string): CampaignRow | undefined =>
    rows.find((row) => row.label.toLowerCase() === label);

  it('costs meet the leads of their campaign whatever its case; what nobody uploaded is unknown, not zero', async () => {
    const all = await figuresBy();
    expect(rowOf(all, 'mba-2027')).toMatchObject({ spend: 1200.5, impressions: 15_000, clicks: 300, leads: 2 });
    expect(rowOf(all, 'bba')).toMatchObject({ spend: null, clicks: null, leads: 1 });
    expect(rowOf(all, 'newspaper')).toMatchObject({ spend: 5000, impressions: null, clicks: null, leads: 0 });
    expect(rowOf(all, 'no campaign')).toMatchObject({ spend: null, leads: 1 });
    expect(all.total).toMatchObject({ spend: 6200.5, leads: 4, verified: 0 });
    expect(all.costs_until).toBe('2026-03-03');
    expect(await leadsOf('L1', { campaign: ['mba-2027'] })).toEqual(['Asha', 'Chand']);
    expect(await leadsOf('L1', { campaign: [''] })).toEqual(['Walk in']);
  });

  it('a platform has its own costs and leads', async () => {
    expect((await figuresBy({ platform: 'google' })).total).toMatchObject({ spend: 1200.5, leads: 2 });
    expect((await figuresBy({ platform: 'facebook' })).total).toMatchObject({ spend: null, leads: 1 });
    expect((await figuresBy({ platform: 'ads' })).total).toMatchObject({ spend: 1200.5, leads: 3 });
    expect(await leadsOf('L1', { platform: ['google', 'facebook'] })).toEqual(['Asha', 'Bela', 'Chand']);
    expect(await leadsOf('L1', { platform: ['facebook'] })).toEqual(['Bela']);
    await call(test, admin, 'POST', 'res/ads-accounts', {
      platform: 'facebook',
      name: 'Lead ads',
      account_id: 'act_1',
      source_id: sources['Website'],
    });
    expect((await figuresBy({ platform: 'facebook' })).total).toMatchObject({ leads: 2 });
  });

  it('the attribution decides which capture a lead is credited to, and never how many leads there are', async () => {
    const of = async (attribution: string): Promise<unknown[]> => {
      const figures = await figuresBy({ attribution });
      return [figures.total.leads, rowOf(figures, 'bba')?.leads ?? 0, rowOf(figures, 'mba-2027')?.leads];
    };
    expect(await of('first')).toEqual([4, 1, 2]);
    expect(await of('last')).toEqual([4, 0, 3]);
    expect(await of('any')).toEqual([4, 1, 3]);
    expect(await leadsOf('L1', { any_campaign: ['mba-2027'] })).toEqual(['Asha', 'Bela', 'Chand']);
  });

  it('by day and by source: the source of a cost is its own, else that of its ads account', async () => {
    const days = (await figuresBy({ by: 'day' })).rows;
    expect(days.map(({ key: day, spend, leads }) => [day, spend, leads])).toEqual([
      ['2026-03-03', 300.5, 1],
      ['2026-03-02', 5900, 3],
    ]);
    const bySource = await figuresBy({ by: 'source' });
    expect(rowOf(bySource, 'google')).toMatchObject({ spend: 900, leads: 2 });
    expect(rowOf(bySource, 'no source')).toMatchObject({ spend: 5300.5, leads: 1 });
    const account = (await call(test, admin, 'GET', 'res/ads-accounts')).body as unknown as { id: string }[];
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update campaign_costs set account_id = '${account[0]!.id}' where campaign = 'newspaper'`,
    );
    expect(rowOf(await figuresBy({ by: 'source' }), 'website')).toMatchObject({ spend: 5000, leads: 1 });
  });

  it('verified leads, applications, enrolments and revenue are those of the dictionary', async () => {
    await edit(test, test.fixture.tenants.northstar, `update leads set is_verified = 1 where name in ('Asha', 'Bela')`);
    const figures = await figuresBy();
    expect(rowOf(figures, 'mba-2027')).toMatchObject({ verified: 1, applications: 0, enrolled: 0, revenue: 0 });
    expect(figures.total.verified).toBe(2);
    expect(await leadsOf('L8', { campaign: ['bba'] })).toEqual(['Bela']);
  });

  it('a reader sees the numbers of the leads in scope, and no leads without the right to them', async () => {
    const { northstar } = test.fixture.tenants;
    await edit(test, northstar, `update leads set user_id = '${counsellor.userId}' where name = 'Chand'`);
    const grant = (codes: readonly string[]) => {
      test.clock.add(61); // rights are known for a minute
      const list = JSON.stringify(codes.map((code) => ({ code, level: [1, 6] })));
      return edit(
        test,
        northstar,
        `update users_roles set permissions = '${list}'::jsonb where tenant_id = '${northstar}' and role = 4`,
      );
    };
    expect((await call(test, counsellor, 'GET', `traffic?${query(range)}`)).code).toBe(403);
    await grant(['LEADS', 'Traffic_Analytics', 'Marketing_Analytics']);
    counsellor = await signIn(test, 'counsellor@northstar.example');
    const own = await ask<Traffic>(`traffic?${query(range)}`, counsellor);
    expect(own.total).toMatchObject({ leads: 1, converted: 1 });
    expect(await figuresBy({}, counsellor)).toMatchObject({ total: { leads: 1 }, whole: false });
    expect((await figuresBy()).whole).toBe(true);
    await grant(['Traffic_Analytics', 'Marketing_Analytics']);
    counsellor = await signIn(test, 'counsellor@northstar.example');
    expect((await ask<Traffic>(`traffic?${query(range)}`, counsellor)).total.leads).toBeNull();
    expect((await figuresBy({}, counsellor)).total).toMatchObject({ leads: null, spend: 6200.5 });
  });

  it('who does not see a source or campaign of a lead gets no numbers of leads by it', async () => {
    const leadsBy = async (field: string): Promise<(number | null)[]> => {
      const role = {
        permissions: ['LEADS', 'Traffic_Analytics', 'Marketing_Analytics'].map((code) => ({ code, level: [1, 6] })),
        field_rules: [{ resource: 'leads', field, rule: 'hidden' }],
      };
      expect((await call(test, admin, 'PATCH', 'res/users-roles/4', role)).status).toBe(200);
      test.clock.add(61); // rights are known for a minute
      counsellor = await signIn(test, 'counsellor@northstar.example');
      const figures = [{ by: 'source' }, { by: 'source', attribution: 'any' }, { by: 'day', platform: 'google' }, {}];
      const visits = await ask<Traffic>(`traffic?${query({ ...range, by: 'source' })}`, counsellor);
      return [
        ...(await Promise.all(figures.map(async (one) => (await figuresBy(one, counsellor)).total.leads))),
        visits.total.leads,
      ];
    };
    expect(await leadsBy('prmary_source')).toEqual([null, 1, 1, 1, 1]);
    expect(await leadsBy('source')).toEqual([1, null, 1, 1, 1]);
    expect(await leadsBy('utm_source')).toEqual([1, 1, null, 1, null]);
    expect(await leadsBy('utm_campaign')).toEqual([1, 1, 1, null, 1]);
    const cell = writeCell({ measure: 'L1', ...range, values: { visit_campaign: ['mba-2027'] } });
    expect((await call(test, counsellor, 'GET', `res/leads?cell=${encodeURIComponent(cell)}`)).status).toBe(403);
  });

  it.each([
    [{ from: '2026-03-09', to: '2026-03-01' }, 'to'],
    [{ from: '2026-02-31', to: '2026-03-01' }, 'from'],
    [{ from: '2027-01-01', to: '2027-01-02' }, 'from'],
    [{ from: '2015-01-01', to: '2026-03-01' }, 'to'],
    [{ from: 'yesterday', to: '2026-03-01' }, 'from'],
  ])('the range %j is refused at %s', async (wrong, field) => {
    for (const path of ['traffic', 'campaign-figures']) {
      const answer = await call(test, admin, 'GET', `${path}?${query(wrong)}`);
      expect([answer.code, answer.body.errors?.[0]?.path], path).toEqual([422, field]);
    }
  });
});
