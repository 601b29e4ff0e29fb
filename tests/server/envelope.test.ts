import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { isPlain } from '../../src/schemas/kit/wire';
import { build, call, newBrowser, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(() => test.close());

const json = { 'content-type': 'application/json' };
const log = (body: string, headers: Record<string, string> = json) => call(test, admin, 'POST', 'users/auth-log', body, headers);

describe('envelope', () => {
  it('HTTP-014 every call of the source answers a code, and a message when it fails', async () => {
    const { endpoints } = collectEndpoints();
    for (const { method, wire } of endpoints.filter((one) => !isPlain(one.wire))) {
      const path = wire.path.replaceAll(/\{[^}]+\}/g, 'x');
      for (const who of [newBrowser(), { ...admin, cookies: new Map(admin.cookies) }]) {
        // Files, a picture, a calendar, and what people open from an email.
        if (/^(users\/auth-log$|(files|mail-opens|mail-clicks|unsubscribe|calendar)\/)/.test(path)) continue;
        const answer = await call(test, who, method, path, method === 'GET' ? undefined : {});
        expect({ path, code: typeof answer.body.code }).toEqual({ path, code: 'number' });
        if (answer.code !== 200)
          expect({ path, message: answer.body.message }).toEqual({ path, message: expect.stringMatching(/\w/) });
        expect({ path, status: answer.status }).not.toEqual({ path, status: 500 });
      }
    }
  });

  it('answers 401 over HTTP without a token, plain statuses under res/', async () => {
    expect(await call(test, newBrowser(), 'GET', 'acl')).toMatchObject({ status: 401, code: 401 });
    expect(await call(test, admin, 'GET', 'res/no-such-thing')).toMatchObject({ status: 404, code: 404 });
    expect((await call(test, newBrowser(), 'GET', 'no-such-call')).status).toBe(404);
  });
});

describe('description', () => {
  it('/api/openapi.json names every registered call once, with resolvable references', async () => {
    const answer = await call(test, newBrowser(), 'GET', 'openapi.json');
    const { paths, components } = answer.body as {
      paths: Record<string, Record<string, unknown>>;
      components: { schemas: object };
    };
    for (const { method, wire } of collectEndpoints().endpoints)
      expect(paths[`/api/${wire.path}`]?.[method.toLowerCase()]).toBeDefined();
    const ids = [...answer.text.matchAll(/"operationId":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, name] of answer.text.matchAll(/#\/components\/schemas\/([\w-]+)/g))
      expect(components.schemas).toHaveProperty(name!);
  });
});

describe('input', () => {
  it('refuses malformed JSON, prototype tricks and broken texts with 422', async () => {
    for (const body of [
      '{',
      '{"by_user": tru',
      '[]',
      '"text"',
      '7',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"x":"\\u0000"}',
      '{"x":"\\ud800"}',
      `{"x":${'['.repeat(30)}${']'.repeat(30)}}`,
    ]) {
      const answer = await log(body);
      expect({ body, status: answer.status, code: answer.code }).toEqual({ body, status: 200, code: 422 });
      expect(answer.text).not.toMatch(/ at |node_modules|stack/);
    }
    expect((await call(test, admin, 'PATCH', 'res/leads/x', '{', json)).status).toBe(422);
  });

  it('treats an empty body as an empty object', async () => {
    expect((await log('')).code).toBe(200);
  });

  it('refuses what is too large, and content that a foreign form can send', async () => {
    expect(await log(JSON.stringify({ x: 'y'.repeat(1024 * 1024) }))).toMatchObject({ status: 413, code: 413 });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expect(await log('by_user=true', { 'content-type': type })).toMatchObject({ status: 415, code: 415 });
    expect((await call(test, admin, 'GET', `users/me?x=${'y'.repeat(25_000)}`)).status).toBe(413);
  });

  it('names unknown and wrong fields in plain words', async () => {
    const sent = (body: object) => call(test, newBrowser(), 'POST', 'users/verify-otp', body);
    expect((await sent({ email: 'a@b.example', otp: '123456', role: 1 })).body).toMatchObject({
      code: 422,
      errors: [{ path: 'role', message: 'role is not a field here' }],
    });
    expect((await sent({ email: 'a@b.example', otp: 123456 })).body).toMatchObject({ code: 422, errors: [{ path: 'otp' }] });
    expect((await sent({ email: 'a@b.example' })).body.errors).toEqual([{ path: 'otp', message: 'Otp is required' }]);
    expect((await call(test, admin, 'GET', 'users/me?colour=red')).body).toMatchObject({
      code: 422,
      errors: [{ path: 'colour' }],
    });
    expect((await call(test, admin, 'GET', 'followup/list?type=today&type=all')).body).toMatchObject({
      code: 422,
      errors: [{ path: 'type' }],
    });
  });

  it('converts query texts to the types of their fields', async () => {
    const rows = await call(test, admin, 'GET', 'users/by-specific-roles?flag=true');
    expect(rows.code).toBe(200);
    expect((await call(test, admin, 'GET', 'users/by-specific-roles?flag=maybe')).code).toBe(422);
    expect((await call(test, admin, 'GET', 'followup/list?limit=5&page_number=1')).code).toBe(200);
    expect((await call(test, admin, 'GET', 'followup/list?limit=5.5')).code).toBe(422);
    expect((await call(test, admin, 'GET', 'followup/list?limit=1000')).body).toMatchObject({ errors: [{ path: 'limit' }] });
  });
});

describe('faults', () => {
  it('hides the text of a fault and logs it under the number that the answer shows', async () => {
    const real = test.store.transaction;
    test.store.transaction = () => Promise.reject(new Error('secret detail of the database'));
    try {
      const answer = await call(test, admin, 'GET', 'users/me');
      expect(answer).toMatchObject({ status: 500, code: 500 });
      expect(answer.text).not.toContain('secret detail');
      const id = /\(([\w-]+)\)/.exec(answer.body.message!)![1];
      expect(test.logged.some((line) => line.level === 'error' && JSON.stringify(line.data).includes(id!))).toBe(true);
    } finally {
      test.store.transaction = real;
    }
  });

  it('answers /readyz depending on the database', async () => {
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);
    const real = test.store.ping;
    test.store.ping = () => Promise.reject(new Error('away'));
    expect((await test.app.inject('/readyz')).statusCode).toBe(503);
    test.store.ping = real;
  });

  it('shows metrics only to this machine', async () => {
    expect((await test.app.inject('/metrics')).body).toContain('http_request_duration_seconds_count');
    expect((await test.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404);
    expect((await test.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(404);
  });
});
