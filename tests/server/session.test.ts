import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignJWT } from 'jose';
import { build, call, edit, newBrowser, signIn, type Browser, type TestApp } from '../support/app';
import { liveOf, until } from '../support/live-client';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('$name', ({ fresh }) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => test.close());

  const renew = (who: Browser) => call(test, who, 'POST', 'users/refresh');
  const copy = (who: Browser): Browser => ({ ...who, cookies: new Map(who.cookies) });

  describe('token', () => {
    it('SESSION-001 TRUST-S12 an expired token gets HTTP 401, but not within a minute of clock skew', async () => {
      const who = await signIn(test, 'counsellor@northstar.example');
      test.clock.add(15 * 60 + 50);
      expect((await call(test, who, 'GET', 'users/me')).status).toBe(200);
      test.clock.add(20);
      const answer = await call(test, who, 'GET', 'users/me');
      expect(answer).toMatchObject({ status: 401, code: 401 });
      expect(answer.body.message).toBeTruthy();
      test.clock.add(-(15 * 60 + 70));
    });

    it('TRUST-S12 forged tokens are refused', async () => {
      const who = await signIn(test, 'counsellor@northstar.example');
      const [head = '', body = '', mark = ''] = who.token!.split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
      const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
      const admin = Buffer.from(JSON.stringify({ ...claims, role: 1 })).toString('base64url');
      const sign = (header: Record<string, unknown>, payload: Record<string, unknown>) =>
        new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'at+jwt', ...header }).sign(Buffer.alloc(32, 1));
      const forged = [
        none,
        `${head}.${admin}.${mark}`,
        `${head}.${body}.${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`,
        await sign({}, claims),
        await sign({ kid: '../../dev/null' }, claims),
        'x.y.z',
        'A'.repeat(5000),
      ];
      for (const token of forged) {
        who.token = token;
        expect({ token, status: (await call(test, who, 'GET', 'users/me')).status }).toEqual({ token, status: 401 });
      }
      who.token = undefined;
      expect((await call(test, who, 'GET', 'users/me')).status).toBe(401);
    });

    it('LOGOUT-009 after signing out neither token nor refresh cookie is accepted', async () => {
      const who = await signIn(test, 'counsellor@northstar.example');
      const before = copy(who);
      const left = await call(test, who, 'POST', 'users/auth-log', { by_user: true, id: 'someone else', token: 'x', role: 1 });
      expect(left.code).toBe(200);
      expect(who.cookies.has('refresh')).toBe(false);
      expect((await call(test, who, 'GET', 'users/me')).status).toBe(401);
      expect((await renew(before)).status).toBe(401);
      const [row] = await test.store.admin(
        `select last_logout from auth_logs where user_id = '${test.fixture.users['counsellor@northstar.example']}'`,
      );
      expect(row?.['last_logout']).toBeTruthy();
    });

    it('an auth-log without by_user does not end the session', async () => {
      const who = await signIn(test, 'counsellor@northstar.example');
      expect((await call(test, who, 'POST', 'users/auth-log', {})).code).toBe(200);
      expect((await call(test, who, 'GET', 'users/me')).code).toBe(200);
    });

    it('deactivating the user or raising the token version ends the session at once', async () => {
      const who = await signIn(test, 'outsider@northstar.example');
      const id = test.fixture.users['outsider@northstar.example'];
      await edit(test, test.fixture.tenants.northstar, `update users set status = 0 where id = '${id}'`);
      expect((await call(test, who, 'GET', 'users/me')).status).toBe(401);
      expect((await renew(copy(who))).status).toBe(401);
      await edit(
        test,
        test.fixture.tenants.northstar,
        `update users set status = 1, token_version = token_version + 1 where id = '${id}'`,
      );
      expect((await call(test, who, 'GET', 'users/me')).status).toBe(401);
      expect((await renew(copy(who))).status).toBe(401);
    });
  });

  describe('renewal', () => {
    it('rotates the cookie and answers a token that works', async () => {
      const who = await signIn(test, 'manager@northstar.example');
      const before = who.cookies.get('refresh');
      const answer = await renew(who);
      expect(answer.code).toBe(200);
      expect(who.cookies.get('refresh')).not.toBe(before);
      who.token = (answer.body['data'] as { token: string }).token;
      expect((await call(test, who, 'GET', 'users/me')).code).toBe(200);
      const line = [answer.headers['set-cookie']].flat().find((one) => String(one).startsWith('refresh='));
      expect(line).toMatch(/HttpOnly/);
      expect(line).toMatch(/SameSite=Strict/);
    });

    it('TRUST-S12 two tabs within ten seconds share the family; later reuse ends it', async () => {
      const who = await signIn(test, 'manager@northstar.example');
      const stolen = copy(who);
      const [first, second] = await Promise.all([renew(who), renew(copy(stolen))]);
      expect([first.code, second.code]).toEqual([200, 200]);
      test.clock.add(11);
      expect((await renew(stolen)).status).toBe(401);
      expect((await renew(who)).status).toBe(401);
      test.clock.add(-11);
    });

    it('TRUST-S12 reuse of a refresh token ends every token of its sign-in at once, and open connections too', async () => {
      const who = await signIn(test, 'manager@northstar.example');
      const stolen = copy(who);
      const another = await signIn(test, 'manager@northstar.example');

      const chat = { ...who, token: who.wpToken };
      const alive = (one: Browser) => call(test, one, 'GET', 'users/me').then(({ status }) => status);
      const before = { ...copy(who) };
      const renewed = await renew(who);
      who.token = (renewed.body['data'] as { token: string }).token;
      const socket = await liveOf(test, who);
      expect([await alive(before), await alive(who)]).toEqual([200, 200]);
      expect((await call(test, chat, 'GET', 'requesting_chats_list')).status).not.toBe(401);
      test.clock.add(11);
      expect((await renew(stolen)).status).toBe(401);
      test.clock.add(-11);
      expect([await alive(before), await alive(who), await alive(another)]).toEqual([401, 401, 200]);
      expect((await call(test, chat, 'GET', 'requesting_chats_list')).status).toBe(401);
      await until(() => socket.ended() !== undefined);
      expect(socket.of('session_revoked')).toEqual([{ reason: 'revoked' }]);
    });

    it('TRUST-S12 a renewal that runs while its sign-in is being ended leaves no valid token', async () => {
      for (let n = 0; n < 6; n++) {
        const who = await signIn(test, 'manager@northstar.example');
        const stolen = copy(who);
        await renew(who);
        test.clock.add(11);
        const tabs = [copy(who), copy(who)];
        const answers = await Promise.all([...tabs.map(renew), renew(stolen)]);
        test.clock.add(-11);
        expect(answers.at(-1)!.status).toBe(401);
        for (const [at, tab] of tabs.entries()) {
          tab.token = (answers[at]!.body['data'] as { token: string } | undefined)?.token;
          expect((await call(test, tab, 'GET', 'users/me')).status).toBe(401);
          expect((await renew(tab)).status).toBe(401);
        }
      }
    });

    it('ends twelve hours after the sign-in however often it is renewed', async () => {
      const who = await signIn(test, 'manager@northstar.example');
      test.clock.add(11 * 3600);
      expect((await renew(who)).code).toBe(200);
      test.clock.add(3601);
      expect((await renew(who)).status).toBe(401);
      test.clock.add(-12 * 3600 - 1);
    });

    it('refuses made-up cookies', async () => {
      const who = await signIn(test, 'manager@northstar.example');
      const [tenant, id, secret] = who.cookies.get('refresh')!.split('.');
      for (const cookie of [
        `${tenant}.${id}.AAAA`,
        `${test.fixture.tenants.lakeview}.${id}.${secret}`,
        'x',
        '',
        `${tenant}.${id}`,
      ]) {
        const other = newBrowser();
        other.cookies.set('refresh', cookie);
        expect((await renew(other)).status).toBe(401);
      }
    });
  });

  describe('changing the password', () => {
    it('ends every other session and continues with the new token', async () => {
      const email = 'caller@northstar.example';
      const elsewhere = await signIn(test, email);
      const who = await signIn(test, email);
      const change = (current_password: string, new_password: string) =>
        call(test, who, 'POST', 'users/change-password', { current_password, new_password });
      expect((await change('wrong', 'a long new phrase')).body).toMatchObject({
        code: 422,
        errors: [{ path: 'current_password' }],
      });
      const [length, nothing] = [await change('Prospectus#2026', 'short'), await change('', 'a long new phrase')];
      // the browser's own messages for the same errors
      expect([length.body.errors, nothing.body.errors]).toEqual([
        [{ path: 'new_password', message: 'New password must have 10 characters or more' }],
        [{ path: 'current_password', message: 'Current password is required' }],
      ]);
      expect((await change('Prospectus#2026', 'Password123')).body).toMatchObject({
        code: 422,
        errors: [{ path: 'new_password' }],
      });
      const answer = await change('Prospectus#2026', 'a long new phrase');
      expect(answer.code).toBe(200);
      expect((await call(test, elsewhere, 'GET', 'users/me')).status).toBe(401);
      expect((await renew(elsewhere)).status).toBe(401);
      expect((await call(test, who, 'GET', 'users/me')).status).toBe(401);
      who.token = (answer.body['data'] as { token: string }).token;
      expect((await call(test, who, 'GET', 'users/me')).code).toBe(200);
      expect((await renew(who)).code).toBe(200);
      const audit = await test.store.admin(`select new::text as new from audit where table_name = 'users'`);
      expect(JSON.stringify(audit)).not.toContain('argon2');
    });
  });
});
