import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { limitOf } from '../../server/http/limits';
import { localWindows } from '../../server/http/windows';
import { calls, resources } from '../../src/schemas/kit/all';
import { perMinute } from '../../src/schemas/kit/limits';
import { build, call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';

/** A small part of the usual limits, so that ten times the limit is a burst of a few hundred calls. */
const rateLimit = 0.005;
const most = (kind: keyof typeof perMinute, of: 'user' | 'tenant' | 'address'): number =>
  Math.ceil(perMinute[kind][of]! * rateLimit);
const tooMany = (answers: readonly Answer[]): Answer[] => answers.filter((one) => one.code === 429);
/** Every answer above the limit is a 429 in the shape of D-045 that says when to retry. */
function expectExcess(answers: readonly Answer[], limit: number, plain: boolean): void {
  const refused = tooMany(answers);
  expect(refused).toHaveLength(answers.length - limit);
  for (const { status, headers, body } of refused) {
    expect(status).toBe(plain ? 429 : 200);
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(body).toEqual({ code: 429, message: expect.stringMatching(/^Too many requests\. Please try again in /) });
  }
}

describe('limits per minute', () => {
  let test: TestApp;
  let admin: Browser;
  let other: Browser;
  beforeAll(async () => {
    test = await build({ rateLimit });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    test.clock.add(61); // the windows of the previous test are over
    admin = await signIn(test, 'admin@northstar.example');
    other = await signIn(test, 'admin@lakeview.example');
    test.clock.add(61);
  });
  const burst = async (times: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let n = 0; n < times; n++) answers.push(await ask(n));
    return answers;
  };
  const again = (who: Browser): Browser => ({ ...who, cookies: new Map(who.cookies), ip: newBrowser().ip });

  it('TRUST-S15 reads above a user’s limit are refused with Retry-After, and other tenants are not affected', async () => {
    const limit = most('read', 'user');
    const answers = await burst(limit * 10, () => call(test, admin, 'GET', 'res/streams'));
    expectExcess(answers, limit, true);
    expect((await call(test, other, 'GET', 'res/streams')).status).toBe(200);
    // a call of the source answers HTTP 200 with the code in the body
    expectExcess([await call(test, admin, 'GET', 'users/me')], 0, false);
    // reads do not count as writes
    expect((await call(test, admin, 'POST', 'res/streams', { name: 'Law' })).status).toBe(200);
    test.clock.add(61);
    expect((await call(test, admin, 'GET', 'res/streams')).status).toBe(200);
  });

  it('TRUST-S15 writes, exports and uploads are limited per user, and refused ones write nothing', async () => {
    const writes = most('write', 'user');
    const count = async () => Number((await test.store.admin('select count(*) as n from streams'))[0]!['n']);
    const before = await count();
    expectExcess(
      await burst(writes * 10, (n) => call(test, admin, 'POST', 'res/streams', { name: `Stream ${n}` })),
      writes,
      true,
    );
    expect((await count()) - before).toBe(writes);
    const exports = most('export', 'user');
    const body = { format: 'csv' };
    expectExcess(await burst(exports * 10, () => call(test, other, 'POST', 'res/streams/export', body)), exports, true);
    const uploads = most('upload', 'user');
    const form = '--e\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName\n\r\n--e--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=e' };
    const sent = await burst(uploads * 10, () => call(test, other, 'POST', 'leads/upload-csv/preview', form, headers));
    expectExcess(sent, uploads, false);
  });

  it('TRUST-S15 the users of a tenant share its limit, whatever address they call from', async () => {
    const limit = most('export', 'tenant');
    const people = [admin, ...(await Promise.all(['manager', 'lead'].map((who) => signIn(test, `${who}@northstar.example`))))];
    // each user stays far below their own limit: only the tenant's limit applies
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update users_roles set permissions = '[{"code":"LEADS","level":[1,5,6]}]' where role in (2, 3)`,
    );
    test.clock.add(61);
    for (let n = 0; n < limit; n++)
      await test.services.limits.call('export', {
        ip: newBrowser().ip,
        user: `user ${n}`,
        tenant: test.fixture.tenants.northstar,
      });
    for (const who of people)
      expectExcess([await call(test, again(who), 'POST', 'res/leads/export', { format: 'csv' })], 0, true);
    expect((await call(test, other, 'POST', 'res/leads/export', { format: 'csv' })).code).toBe(200);
  });

  it('TRUST-S15 a user who has used up their own limit does not use up the limit of their colleagues', async () => {
    const manager = await signIn(test, 'manager@northstar.example');
    await burst(most('export', 'tenant') * 20, () => call(test, admin, 'POST', 'res/streams/export', { format: 'csv' }));
    expect((await call(test, again(manager), 'POST', 'res/leads/export', { format: 'csv' })).code).not.toBe(429);
  });

  it('TRUST-S15 without a session calls are limited per address, with an IPv6 network as one address', async () => {
    const limit = most('sign-in', 'address');
    const who = newBrowser();
    const body = { email: 'nobody@northstar.example', password: 'a wrong password' };
    const answers = await burst(limit * 10, () =>
      call(test, who, 'POST', 'users/verify-otp', { ...body, otp: '123456', password: undefined }),
    );
    expectExcess(answers, limit, false);
    expect((await call(test, newBrowser(), 'POST', 'users/signin', body)).code).toBe(401);
    const visits = most('visitor', 'address');
    const visitors = await burst(visits * 10, (n) =>
      call(test, { cookies: new Map(), ip: `2001:db8:7:7::${(n + 1).toString(16)}` }, 'GET', 'forms/nothing'),
    );
    expectExcess(visitors, visits, false);
    expect((await call(test, { cookies: new Map(), ip: '2001:db8:7:8::1' }, 'GET', 'forms/nothing')).code).toBe(404);
  });
});

describe('calls that cost money', () => {
  it('TRUST-S15 sending, raising tickets and reading websites are limited per tenant and day', async () => {
    const test = await build({ rateLimit: 0.1 });
    const tenant = test.fixture.tenants.northstar;
    const [admin, other] = [await signIn(test, 'admin@northstar.example'), await signIn(test, 'admin@lakeview.example')];
    const ticket = { subject: 'Nothing plays', category: 'bug', description: 'Since this morning nothing plays at all.' };
    const asks: Record<string, (who: Browser) => Promise<Answer>> = {
      'dialer-call': (who) => call(test, who, 'POST', 'dialer/call', { phone: '9822012345' }),
      'sms-templates.sendTest': (who) => call(test, who, 'GET', 'sendsmstest?body=Hello&phone=9822012345'),
      'send-wa-message': (who) =>
        call(test, who, 'POST', 'send_wa_message?ctype=text', { wa_user_id: '919822012345', userId: who.userId, text: 'x' }),
      'whatsapp-send-message': (who) =>
        call(test, who, 'POST', 'whatsapp/send/message', { template_id: 'x', phone: '9822012345' }),
      'lead-message-send': (who) =>
        call(test, who, 'POST', 'leads/01J0000000000000000000000X/messages', { channel: 'sms', text: 'x' }),
      'tickets.duplicate': (who) => call(test, who, 'POST', 'res/tickets/01J0000000000000000000000X/duplicate', {}),
      'tickets.create': (who) => call(test, who, 'POST', 'res/tickets', ticket),
      'sms-campaigns.test': (who) =>
        call(test, who, 'POST', 'sms-campaigns/01J0000000000000000000000X/test', { to: '9822012345' }),
      'email-campaigns.test': (who) =>
        call(test, who, 'POST', 'email-campaigns/01J0000000000000000000000X/test', { to: '9822012345' }),
      'whatsapp-campaigns.test': (who) =>
        call(test, who, 'POST', 'whatsapp-campaigns/01J0000000000000000000000X/test', { to: '9822012345' }),
      'lead-gen-broadcasts.test': (who) =>
        call(test, who, 'POST', 'lead-gen-broadcasts/01J0000000000000000000000X/test', { to: '9822012345' }),
      'template-test': (who) => call(test, who, 'POST', 'template-tests', { channel: 'sms', template_id: 'x', to: '9822012345' }),
      'provider-settings.test': (who) =>
        call(test, who, 'POST', 'provider-settings/01J0000000000000000000000X/test', { to: '9822012345' }),
      'whatsapp-templates.review': (who) => call(test, who, 'POST', 'whatsapp-templates/01J0000000000000000000000X/review', {}),
      'scrape-tenant-website': (who) =>
        call(test, who, 'POST', 'scrape_tenant_website_details', { website: 'http://127.0.0.1/' }),
    };
    const { endpoints } = collectEndpoints();
    const priced = endpoints.filter((one) => one.perDay !== undefined);
    expect([...new Set(priced.map((one) => one.name))].sort()).toEqual(Object.keys(asks).sort());
    for (const [name, ask] of Object.entries(asks)) {
      const perDay = priced.find((one) => one.name === name)!.perDay! * 0.1;
      await test.store.admin(
        `insert into attempts (key, at) select 'day:${name}:${tenant}', now() from generate_series(1, ${perDay - 1})`,
      );
      // one call is left today: this one counts if it succeeds
      const codes = [(await ask(admin)).code, (await ask(admin)).code];
      const used = await test.store.hits(`day:${name}:${tenant}`, 24 * 3600);
      if (codes[0] === 200) expect([name, codes[1], used]).toEqual([name, 429, perDay]);
      await test.store.admin(`insert into attempts (key, at) values ('day:${name}:${tenant}', now())`);
      const refused = await ask(admin);
      expect([name, refused.code, refused.headers['retry-after']]).toEqual([name, 429, '3600']);
      expect(refused.body.message).toMatch(/Your organisation has reached its daily limit for this/);
      expect([name, (await ask(other)).code]).not.toEqual([name, 429]);
      await test.store.admin(`update attempts set at = now() - interval '25 hours' where key like 'day:%'`);
      expect([name, (await ask(admin)).code]).not.toEqual([name, 429]);
    }
    await test.close();
  });
});

describe('the limit of a call', () => {
  const { endpoints } = collectEndpoints();
  it('TRUST-S15 exists for every endpoint, by its operation or as its call declares', () => {
    const kinds = new Set(endpoints.map(limitOf));
    expect([...kinds].sort()).toEqual(
      Object.keys(perMinute)
        .filter((kind) => kind !== 'upload')
        .sort(),
    );
    const signIns = endpoints.filter((one) => limitOf(one) === 'sign-in').map((one) => one.wire.path);
    expect(signIns.sort()).toEqual(['users/refresh', 'users/resend-otp', 'users/send-otp', 'users/signin', 'users/verify-otp']);
    expect(calls.length + resources.length).toBeGreaterThan(100);
  });

  it('a hundred counsellors at one address stay below every limit even at their busiest', () => {
    // A busy minute of one person: a list, a lead and its dialog every five seconds, each with a save.
    const busiest = { read: 12 * 12, write: 12 * 2, export: 2, upload: 6 };
    for (const [kind, calls] of Object.entries(busiest)) {
      const { user, tenant, address } = perMinute[kind as keyof typeof busiest];
      expect(user).toBeGreaterThan(calls * 5);
      expect(Math.min(tenant!, address)).toBeGreaterThan(calls * 100 - 1);
    }
    expect(perMinute['sign-in'].address).toBeGreaterThan(100 * 4);
  });
});

describe('windows', () => {
  it('end together, hold a limited number of names, and lock nobody out when the clock is set back', () => {
    let now = 0;
    const count = localWindows(1000, () => now);
    const once = (key: string) => count([{ key, most: 1 }]);
    expect([once('a'), once('a'), once('b')]).toEqual([0, 1000, 0]);
    now = 400;
    expect([once('a'), once('c')]).toEqual([600, 0]);
    now = 1000;
    expect([once('a'), once('a')]).toEqual([0, 1000]);
    now = -5000;
    expect(once('a')).toBe(0);
    for (let n = 0; n < 100_000; n++) once(`name ${n}`);
    expect(once('a')).toBe(0); // too many names started a new window
  });
});

const redisUrl = 'redis://127.0.0.1:6379/9';
const redis = createClient({ url: redisUrl, socket: { reconnectStrategy: false } });
redis.on('error', () => {});
const hasRedis = await redis.connect().then(
  () => true,
  () => false,
);
if (!hasRedis) console.warn('Redis skipped: no server at 127.0.0.1:6379.');
describe.skipIf(!hasRedis)('two processes with one Redis', () => {
  afterEach(() => redis.flushDb());
  afterAll(() => redis.destroy());

  it('TRUST-S15 share their counts; when Redis is down each counts for itself', async () => {
    const [one, two] = [await build({ rateLimit, redisUrl }), await build({ rateLimit, redisUrl })];
    const limit = most('visitor', 'address');
    const who = newBrowser();
    const ready = async ({ services }: TestApp): Promise<void> => {
      for (let n = 0; n < 200 && (await redis.dbSize()) === 0; n++) {
        await services.limits.call('read', { ip: `ready ${n}` });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await redis.flushDb();
    };
    await ready(one);
    await ready(two);
    const answers: Answer[] = [];
    for (let n = 0; n < limit * 10; n++)
      answers.push(await call(n % 2 ? one : two, { ...who, cookies: new Map() }, 'GET', 'forms/nothing'));
    expectExcess(answers, limit, false);
    one.services.limits.close();
    const alone: Answer[] = [];
    for (let n = 0; n < limit * 2; n++) alone.push(await call(one, { ...who, cookies: new Map() }, 'GET', 'forms/nothing'));
    expectExcess(alone, limit, false);
    await one.close();
    await two.close();
  });
});
