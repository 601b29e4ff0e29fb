import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';

/** Places, course rules, links and providers, through the calls of the source. */
let test: TestApp;
let admin: Browser;
type Row = Record<string, unknown>;
type Method = Parameters<typeof call>[2];
const ids: Record<string, number | string> = {};

beforeAll(async () => {
  test = await build();
  await test.store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
    insert into countries (id, name, phonecode) values (101, 'India', '91'), (153, 'Nepal', '977'); commit`);
  admin = await signIn(test, 'admin@northstar.example');
  const add = async (key: string, path: string, body: Row): Promise<void> => {
    const answer = await call(test, admin, 'POST', path, body);
    ids[key] = ((answer.body['data'] ?? answer.body) as { id: number }).id;
  };
  for (const value of ['Goa', 'Kerala']) await add(value, 'state/create', { value, country_id: 101 });
  await add('Bagmati', 'state/create', { value: 'Bagmati', country_id: 153 });
  for (const [name, state] of [
    ['Panaji', 'Goa'],
    ['Margao', 'Goa'],
    ['Kochi', 'Kerala'],
  ] as const)
    await add(name, 'city/create', { name, state_id: ids[state] });
  for (const name of ['Law', 'Nursing']) await add(name, 'res/streams', { name });
  await add('LLB', 'res/courses', { name: 'LLB', stream_id: ids['Law'] });
  await add('B.Sc Nursing', 'res/courses', { name: 'B.Sc Nursing', stream_id: ids['Nursing'] });
  await add('college', 'res/colleges', { clg_name: 'Fergusson College' });
});
afterAll(() => test.close());

const ask = (method: Method, path: string, body?: unknown): Promise<Answer> => call(test, admin, method, path, body);
const rowsOf = (answer: Answer): Row[] => {
  expect(answer.code).toBe(200);
  return answer.body['data'] as Row[];
};
const names = (rows: readonly Row[], field = 'name'): unknown[] => rows.map((row) => row[field]);
const idOf = (answer: Answer): string => {
  expect(answer.code).toBeLessThan(300);
  return ((answer.body['data'] ?? answer.body) as { id: string }).id;
};

describe('places', () => {
  it('SETTINGS-SMS-002 SETTINGS-SMS-003 SETTINGS-STATE-006 LOOKUP-004 lists countries, and states by country, name and page_no', async () => {
    expect(rowsOf(await ask('GET', 'getcountries'))).toMatchObject([
      { id: 101, name: 'India', phonecode: '91' },
      { id: 153, name: 'Nepal' },
    ]);
    const all = rowsOf(await ask('GET', 'get_all_states?countryId=101'));
    expect(all).toMatchObject([
      { id: ids['Goa'], value: 'Goa', country_id: 101, status: 1 },
      { id: ids['Kerala'], value: 'Kerala' },
    ]);
    expect(names(rowsOf(await ask('GET', 'get_all_states?countryId=101&name=kera')), 'value')).toEqual(['Kerala']);
    const second = await ask('GET', 'get_all_states?countryId=101&page_no=2&limit=1');
    expect([names(rowsOf(second), 'value'), second.body['count']]).toEqual([['Kerala'], 2]);
  });

  it('SETTINGS-CITY-001 LOOKUP-023 LOOKUP-025 lists cities by params, by state and by names of states', async () => {
    expect(names(rowsOf(await ask('GET', `get/city?state_id=${ids['Goa']}`)))).toEqual(['Margao', 'Panaji']);
    expect(names(rowsOf(await ask('GET', 'get/city?name=koc&page_number=1&limit=5')))).toEqual(['Kochi']);
    const found = rowsOf(await ask('POST', 'get/cities-by-states', { states: ['goa', 'KERALA'] }));
    expect(found).toEqual([
      { id: ids['Margao'], name: 'Margao', state: 'Goa' },
      { id: ids['Panaji'], name: 'Panaji', state: 'Goa' },
      { id: ids['Kochi'], name: 'Kochi', state: 'Kerala' },
    ]);
    await ask('PUT', `city/status/update/${ids['Kochi']}`, { status: 0 });
    expect(names(rowsOf(await ask('POST', 'get/cities-by-states', { states: ['Kerala'] })))).toEqual([]);
    await ask('PUT', `city/status/update/${ids['Kochi']}`, { status: 1 });
  });

  it('SETTINGS-STATE-007 refuses to delete a state with cities or leads, and says how many use it', async () => {
    expect((await ask('DELETE', `state/delete/${ids['Goa']}`)).body).toMatchObject({
      code: 409,
      message: expect.stringContaining('in use'),
      count: 2,
    });
    const lead = await ask('POST', 'res/leads', { name: 'Maya', phone: '9876543288', state: 'Bagmati' });
    expect(lead.code).toBeLessThan(300);
    expect((await ask('DELETE', `state/delete/${ids['Bagmati']}`)).body).toMatchObject({ code: 409, count: 1 });
  });

  it('LOOKUP-024 LOOKUP-026 lists streams, and courses by names of streams', async () => {
    expect(names(rowsOf(await ask('GET', 'get/streams')))).toEqual(['Law', 'Nursing']);
    expect(rowsOf(await ask('POST', 'get/courses-by-streams', { streams: ['law'] }))).toEqual([
      { id: ids['LLB'], name: 'LLB', stream: 'Law' },
    ]);
    expect(names(rowsOf(await ask('POST', 'get/courses-by-streams', { streams: [] })))).toEqual([]);
  });
});

describe('course rules', () => {
  it('SETTINGS-COURSE-001 SETTINGS-COURSE-002 SETTINGS-COURSE-003 SETTINGS-COURSE-004 SETTINGS-COURSE-005 manages them through the calls of the source', async () => {
    const draft = { name: 'Law in Goa', state_ids: [ids['Goa']], college_ids: [ids['college']] };
    expect((await ask('POST', 'save/state-course/rule', draft)).body).toMatchObject({
      code: 422,
      errors: [{ path: 'stream_ids' }],
    });
    const id = idOf(await ask('POST', 'save/state-course/rule', { ...draft, stream_ids: [ids['Law']] }));
    expect((await ask('GET', `get-course-rule-by-id?id=${id}`)).body).toMatchObject({
      code: 200,
      data: { id, state_ids: [ids['Goa']], stream_ids: [ids['Law']] },
    });
    expect((await ask('PUT', `update-course-rule/${id}`, { priority: 50 })).code).toBe(200);
    expect(rowsOf(await ask('GET', 'get-course-rule-list'))).toMatchObject([{ id, name: 'Law in Goa', priority: 50 }]);
    expect((await ask('PUT', `update-course-rule/${id}`, { stream_ids: [], course_ids: [] })).code).toBe(422);
    expect((await ask('PUT', `update-course-rule/${id}`, { state_ids: [999] })).code).toBe(422);
    expect((await ask('DELETE', `delete-course-rule/${id}`)).code).toBe(200);
    expect((await ask('GET', `get-course-rule-by-id?id=${id}`)).code).toBe(404);
  });
});

describe('links', () => {
  it('redirects a short link to its target and counts the click, unless the link expired or is off', async () => {
    const made = (await ask('POST', 'res/short-urls', { target_url: 'https://www.example.com/apply?a=b' })).body as Row;
    expect(made).toMatchObject({
      code: expect.stringMatching(/^[\w-]{7}$/),
      clicks: 0,
      short_url: `http://127.0.0.1:3000/api/r/${String(made['code'])}`,
    });
    const follow = () => test.app.inject({ method: 'GET', url: `/api/r/${String(made['code'])}` });
    for (let n = 0; n < 2; n++) {
      const answer = await follow();
      expect([answer.statusCode, answer.headers['location']]).toEqual([302, 'https://www.example.com/apply?a=b']);
    }
    const path = `res/short-urls/${String(made['id'])}`;
    expect((await ask('GET', path)).body).toMatchObject({ clicks: 2 });
    expect((await ask('PATCH', path, { code: 'other' })).code).toBe(422);
    await ask('PATCH', path, { expires_at: '2020-01-01T00:00:00Z' });
    expect((await follow()).headers['location']).toBeUndefined();
    await ask('PATCH', path, { expires_at: null, status: 0 });
    expect((await follow()).headers['location']).toBeUndefined();
    expect((await ask('GET', path)).body).toMatchObject({ clicks: 2 });
    const other = await signIn(test, 'admin@lakeview.example');
    const taken = await call(test, other, 'POST', 'res/short-urls', { target_url: 'https://x.example', code: made['code'] });
    expect(taken.code).toBe(409);
  });

  it('builds a UTM link and replaces parameters that the address already has', async () => {
    const draft = {
      website_url: 'https://www.example.com/apply?x=1&utm_source=old#form',
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'mba 2027',
    };
    const made = (await ask('POST', 'res/utm-links', draft)).body as Row;
    expect(made['generated_url']).toBe(
      'https://www.example.com/apply?x=1&utm_source=google&utm_medium=cpc&utm_campaign=mba+2027#form',
    );
    const changed = (await ask('PATCH', `res/utm-links/${String(made['id'])}`, { utm_term: 'fees' })).body as Row;
    expect(changed['generated_url']).toContain('utm_term=fees');
  });
});

describe('providers', () => {
  it('accepts credentials with several parts only from role 1, and never shows them', async () => {
    const draft = {
      channel: 'sms',
      provider: 'twilio',
      settings: { sender: 'NRTHST' },
      credentials: { key: 'the-secret-key', secret: 'of-the-account' },
    };
    const id = idOf(await ask('POST', 'res/provider-settings', draft));
    const read = await ask('GET', `res/provider-settings/${id}`);
    expect(read.body).toMatchObject({ provider: 'twilio', settings: { sender: 'NRTHST' }, credentials: '••••' });
    const [stored] = await test.store.admin(`select credentials::text as text from provider_settings where id = '${id}'`);
    expect(String(stored!['text'])).not.toContain('secret');
    const before = stored!['text'];
    expect((await ask('PATCH', `res/provider-settings/${id}`, { credentials: '••••', status: 0 })).code).toBe(200);
    const [after] = await test.store.admin(`select credentials::text as text from provider_settings where id = '${id}'`);
    expect(after!['text']).toBe(before);
    const manager = await signIn(test, 'manager@northstar.example');
    expect((await call(test, manager, 'POST', 'res/provider-settings', draft)).code).toBe(403);
  });

  it.each([
    [
      'provider-settings',
      {
        channel: 'voice',
        provider: 'http',
        settings: { endpoint: 'https://voice.example' },
        credentials: { key: 'one', secret: 'two' },
      },
      { settings: { endpoint: 'https://other.example' } },
      'credentials',
      { key: 'new', secret: 'new' },
    ],
    [
      'colleges',
      { clg_name: 'Moved College', lead_push_url: 'https://college.example/leads', lead_push_key: 'the-key-of-the-college' },
      { lead_push_url: 'https://other.example/leads' },
      'lead_push_key',
      'another-key',
    ],
    [
      'webhooks',
      { name: 'CRM', url: 'https://crm.example/in', events: ['leads.*'], secret: 'a-signing-secret-of-32-characters' },
      { url: 'https://other.example/in' },
      'secret',
      'another-signing-secret-of-32-chars',
    ],
  ] as const)(
    'TRUST-S16 %s: a secret does not follow a changed address unless it is entered again',
    async (name, draft, moved, secret, fresh) => {
      const made = (await ask('POST', `res/${name}`, draft)).body;
      const id = String(made['clg_id'] ?? made['id'] ?? idOf({ body: made } as never));
      const change = (body: object) => ask('PATCH', `res/${name}/${id}`, body);
      for (const masked of [{}, { [secret]: '••••' }]) {
        const refused = await change({ ...moved, ...masked });
        expect([refused.code, refused.body.errors?.map(({ path }) => path)], refused.text).toEqual([422, [secret]]);
      }
      expect((await change({ ...draft, [secret]: '••••' })).code).toBe(200);
      expect((await change({ ...moved, [secret]: fresh })).code).toBe(200);
      if (name === 'webhooks') return;
      expect((await change({ ...draft, [secret]: null })).code).toBe(200);
      expect((await change(moved)).code).toBe(200);
    },
  );
});
