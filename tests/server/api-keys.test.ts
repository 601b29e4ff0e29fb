import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../src/schemas/kit/all';
import { perMinuteOfKey } from '../../src/schemas/kit/limits';
import { collectEndpoints } from '../../server/app';
import { isAllowed, scopeNeeded } from '../../server/identity/api-keys';
import { build, call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(() => test.close());

type Key = { id: string; key: string; key_prefix: string; row_version: number };
async function make(scopes: readonly string[], more: Record<string, unknown> = {}): Promise<Key> {
  const answer = await call(test, admin, 'POST', 'res/api-keys', { name: `Key ${Math.random()}`, scopes, ...more });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as unknown as Key;
}
/** A call as a program makes it: the key, no cookie, no anti-forgery header. */
async function withKey(
  key: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  ip = '198.18.0.9',
  of: Pick<TestApp, 'app'> = test,
): Promise<Answer> {
  const answer = await of.app.inject({
    method,
    url: `/api/${path}`,
    remoteAddress: ip,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const parsed = JSON.parse(answer.payload || '{}') as Answer['body'];
  return {
    status: answer.statusCode,
    code: parsed.code ?? answer.statusCode,
    body: parsed,
    headers: answer.headers,
    text: answer.payload,
  };
}

describe('an API key', () => {
  it('is shown once, and nothing that is stored can be used as a key', async () => {
    const made = await make(['leads:read']);
    expect(made.key).toMatch(/^pk_[\w-]{40}$/);
    expect(made.key_prefix).toBe(made.key.slice(0, 10));
    expect((await call(test, admin, 'GET', `res/api-keys/${made.id}`)).text).not.toContain(made.key);
    const kept = await test.store.admin(`select json_agg(k)::text as t from api_key_hashes k`);
    const audit = await test.store.admin(`select json_agg(a)::text as t from audit a`);
    const once = await test.store.admin(`select coalesce(json_agg(i)::text, '') as t from idempotency i`);
    for (const { t } of [kept, audit, once].flat()) expect(String(t)).not.toContain(made.key);
    expect(test.logged.map((one) => JSON.stringify(one)).join()).not.toContain(made.key);
  });

  it('is not stored in the answer kept for a repeated request (TRUST-S28)', async () => {
    const body = { name: 'Twice', scopes: ['leads:read'] };
    const headers = { 'idempotency-key': 'make-key' };
    const first = await call(test, admin, 'POST', 'res/api-keys', body, headers);
    const again = await call(test, admin, 'POST', 'res/api-keys', body, headers);
    expect([first.status, again.status]).toEqual([200, 409]);
  });

  it('reads only what its scopes name', async () => {
    const { key } = await make(['colleges:read']);
    expect((await withKey(key, 'GET', 'res/colleges')).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', 'res/colleges', { clg_name: 'New' }],
      ['GET', 'res/leads', undefined],
      ['GET', 'res/api-keys', undefined],
      ['GET', 'users/me', undefined],
      ['POST', 'res/api-keys', { name: 'Own', scopes: ['leads:read'] }],
    ] as const)
      expect([path, (await withKey(key, method, path, body)).code]).toEqual([path, 403]);
  });

  it('writes without a cookie, on behalf of the user who created it', async () => {
    const { key, id } = await make(['colleges:create', 'colleges:update', 'colleges:delete']);
    const made = await withKey(key, 'POST', 'res/colleges', { clg_name: 'Keyed college' });
    expect(made.status).toBe(200);
    const clg = (made.body as { id: number }).id;
    expect((await withKey(key, 'PATCH', `res/colleges/${clg}`, { seats: 5 })).status).toBe(200);
    expect((await withKey(key, 'DELETE', `res/colleges/${clg}`)).status).toBe(200);
    const [row] = await test.store.admin(
      `select user_id, reason from audit where table_name = 'colleges' order by seq desc limit 1`,
    );
    expect(row!['user_id']).toBe(test.fixture.users['admin@northstar.example']);
    const [key_] = await test.store.admin(`select name from api_keys where id = '${id}'`);
    expect(row!['reason']).toBe(`API key ${String(key_!['name'])}`);
  });

  it('may never write keys, users, roles or the tenant, whatever its scopes', () => {
    const open = collectEndpoints()
      .endpoints.filter((one) => /^(api-keys|users|users-roles|tenant)\.|^api-key-/.test(one.name))
      .filter((one) => scopeNeeded(one) !== undefined && !scopeNeeded(one)!.endsWith(':read'));
    expect(open.map((one) => one.name)).toEqual([]);
  });

  it('gives no access to a hand-made call that does not name a scope', async () => {
    const { key } = await make(['leads:read', 'leads:update', 'lead_read', 'report_read']);
    expect((await withKey(key, 'GET', 'res/leads')).status).toBe(200);
    expect((await withKey(key, 'GET', 'acl')).code).toBe(403);
    expect((await withKey(key, 'POST', 'leads/re-assign', { lead_ids: ['x'], user_id: 'y' })).code).toBe(403);
  });

  it('stops working when it is revoked, switched off, rotated or expired, or its owner is gone', async () => {
    const works = async (key: string) => (await withKey(key, 'GET', 'res/colleges')).status;
    const revoked = await make(['colleges:read']);
    await call(test, admin, 'DELETE', `res/api-keys/${revoked.id}`);
    expect(await works(revoked.key)).toBe(401);
    await call(test, admin, 'POST', `res/api-keys/${revoked.id}/restore`);
    expect(await works(revoked.key)).toBe(401);

    const off = await make(['colleges:read']);
    await call(test, admin, 'PATCH', `res/api-keys/${off.id}`, { status: 0 });
    expect(await works(off.key)).toBe(401);

    const old = await make(['colleges:read']);
    const fresh = (await call(test, admin, 'POST', `res/api-keys/${old.id}/rotate`)).body as unknown as Key;
    expect([await works(old.key), await works(fresh.key)]).toEqual([401, 200]);

    const short = await make(['colleges:read'], { expires_at: new Date(Date.now() + 5000).toISOString() });
    expect(await works(short.key)).toBe(200);
    test.clock.add(6);
    expect(await works(short.key)).toBe(401);
    test.clock.add(-6);

    const { northstar } = test.fixture.tenants;
    const set = (status: number) =>
      edit(test, northstar, `update users set status = ${status} where email = 'admin@northstar.example'`);
    await set(0);
    expect(await works(fresh.key)).toBe(401);
    await set(1);
    expect(await works(fresh.key)).toBe(200);
  });

  it('works only from its own addresses', async () => {
    const { key } = await make(['colleges:read'], { allowed_ips: ['203.0.113.0/24', '2001:db8::7'] });
    const from = async (ip: string) => (await withKey(key, 'GET', 'res/colleges', undefined, ip)).status;
    expect(await from('203.0.113.200')).toBe(200);
    expect(await from('203.0.114.1')).toBe(401);
    expect(isAllowed(['203.0.113.0/24'], '::ffff:203.0.113.9')).toBe(true);
    expect(isAllowed(['203.0.113.9'], '2001:db8::7')).toBe(false);
    const wrong = await call(test, admin, 'POST', 'res/api-keys', {
      name: 'x',
      scopes: ['leads:read'],
      allowed_ips: ['nonsense'],
    });
    expect(wrong.body.errors).toMatchObject([{ path: 'allowed_ips.0' }]);
    const scope = await call(test, admin, 'POST', 'res/api-keys', { name: 'x', scopes: ['ships:read'] });
    expect(scope.body.errors).toMatchObject([{ path: 'scopes.0' }]);
  });

  it('shows when and from where it was last used', async () => {
    const { key, id } = await make(['colleges:read']);
    await withKey(key, 'GET', 'res/colleges', undefined, '198.18.0.77');
    const row = (await call(test, admin, 'GET', `res/api-keys/${id}`)).body as { last_used_ip: string; last_used_at: string };
    expect(row.last_used_ip).toBe('198.18.0.77');
    expect(Date.parse(row.last_used_at)).toBeGreaterThan(Date.now() - 60_000);
    const list = (await call(test, admin, 'GET', 'res/api-keys')).body as unknown as { id: string; last_used_ip: string }[];
    expect(list.find((one) => one.id === id)).toMatchObject({ last_used_ip: '198.18.0.77' });
  });

  it('is refused in the same way whether it does not exist or belongs elsewhere, and guessing is slowed down', async () => {
    const answers = [];
    for (let n = 0; n < 52; n++)
      answers.push(await withKey(`pk_${'x'.repeat(40)}`, 'GET', 'res/colleges', undefined, '198.18.9.9'));
    expect(answers[0]!.status).toBe(401);
    expect(answers.at(-1)!.status).toBe(429);
    const { key } = await make(['colleges:read'], { allowed_ips: ['203.0.113.7'] });
    expect((await withKey(key, 'GET', 'res/colleges', undefined, '198.18.0.1')).text).toBe(answers[0]!.text);
  });

  it('is limited to 600 calls a minute', async () => {
    expect(perMinuteOfKey).toBe(600);
    const strict = await build({ rateLimit: 0.1 });
    const maker = await signIn(strict, 'admin@northstar.example');
    const { key } = (await call(strict, maker, 'POST', 'res/api-keys', { name: 'Busy', scopes: ['streams:read'] }))
      .body as unknown as Key;
    const ask = () => withKey(key, 'GET', 'res/streams/1', undefined, '198.18.0.9', strict);
    const statuses = [];
    for (let n = 0; n < 63; n++) statuses.push((await ask()).status);
    expect(statuses.slice(0, 60).includes(429)).toBe(false);
    expect(statuses.slice(60)).toEqual([429, 429, 429]);
    strict.clock.add(61);
    expect((await ask()).status).not.toBe(429);
    await strict.close();
  });

  it('only an administrator creates one', async () => {
    const manager = await signIn(test, 'manager@northstar.example');
    expect((await call(test, manager, 'POST', 'res/api-keys', { name: 'm', scopes: ['leads:read'] })).status).toBe(403);
  });
});

describe('CALL-151 leads/capture', () => {
  const send = (key: string, body: unknown) =>
    call(test, newBrowser(), 'POST', `leads/capture/${key}`, body, { cookie: '', 'x-xsrf-token': '' });

  it('stores a lead with its origin, and a repeat as a re-enquiry', async () => {
    const { key } = await make(['lead_capture']);
    const first = await send(key, { name: 'Meera Nair', phone: '9812345678', utm_source: 'site' });
    expect(first.body).toMatchObject({ code: 200, data: { duplicate: false } });
    const id = (first.body as unknown as { data: { lead_id: string } }).data.lead_id;
    expect((await call(test, admin, 'GET', `res/leads/${id}`)).body).toMatchObject({
      created_via: 'api',
      user_id: null,
      name: 'Meera Nair',
    });
    expect((await send(key, { name: 'Meera', phone: '+919812345678' })).body).toMatchObject({
      code: 200,
      data: { lead_id: id, duplicate: true },
    });
    const captures = await test.store.admin(
      `select via, is_re_enquiry from lead_captures where lead_id = '${id}' order by created_at`,
    );
    expect(captures).toEqual([
      { via: 'api', is_re_enquiry: false },
      { via: 'api', is_re_enquiry: true },
    ]);
  });

  it("takes the publisher's source", async () => {
    const source = (await call(test, admin, 'POST', 'res/lead-sources', { name: 'Shiksha' })).body as {
      id?: string;
      data?: { id: string };
    };
    const source_id = source.id ?? source.data!.id;
    const publisher = (
      await call(test, admin, 'POST', 'res/publishers', { name: 'Shiksha', code: 'SHK', email: 'p@example.com', source_id })
    ).body as { id: string };
    const { key } = await make(['lead_capture'], { publisher_id: publisher.id });
    const lead = (await send(key, { name: 'Rahul Jain', phone: '9812345670' })).body as unknown as { data: { lead_id: string } };
    expect((await call(test, admin, 'GET', `res/leads/${lead.data.lead_id}`)).body).toMatchObject({ source: source_id });
  });

  it('refuses a wrong key, a key without the scope, and what a client may not set', async () => {
    expect((await send(`pk_${'y'.repeat(40)}`, { name: 'x', phone: '9812345671' })).code).toBe(401);
    const { key } = await make(['leads:read']);
    expect((await send(key, { name: 'x', phone: '9812345671' })).code).toBe(403);
    const capture = await make(['lead_capture']);
    const wrong = await send(capture.key, { name: 'x', phone: '9812345671', created_via: 'manual' });
    expect([wrong.code, wrong.body.errors]).toMatchObject([422, [{ path: 'created_via' }]]);
    expect((await send(capture.key, { name: 'x', phone: '12' })).code).toBe(422);
  });

  it('is one of the calls without an anti-forgery header: those of visitors and providers, who have no session', () => {
    const without = calls.filter((one) => one.forgery === false);
    expect(without.map(({ name }) => name).sort()).toEqual([
      'dialer-webhook',
      'incoming-webhook',
      'lead-capture',
      'meeting-webhook',
      'payment-webhook',
      'provider-reports',
      'record-visit',
      'submit-form',
      'subscribe-visitor',
      'unsubscribe',
      'whatsapp-webhook',
    ]);
    for (const one of without) expect(one.access).toBe('public');
  });
});
