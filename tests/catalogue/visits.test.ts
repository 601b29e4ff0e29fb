import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepVisits } from '../../server/visits/sweep-visits';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { addSite, desktop, keyOf, pageView, phone, report } from './visit-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('visits of a site, on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let site: string;
  let key: string;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    admin = await signIn(test, 'admin@northstar.example');
    site = await addSite(test, admin, { allowed_origins: ['https://apply.college.example'] });
    const made = await call(test, admin, 'POST', 'res/api-keys', { name: 'Website', scopes: ['lead_capture'] });
    key = String((made.body as { key?: string }).key);
  });
  afterAll(() => test.close());

  const visits = (where = 'true'): Promise<Row[]> => test.store.admin(`select * from site_visits where ${where} order by id`);
  const capture = async (body: object): Promise<Row> =>
    (await call(test, admin, 'POST', `leads/capture/${key}`, body)).body as Row;

  it('are stored with how they began, and what happens later is added to them', async () => {
    const begun = pageView(1, {
      referrer: 'https://www.google.com/search',
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'mba-2027',
    });
    expect(await report(test, site, begun)).toMatchObject({ code: 200, message: 'Counted.' });
    const later = { ...begun, utm_campaign: 'other', referrer: 'https://www.college.example/mba' };
    const events = [
      { kind: 'page_view', page: '/apply/?name=Asha#top' },
      { kind: 'form_view', page: '/apply', form: 'enquiry' },
      { kind: 'form_start', page: '/apply', form: 'enquiry' },
    ];
    expect(await report(test, site, { ...later, events })).toMatchObject({ code: 200 });
    expect(await visits(`visit_key = '${keyOf(1)}'`)).toMatchObject([
      {
        site_id: site,
        channel: 'paid_search',
        referrer: 'google.com',
        landing_page: '/mba',
        utm_campaign: 'mba-2027',
        device: 'mobile',
        page_views: 2,
        form_views: 1,
        form_starts: 1,
      },
    ]);
    const seen = await test.store.admin(`select kind, page, form from site_events order by id`);
    expect(seen.map(({ kind, page, form }) => [kind, page, form].join(' ')).sort()).toEqual([
      'form_start /apply enquiry',
      'form_view /apply enquiry',
      'page_view /apply ',
      'page_view /mba ',
    ]);
  });

  it('hold nothing that names the visitor: no address, no browser, no query, and nothing is stored in the browser', async () => {
    const told = await report(
      test,
      site,
      pageView(2, { utm_source: 'asha@example.com' }, '/thanks/asha@example.com/9876543210?phone=9876543210'),
      { agent: desktop },
    );
    expect(told.headers['set-cookie']).toBeUndefined();
    expect(told.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const [stored] = await test.store.admin(
      `select (select json_agg(v)::text from site_visits v) || (select json_agg(e)::text from site_events e) as t`,
    );
    expect(String(stored!['t'])).toContain('/thanks/…/…');
    for (const secret of ['asha@example.com', '9876543210', 'Mozilla', 'Pixel', '203.0.113.7'])
      expect(String(stored!['t'])).not.toContain(secret);
    const trail = await test.store.admin(
      `select count(*)::int as n from audit where table_name in ('site_visits', 'site_events')`,
    );
    expect(trail[0]!['n']).toBe(0);
  });

  it('are refused from other origins, unknown and inactive sites, and bots; nothing is written', async () => {
    const before = (await visits()).length;
    const off = await addSite(test, admin, { status: 0 });
    expect((await report(test, site, pageView(3), { origin: 'https://elsewhere.example' })).code).toBe(403);
    expect((await report(test, site, pageView(3), { origin: 'https://college.example.evil.example' })).code).toBe(403);
    expect((await report(test, site, pageView(3), { origin: '' })).code).toBe(403);
    expect((await report(test, 'nowhere', pageView(3))).code).toBe(404);
    expect((await report(test, off, pageView(3))).code).toBe(404);
    for (const agent of ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8.0', 'Mozilla/5.0 HeadlessChrome/130.0'])
      expect(await report(test, site, pageView(3), { agent })).toMatchObject({ message: 'Bots are not counted.' });
    expect((await visits()).length).toBe(before);
    expect((await report(test, site, pageView(3), { origin: 'https://apply.college.example' })).code).toBe(200);
    expect((await report(test, site, pageView(4), { origin: 'https://college.example' })).code).toBe(200);
    expect((await visits()).length).toBe(before + 2);
  });

  it('refuse what the script never sends, with the name of the field, and large bodies', async () => {
    const wrong = async (body: object | string, type?: string) => report(test, site, body, type ? { type } : {});
    expect(await wrong({ ...pageView(5), visit: 'x' })).toMatchObject({ code: 422 });
    expect(await wrong({ ...pageView(5), events: [] })).toMatchObject({ code: 422 });
    expect(await wrong({ ...pageView(5), events: [{ kind: 'purchase', page: '/' }] })).toMatchObject({ code: 422 });
    expect(await wrong({ ...pageView(5), name: 'Asha' })).toMatchObject({ code: 422 });
    expect((await wrong('not json')).code).toBeGreaterThanOrEqual(400);
    expect((await wrong(JSON.stringify({ ...pageView(5), pad: 'x'.repeat(20_000) }))).code).toBe(413);
    expect((await call(test, admin, 'POST', 'res/leads', 'name=x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect(await visits(`visit_key = '${keyOf(5)}'`)).toEqual([]);
  });

  it('belong to their site: the key of another site’s visit adds nothing to it', async () => {
    const other = await addSite(test, admin, { site_url: 'https://other.example' });
    await report(test, site, pageView(6));
    await report(test, other, pageView(6, { visitor: keyOf(7777) }), { origin: 'https://other.example' });
    expect(await visits(`visit_key = '${keyOf(6)}'`)).toMatchObject([{ site_id: site, page_views: 1 }]);
  });

  it('are counted no further after 500 events', async () => {
    const events = Array.from({ length: 20 }, () => ({ kind: 'page_view', page: '/loop' }));
    for (let sent = 0; sent < 27; sent++) await report(test, site, pageView(8, { events }));
    expect(await visits(`visit_key = '${keyOf(8)}'`)).toMatchObject([{ page_views: 500 }]);
    const [kept] = await test.store.admin(`select count(*)::int as n from site_events where page = '/loop'`);
    expect(kept!['n']).toBe(500);
  });

  it('are linked to the lead of their form, which takes their UTM values unless it has its own', async () => {
    await report(test, site, pageView(9, { utm_source: 'facebook', utm_medium: 'cpc', utm_campaign: 'bba-2027' }));
    const made = await capture({ name: 'Ravi Kale', phone: '9811100001', visit_id: keyOf(9) });
    const own = await capture({ name: 'Mina Joshi', phone: '9811100002', visit_id: keyOf(9), utm_source: 'newsletter' });
    const unknown = await capture({ name: 'Om Pawar', phone: '9811100003', visit_id: 'whatever' });
    const leadOf = ({ data }: Row): string => (data as { lead_id: string }).lead_id;
    const [visit] = await visits(`visit_key = '${keyOf(9)}'`);
    const rows = await test.store.admin(`select lead_id, visit_id, utm_source, utm_campaign from lead_captures order by id`);
    expect(rows).toEqual([
      { lead_id: leadOf(made), visit_id: visit!['id'], utm_source: 'facebook', utm_campaign: 'bba-2027' },
      { lead_id: leadOf(own), visit_id: visit!['id'], utm_source: 'newsletter', utm_campaign: null },
      { lead_id: leadOf(unknown), visit_id: null, utm_source: null, utm_campaign: null },
    ]);
    // once more: the re-enquiry is linked, the first capture stays
    await report(test, site, pageView(10, { utm_source: 'google' }));
    await capture({ name: 'Ravi Kale', phone: '9811100001', visit_id: keyOf(10) });
    const again = await test.store.admin(
      `select c.is_re_enquiry, v.visit_key from lead_captures c join site_visits v on v.id = c.visit_id where c.lead_id = '${leadOf(made)}' order by c.id`,
    );
    expect(again).toEqual([
      { is_re_enquiry: false, visit_key: keyOf(9) },
      { is_re_enquiry: true, visit_key: keyOf(10) },
    ]);
  });

  it('of another tenant are not found by their key', async () => {
    const foreign = await signIn(test, 'admin@lakeview.example');
    const theirs = await addSite(test, foreign);
    await report(test, theirs, pageView(11, { utm_source: 'theirs' }));
    const made = await capture({ name: 'Lata Rao', phone: '9811100004', visit_id: keyOf(11) });
    const [row] = await test.store.admin(
      `select visit_id, utm_source from lead_captures where lead_id = '${(made['data'] as { lead_id: string }).lead_id}'`,
    );
    expect(row).toEqual({ visit_id: null, utm_source: null });
  });

  it('are deleted when their site keeps them no longer; their leads stay', async () => {
    const short = await addSite(test, admin, { keep_days: 30 });
    await report(test, short, pageView(12), { agent: phone });
    await capture({ name: 'Uma Nair', phone: '9811100005', visit_id: keyOf(12) });
    const day = 86_400_000;
    expect(await sweepVisits(test.store, new Date(test.services.now().getTime() + 29 * day))).toBe(0);
    expect(await sweepVisits(test.store, new Date(test.services.now().getTime() + 31 * day))).toBe(1);
    expect(await visits(`site_id = '${short}'`)).toEqual([]);
    expect((await visits()).length).toBeGreaterThan(3);
    const [left] = await test.store.admin(`select count(*)::int as n from leads where name = 'Uma Nair'`);
    expect(left!['n']).toBe(1);
    const [orphans] = await test.store.admin(
      `select count(*)::int as n from site_events e where not exists (select from site_visits v where v.id = e.visit_id)`,
    );
    expect(orphans!['n']).toBe(0);
  });
});

describe('the limits of visit reports', () => {
  it('stop a script that reports too often', async () => {
    const test = await build({ rateLimit: 0.02 });
    try {
      const admin = await signIn(test, 'admin@northstar.example');
      const site = await addSite(test, admin);
      const codes: number[] = [];
      for (let n = 0; n < 16; n++) codes.push((await report(test, site, pageView(n))).code);
      expect(codes[0]).toBe(200);
      expect(codes.at(-1)).toBe(429);
      expect((await report(test, site, pageView(99), { ip: '203.0.113.99' })).code).toBe(200);
    } finally {
      await test.close();
    }
  });
});
