import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otpLength } from '../../src/schemas/kit/otp';
import { build, call, lastCode, newBrowser, signIn, type Browser, type TestApp } from '../support/app';
import { password } from '../support/fixture';
import { reachableDatabases } from '../support/postgres';

const databases = await reachableDatabases();

describe.each(databases)('$name', ({ fresh }) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
  });
  afterAll(() => test.close());

  const attempt = (who: Browser, email: string, secret = password) =>
    call(test, who, 'POST', 'users/signin', { email, username: email, password: secret });
  const verify = (who: Browser, email: string, otp: string) => call(test, who, 'POST', 'users/verify-otp', { email, otp });
  /** Enters the password and has a code sent. */
  async function half(email: string): Promise<Browser> {
    const who = newBrowser();
    expect((await attempt(who, email)).code).toBe(200);
    expect((await call(test, who, 'POST', 'users/send-otp', { email })).code).toBe(200);
    return who;
  }
  const other = (code: string): string => code.replaceAll(/\d/g, (digit) => (digit === '0' ? '1' : '0'));

  describe('password', () => {
    it('LOGIN-015 correct credentials get 200 and a message, and no token', async () => {
      const who = newBrowser();
      const answer = await attempt(who, 'Counsellor@Northstar.example ');
      expect(answer).toMatchObject({ status: 200, code: 200 });
      expect(answer.body.message).toBeTruthy();
      expect(answer.text).not.toMatch(/token|eyJ/);
      const cookie = [answer.headers['set-cookie']].flat().find((line) => String(line).startsWith('pre_auth='));
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/Max-Age=600/);
    });

    it('LOGIN-016 TRUST-S10 an unknown email, a wrong password and an inactive user with a wrong password get the same answer', async () => {
      const answers = await Promise.all(
        ['nobody@northstar.example', 'manager@northstar.example', 'inactive@northstar.example'].map((email) =>
          attempt(newBrowser(), email, 'not the password'),
        ),
      );
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: 401 });
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    });

    it('LOGIN-018 an inactive user with the right password gets 403 and cannot go on to the code', async () => {
      const who = newBrowser();
      const answer = await attempt(who, 'inactive@northstar.example');
      expect(answer).toMatchObject({ status: 200, code: 403 });
      expect(answer.body.message).toBeTruthy();
      expect(who.cookies.has('pre_auth')).toBe(false);
    });

    it('LOGIN-017 the sixth attempt for one account from one address is refused, even with the right password', async () => {
      const who = newBrowser();
      for (let i = 0; i < 5; i++) expect((await attempt(who, 'lead@northstar.example', 'wrong')).code).toBe(401);
      const answer = await attempt(who, 'lead@northstar.example');
      expect(answer).toMatchObject({ status: 200, code: 429 });
      expect(answer.body.message).toBeTruthy();
      expect((await attempt(newBrowser(), 'lead@northstar.example')).code).toBe(200);
    });

    it('LOGIN-017 parallel attempts cannot outrun the count', async () => {
      const who = newBrowser();
      await call(test, who, 'GET', 'nothing');
      const answers = await Promise.all(Array.from({ length: 15 }, () => attempt(who, 'caller@northstar.example', 'wrong')));
      expect(answers.filter((answer) => answer.code === 401)).toHaveLength(5);
      expect(answers.filter((answer) => answer.code === 429)).toHaveLength(10);
    });

    it('LOGIN-017 twenty failures from one address block it for every account', async () => {
      const who = newBrowser();
      for (let i = 0; i < 20; i++) expect((await attempt(who, `guess${i}@northstar.example`, 'wrong')).code).toBe(401);
      expect((await attempt(who, 'manager@northstar.example')).code).toBe(429);
    });

    it('LOGIN-017 fifty failures for one account block it from every address', async () => {
      for (let i = 0; i < 50; i++) await test.store.hit('signin-user:caller@lakeview.example', 900);
      expect((await attempt(newBrowser(), 'caller@lakeview.example', 'wrong')).code).toBe(429);
    });
  });

  describe('one-time code', () => {
    it('OTP-022 ENT-001 ENT-002 ENT-003 ENT-004 ENT-005 ENT-006 ENT-007 ENT-008 ENT-009 the right code answers user and tenant', async () => {
      const email = 'counsellor@northstar.example';
      const who = await half(email);
      const answer = await verify(who, email, lastCode(test, email));
      expect(answer).toMatchObject({ status: 200, code: 200 });
      const { result, tenantDetail } = answer.body as Record<string, Record<string, unknown>>;
      expect(result).toMatchObject({
        id: test.fixture.users[email],
        name: 'Counsellor Northstar',
        email,
        role: 4,
        role_name: 'Counsellor',
        type: 'org',
        token: expect.stringMatching(/^eyJ/),
        user_status: 0,
        logo_image: null,
      });
      expect(tenantDetail).toMatchObject({ id: test.fixture.tenants.northstar, name: 'Northstar', timezone: 'Asia/Kolkata' });
      expect(Object.keys(tenantDetail!).sort()).toEqual(
        'brand_color brand_name entity_name features id is_allow_automation_trigger is_details_complete logo_image name support_email support_number tenant_type time_tracking timezone vc_meetings_enabled'.split(
          ' ',
        ),
      );
    });

    it('ENT-010 ENT-011 ENT-012 ENT-013 ENT-014 the chat token is a different one, and role and states are correct', async () => {
      const who = await half('caller@northstar.example');
      const answer = await verify(who, 'caller@northstar.example', lastCode(test, 'caller@northstar.example'));
      const result = answer.body['result'] as Record<string, unknown>;
      expect(result['wp_token']).toMatch(/^eyJ/);
      expect(result['wp_token']).not.toBe(result['token']);
      expect(result).toMatchObject({ wp_access: 0, role: 5, type: 'org', user_status: 0 });
      who.token = String(result['wp_token']);
      expect((await call(test, who, 'GET', 'acl')).status).toBe(401);
    });

    it('OTP-023 a code can be used once', async () => {
      const email = 'manager@northstar.example';
      const who = await half(email);
      const again = { ...who, cookies: new Map(who.cookies) };
      const code = lastCode(test, email);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => verify({ ...who, cookies: new Map(who.cookies) }, email, code)),
      );
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
      expect((await verify(again, email, code)).code).toBe(401);
    });

    it('OTP-023 five wrong attempts end a code, and the right one is then too late', async () => {
      const email = 'backoffice@northstar.example';
      const who = await half(email);
      const code = lastCode(test, email);
      for (let i = 0; i < 4; i++) expect((await verify(who, email, other(code))).code).toBe(401);
      expect((await verify(who, email, other(code))).code).toBe(429);
      expect((await verify(who, email, code)).code).toBe(429);
    });

    it('TRUST-S9 OTP-023 parallel wrong codes get five attempts, not fifty', async () => {
      const email = 'lead@northstar.example';
      const who = await half(email);
      const code = lastCode(test, email);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => verify({ ...who, cookies: new Map(who.cookies) }, email, other(code))),
      );
      expect(answers.filter((answer) => answer.code === 401)).toHaveLength(4);
      expect(await test.store.hits(`otp:${test.fixture.users[email]}`, 86400)).toBe(5);
      expect((await verify(who, email, code)).code).toBe(429);
    });

    it('TRUST-S9 ten wrong codes in a day, over all codes, lock the account', async () => {
      const email = 'outsider@northstar.example';
      for (let i = 0; i < 10; i++) await test.store.hit(`otp:${test.fixture.users[email]}`, 86400);
      const who = newBrowser();
      await attempt(who, email);
      expect((await call(test, who, 'POST', 'users/send-otp', { email })).code).toBe(429);
      expect(test.messages.some((line) => line.includes(email))).toBe(false);
    });

    it('OTP-023 a new code replaces the old one, and a resend has to wait', async () => {
      const email = 'admin@lakeview.example';
      const who = await half(email);
      const old = lastCode(test, email);
      expect((await call(test, who, 'POST', 'users/resend-otp', { email })).code).toBe(429);
      expect((await call(test, who, 'POST', 'users/send-otp', { email })).code).toBe(429);
      await test.store.admin(`delete from attempts where key = 'otp-sent:${test.fixture.users[email]}'`);
      const resent = await call(test, who, 'POST', 'users/resend-otp', { email });
      expect(resent.body).toMatchObject({ code: 200, message: 'OTP Resent Successfully' });
      const fresh = lastCode(test, email);
      if (fresh !== old) expect((await verify(who, email, old)).code).toBe(401);
      expect((await verify(who, email, fresh)).code).toBe(200);
    });

    it('OTP-023 a code expires after five minutes', async () => {
      const email = 'counsellor@lakeview.example';
      const who = await half(email);
      test.clock.add(301);
      expect((await verify(who, email, lastCode(test, email))).code).toBe(401);
      test.clock.add(-301);
      expect((await verify(who, email, lastCode(test, email))).code).toBe(200);
    });

    it('OTP-024 without a fresh sign-in in this browser, or for another email, no code is sent or checked', async () => {
      const email = 'admin@northstar.example';
      const who = await half(email);
      const code = lastCode(test, email);
      const before = test.messages.length;
      for (const [browser, mail] of [
        [newBrowser(), email],
        [who, 'manager@northstar.example'],
      ] as const) {
        for (const path of ['users/send-otp', 'users/resend-otp'])
          expect(await call(test, browser, 'POST', path, { email: mail })).toMatchObject({ status: 200, code: 401 });
        const answer = await verify(browser, mail, code);
        expect(answer).toMatchObject({ status: 200, code: 401 });
        expect(answer.body.message).toBe('Please sign in again.');
      }
      expect(test.messages).toHaveLength(before);
      test.clock.add(601);
      expect((await verify(who, email, code)).code).toBe(401);
      test.clock.add(-601);
    });

    it('prints the sandbox line and keeps the code out of answers and tables', async () => {
      const email = 'admin@northstar.example';
      const who = newBrowser();
      await attempt(who, email);
      const sent = await call(test, who, 'POST', 'users/send-otp', { email });
      expect(sent.body.message).toBe('OTP Sent Successfully.');
      expect(test.messages.at(-1)).toMatch(
        new RegExp(`^\\[sandbox email\\] to=admin@northstar\\.example subject="[^"]+" code=\\d{${otpLength}}$`),
      );
      const code = lastCode(test, email);
      expect(sent.text).not.toContain(code);
      expect(JSON.stringify(await test.store.admin('select * from otp_codes'))).not.toContain(`"${code}"`);
    });

    it('records the first sign-in of the day', async () => {
      const email = 'lead@northstar.example';
      await signIn(test, email);
      await signIn(test, email);
      const rows = await test.store.admin(`select first_login from auth_logs where user_id = '${test.fixture.users[email]}'`);
      expect(rows).toHaveLength(1);
    });
  });
});
