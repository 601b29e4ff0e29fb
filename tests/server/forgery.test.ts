import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { isWrite } from '../../server/http/endpoints';
import { build, call, newBrowser, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(() => test.close());

const refusal = { code: 403, message: 'Your session could not be verified. Please try again.' };
const { endpoints } = collectEndpoints();
const addressOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '01JD0000000000000000000000');

describe('anti-forgery', () => {
  it('HTTP-011 TRUST-S13 every call that writes refuses a missing, wrong or foreign header and changes nothing', async () => {
    const other = await signIn(test, 'manager@northstar.example');
    // calls of visitors and providers have no session that could be misused (tests/server/api-keys.test.ts lists them)
    const writes = endpoints.filter((one) => (isWrite(one) || one.method !== 'GET') && one.call?.forgery !== false);
    expect(writes.length).toBeGreaterThan(10);
    const [before] = await test.store.admin('select count(*) as n, max(seq) as last from audit');
    for (const { method, wire } of writes) {
      for (const header of ['', 'x.y.z', `${admin.cookies.get('XSRF-TOKEN')}x`, other.cookies.get('XSRF-TOKEN')!]) {
        const answer = await call(test, admin, method, addressOf(wire.path), method === 'GET' ? undefined : {}, {
          'x-xsrf-token': header,
        });
        expect({ path: wire.path, status: answer.status, body: answer.body }).toEqual({
          path: wire.path,
          status: 403,
          body: refusal,
        });
      }
    }
    expect(await test.store.admin('select count(*) as n, max(seq) as last from audit')).toEqual([before]);
  });

  it("HTTP-011 TRUST-S13 another user's pair of cookie and header does not work with this token", async () => {
    const other = await signIn(test, 'manager@northstar.example');
    const mixed: Browser = { ...admin, cookies: new Map(other.cookies) };
    const answer = await call(test, mixed, 'POST', 'users/auth-log', {});
    expect(answer).toMatchObject({ status: 403, body: refusal });
    // The answer set a fresh cookie, so the client's one retry succeeds.
    expect((await call(test, mixed, 'POST', 'users/auth-log', {})).code).toBe(200);
  });

  it('sets the cookie on any answer to a request without a valid one, readable by scripts', async () => {
    for (const url of ['/healthz', '/api/users/me', '/api/nothing', '/']) {
      const answer = await test.app.inject({ method: 'GET', url, headers: { cookie: 'XSRF-TOKEN=forged.x.y' } });
      const line = String([answer.headers['set-cookie']].flat()[0]);
      expect(line).toMatch(/^XSRF-TOKEN=[\w-]+\.\.[\w-]+; Path=\/; SameSite=Lax$/);
    }
    const again = await call(test, admin, 'GET', 'users/me');
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('marks cookies Secure on https, and the refresh cookie by its prefix', async () => {
    const secure = await build({ publicUrl: 'https://crm.example' });
    const who = await signIn(secure, 'admin@northstar.example');
    expect(who.cookies.has('__Host-refresh')).toBe(true);
    const answer = await secure.app.inject({ method: 'GET', url: '/healthz' });
    expect(answer.headers['set-cookie']).toMatch(/; Secure$/);
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/);
    await secure.close();
  });
});

describe('a GET that writes', () => {
  const gets = endpoints.filter((one) => one.method === 'GET' && isWrite(one));

  it('HTTP-012 needs bearer and header, refuses other sites and prefetch, is not stored', async () => {
    expect(gets.map((one) => one.wire.path)).toContain('followup/lead/mark-status/{id}');
    for (const { wire } of gets) {
      const path = addressOf(wire.path);
      expect((await call(test, admin, 'GET', path, undefined, { 'x-xsrf-token': '' })).status).toBe(403);
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
      ])
        expect((await call(test, admin, 'GET', path, undefined, headers as unknown as Record<string, string>)).status).toBe(403);
      const nobody: Browser = { ...admin, cookies: new Map(admin.cookies), token: undefined };
      expect((await call(test, nobody, 'GET', path)).status).toBe(401);
      const answer = await call(test, admin, 'GET', path, undefined, { 'sec-fetch-site': 'same-origin' });
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('has a POST twin at the same address and answers no HEAD', async () => {
    for (const { wire } of gets) {
      const post = await call(test, admin, 'POST', addressOf(wire.path), {});
      expect(post.status).toBe(200);
      const head = await test.app.inject({ method: 'HEAD', url: `/api/${addressOf(wire.path)}` });
      expect(head.statusCode).toBe(404);
    }
  });

  it('HTTP-013 TRUST-S30 the log names the pattern of the route, never query or path values', async () => {
    test.logged.length = 0;
    await call(test, admin, 'GET', 'followup/lead/mark-status/canary-id-77?source=dialer');
    await call(test, admin, 'GET', 'users/me?canary=9876543210');
    await call(test, newBrowser(), 'POST', 'users/signin', { email: 'canary@mail.example', password: 'canary-password' });
    const text = JSON.stringify(test.logged);
    expect(text).toContain('/api/followup/lead/mark-status/:id');
    expect(text).not.toMatch(/canary|9876543210|dialer/);
  });
});
