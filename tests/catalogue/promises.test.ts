import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindAll } from '../../server/live/reminders';
import { build, call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

type Row = Record<string, unknown>;
const databases = await reachableDatabases();

/** Each setting that a user may fill in has the effect that it promises. */
describe.each(databases)('what settings promise, on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    await sign();
  });
  afterAll(() => test.close());

  async function sign(): Promise<void> {
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
  }
  /** Sets the clock of the tenant, in Pune; everyone signs in again, as tokens of another day have expired. */
  async function on(moment: string): Promise<void> {
    test.clock.set(new Date(moment));
    await sign();
  }
  const ask = (who: Browser, method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown): Promise<Answer> =>
    call(test, who, method, path, body);
  async function add(path: string, body: Row, who = admin): Promise<Row> {
    const answer = await ask(who, 'POST', `res/${path}`, body);
    expect(answer.code, answer.text).toBe(200);
    return answer.body as unknown as Row;
  }

  it('grace minutes: users are late only after them, in the tenant’s zone, and never on a weekly off', async () => {
    const shift = { name: 'Day', start_time: '09:30', end_time: '18:30', grace_min: 15, weekly_off: ['Sunday'] };
    const { id } = await add('shifts', shift);
    await ask(admin, 'PATCH', `res/users/${counsellor.userId}`, { shift_id: id });
    const lateAt = async (moment: string): Promise<unknown> => {
      await on(moment);
      return ((await ask(counsellor, 'POST', 'users/attendance/check-in', {})).body['data'] as Row)['late_min'];
    };
    expect(await lateAt('2027-03-01T04:15:30Z')).toBe(0); // Monday 09:45, the grace's last minute
    expect(await lateAt('2027-03-02T04:16:30Z')).toBe(16);
    expect(await lateAt('2027-03-07T05:00:00Z')).toBe(0); // Sunday
    const days = (await ask(admin, 'GET', 'res/attendance?_sort=date&_order=asc')).body as unknown as Row[];
    const late = days.find((one) => one['late_min'] === 16)!;
    const put = await ask(admin, 'PATCH', `res/attendance/${String(late['id'])}`, { check_in: '2027-03-02T04:00:00.000Z' });
    expect(put.body).toMatchObject({ late_min: 0 });
    await edit(test, test.fixture.tenants.northstar, `update users set shift_id = null`);
  });

  it('yearly days: no request may exceed them, half days count half, and rejected days are returned', async () => {
    await on('2027-03-08T05:00:00Z');
    const type = (await add('leave-types', { name: 'Short leave', yearly_days: 3 }))['id'];
    const leave = (from_date: string, to_date: string, more: Row = {}) =>
      ask(counsellor, 'POST', 'res/leaves', { leave_type_id: type, from_date, to_date, reason: 'Family', ...more });
    const first = await leave('2027-04-05', '2027-04-06');
    expect(first.code).toBe(200);
    expect((await leave('2027-04-12', '2027-04-12', { half_day: 'first' })).code).toBe(200);
    const over = await leave('2027-04-19', '2027-04-19');
    expect(over).toMatchObject({ code: 409 });
    expect(over.body.message).toBe('You have 0.5 days of this leave left in 2027, but this request is for 1.');
    const again = await leave('2027-04-06', '2027-04-07');
    expect(again.body.errors?.[0]).toEqual({
      path: 'from_date',
      message: 'You already have a leave request from 5 Apr 2027 to 6 Apr 2027.',
    });
    const longer = await ask(counsellor, 'PATCH', `res/leaves/${String(first.body['id'])}`, { to_date: '2027-04-08' });
    expect(longer.code).toBe(409);
    await ask(counsellor, 'PUT', `res/leaves/${String(first.body['id'])}/cancel`, {});
    expect((await leave('2027-04-19', '2027-04-20')).code).toBe(200);
    expect((await leave('2028-01-03', '2028-01-05')).code).toBe(200); // another year
    const free = (await add('leave-types', { name: 'Unpaid', yearly_days: 0, paid: false }))['id'];
    expect((await leave('2027-06-01', '2027-08-30', { leave_type_id: free })).code).toBe(200);
  });

  it('carry forward: remaining days add to those of the next year, where the type says so', async () => {
    await edit(test, test.fixture.tenants.northstar, `update users set created_at = '2025-05-01T00:00:00Z'`);
    const carried = async (carry_forward: boolean): Promise<number[]> => {
      const type = (await add('leave-types', { name: `Carried ${carry_forward}`, yearly_days: 2, carry_forward }))['id'];
      const month = carry_forward ? '10' : '11';
      const days = (from: string, to: string) => ({ leave_type_id: type, from_date: from, to_date: to, reason: 'Travel' });
      const codes = [];
      for (const [from, to] of [
        [`2027-${month}-01`, `2027-${month}-04`],
        [`2027-${month}-06`, `2027-${month}-06`],
      ] as const)
        codes.push((await ask(counsellor, 'POST', 'res/leaves', days(from, to))).code);
      return codes;
    };
    expect(await carried(true)).toEqual([200, 409]);
    expect(await carried(false)).toEqual([409, 200]);
  });

  it('payment methods: one that is switched off is neither accepted by hand nor offered to the applicant', async () => {
    const made = await add('application-settings', { application_no_format: 'NS-{seq}', payment_methods: ['upi', 'cash'] });
    const properties = { name: { type: 'string' }, phone: { type: 'string' } };
    const form = { name: 'MBA', slug: 'mba-promises', kind: 'application', fee: 500, published: true };
    await add('forms', { ...form, schema: { type: 'object', required: ['name', 'phone'], properties } });
    const outside = newBrowser();
    const sent = await call(test, outside, 'POST', 'forms/mba-promises', { answers: { name: 'Asha', phone: '9876500001' } });
    const { application_id, token } = sent.body['data'] as Row;
    const order = await call(test, outside, 'POST', 'payments/order', { application_id, token });
    const data = order.body['data'] as { order_id: string; provider: { payload: Row } };
    expect(data.provider.payload).toMatchObject({ methods: ['upi', 'cash'] });
    const pay = (method: string) => ask(admin, 'POST', 'res/payments', { order_id: data.order_id, amount: 500, method });
    expect((await pay('bank_transfer')).body.errors?.[0]?.path).toBe('method');
    expect((await pay('cash')).code).toBe(200);
    await ask(admin, 'PATCH', `res/application-settings/${String(made['id'])}`, { payment_methods: [] });
    expect((await pay('bank_transfer')).code).toBe(200);
  });

  it('short URL of a UTM link: it leads to the link, and follows when the link changes', async () => {
    const short = await add('short-urls', { target_url: 'https://www.example.com/old', code: 'promised' });
    const link = { website_url: 'https://www.example.com/apply', utm_source: 'sms', utm_medium: 'text', utm_campaign: 'mba' };
    const made = await add('utm-links', { ...link, short_url_id: short['id'] });
    const leadsTo = async () => (await test.app.inject({ url: '/api/r/promised' })).headers['location'];
    expect(await leadsTo()).toBe(made['generated_url']);
    const moved = await ask(admin, 'PATCH', `res/utm-links/${String(made['id'])}`, { utm_source: 'email' });
    expect(await leadsTo()).toBe(moved.body['generated_url']);
    expect(await leadsTo()).toContain('utm_source=email');
  });

  it('publishers: the daily limit counts new leads, an inactive one delivers none, and the cost is reported by month', async () => {
    await on(new Date().toISOString()); // leads get their time from the database's own clock
    const [source] = (await ask(admin, 'GET', 'res/lead-sources')).body as unknown as Row[];
    const source_id = source?.['id'] ?? (await add('lead-sources', { name: 'Portals', type: 'all' }))['id'];
    const draft = {
      name: 'Promise Media',
      code: 'PRM',
      email: 'media@example.com',
      source_id,
      daily_cap: 2,
      cost_per_lead: 120.5,
    };
    const publisher = String((await add('publishers', draft))['id']);
    const { key } = await add('api-keys', { name: 'Promise', scopes: ['lead_capture'], publisher_id: publisher });
    const uncounted = { name: 'Uncounted', scopes: ['lead_capture', 'leads:create'], publisher_id: publisher };
    expect((await ask(admin, 'POST', 'res/api-keys', uncounted)).body).toMatchObject({ code: 422, errors: [{ path: 'scopes' }] });
    const deliver = (phone: string) =>
      call(
        test,
        newBrowser(),
        'POST',
        `leads/capture/${String(key)}`,
        { name: 'Lead', phone },
        { cookie: '', 'x-xsrf-token': '' },
      );
    expect([(await deliver('9876511001')).code, (await deliver('9876511002')).code]).toEqual([200, 200]);
    expect((await deliver('9876511003')).body).toMatchObject({ code: 429 });
    expect((await deliver('9876511001')).body['data']).toMatchObject({ duplicate: true });
    expect((await ask(admin, 'GET', 'res/leads?q=9876511003')).body).toEqual([]);
    const told = await ask(admin, 'GET', `publishers/${publisher}/delivered`);
    expect(told.body).toMatchObject({ count: 1, data: [{ accepted: 2, duplicates: 1, payable: 241 }] });
    await ask(admin, 'PATCH', `res/publishers/${publisher}`, { daily_cap: 0 });
    expect((await deliver('9876511003')).code).toBe(200);
    await ask(admin, 'PATCH', `res/publishers/${publisher}`, { status: 0 });
    expect((await deliver('9876511004')).code).toBe(403);
  });

  it('remind me: a note reminds its author once, when it is due', async () => {
    const remind_at = new Date(test.services.now().getTime() + 3_600_000).toISOString();
    await add('notes', { body: 'Ask about the hostel', remind_at });
    const told = async (): Promise<string[]> => {
      const list = await ask(admin, 'GET', `users/notifications?user_id=${admin.userId}&page=1&limit=15`);
      return (list.body['data'] as { notifications: { message: string } }[]).map((one) => one.notifications.message);
    };
    await remindAll(test.services);
    expect(await told()).not.toContain('Reminder: Ask about the hostel');
    test.clock.add(3700);
    await sign();
    await Promise.all([remindAll(test.services), remindAll(test.services)]);
    await remindAll(test.services);
    expect((await told()).filter((one) => one === 'Reminder: Ask about the hostel')).toHaveLength(1);
  });

  it('service numbers: one that is switched off makes no calls', async () => {
    const tenant = test.fixture.tenants.northstar;
    await edit(
      test,
      tenant,
      `insert into obd_service_numbers (tenant_id, id, number, label, is_active) values ('${tenant}', 'off', '18005550199', 'Old', 0)`,
    );
    await edit(
      test,
      tenant,
      `insert into voice_files (tenant_id, id, name, file, approval, is_active) values ('${tenant}', 'spoken', 'Spoken', '/f', 'approved', 1)`,
    );
    const phones_file = 'data:text/csv;base64,cGhvbmUKOTg3NjU0MzIxMAo=';
    const draft = { name: 'Nobody', voice_file_id: 'spoken', service_number_id: 'off', phones_file };
    const answer = await ask(admin, 'POST', 'create-voice-campaign', draft);
    expect(answer.body.errors?.map(({ path }: { path: string }) => path)).toEqual(['service_number_id']);
  });
});

describe('a setting without effect yet', () => {
  let test: TestApp;
  let admin: Browser;
  beforeAll(async () => {
    test = await build();
    admin = await signIn(test, 'admin@northstar.example');
  });
  afterAll(() => test.close());

  it('is refused by calls, not answered, and still stored after an edit', async () => {
    const draft = { name: 'Main site', site_url: 'https://www.example.com' };
    const refused = await call(test, admin, 'POST', 'res/analytics-properties', { ...draft, property_id: 'G-1' });
    expect(refused.body.errors?.[0]?.path).toBe('property_id');
    const { id } = (await call(test, admin, 'POST', 'res/analytics-properties', draft)).body;
    const tenant = test.fixture.tenants.northstar;
    await edit(test, tenant, `update analytics_properties set property_id = 'G-kept', credentials = '"v1.kept"'`);
    const changed = await call(test, admin, 'PATCH', `res/analytics-properties/${String(id)}`, { name: 'Site' });
    expect(Object.keys(changed.body)).not.toContain('property_id');
    expect(Object.keys(changed.body)).not.toContain('credentials');
    const [row] = await test.store.admin(`select name, property_id, credentials from analytics_properties`);
    expect(row).toMatchObject({ name: 'Site', property_id: 'G-kept', credentials: 'v1.kept' });
    const trail = await test.store.admin(`select json_agg(a)::text as t from audit a`);
    expect(String(trail[0]!['t'])).not.toContain('v1.kept');
    const openapi = await call(test, admin, 'GET', 'openapi.json');
    expect(openapi.text).not.toContain('"allow_edit_after_submit"');
    expect(openapi.text).toContain('"application_no_format"');
  });

  it('a channel that nothing serves is refused, and one that was stored earlier can still be switched off', async () => {
    const draft = { channel: 'payment', provider: 'razorpay', credentials: { key: 'k', secret: 's' } };
    const refused = await call(test, admin, 'POST', 'res/provider-settings', draft);
    expect(refused.body.errors?.[0]?.path).toBe('channel');
    const unknown = await call(test, admin, 'POST', 'res/provider-settings', { channel: 'sms', provider: 'razorpay' });
    expect(unknown.body.errors).toEqual([
      { path: 'provider', message: 'Enter twilio or msg91 or custom, or sandbox to send nothing.' },
    ]);
    const { id } = (await call(test, admin, 'POST', 'res/provider-settings', { channel: 'sms', provider: 'twilio' })).body;
    await edit(test, test.fixture.tenants.northstar, `update provider_settings set channel = 'payment'`);
    const off = await call(test, admin, 'PATCH', `res/provider-settings/${String(id)}`, { status: 0 });
    expect(off.body).toMatchObject({ channel: 'payment', status: 0 });
  });

  it('the state of a campaign cannot be set by hand', async () => {
    for (const name of ['email-campaigns', 'sms-campaigns', 'whatsapp-campaigns', 'ai-call-campaigns']) {
      const answer = await call(test, admin, 'POST', `res/${name}`, { name: 'Summer', state: 'sent' });
      expect(
        answer.body.errors?.map(({ path }: { path: string }) => path),
        name,
      ).toContain('state');
    }
  });
});
