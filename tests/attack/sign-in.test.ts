import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { isWrite } from '../../server/http/endpoints';
import { build, call, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { password } from '../support/fixture';

let test: TestApp;
beforeAll(async () => {
  test = await build();
});
afterAll(() => test.close());

const attempt = (who: Browser, email: string, text: string): Promise<Answer> =>
  call(test, who, 'POST', 'users/signin', { email, username: email, password: text });

describe('guessing', () => {
  it('TRUST-S10 thirty tries of each kind get identical answers: an unknown user, a wrong password, an inactive account', async () => {
    const kinds = ['nobody@northstar.example', 'manager@northstar.example', 'inactive@northstar.example'];
    const seen = new Set<string>();
    for (let n = 0; n < 30; n++)
      for (const email of kinds) {
        // each from its own address, so that no limit is hit
        if (n % 15 === 0) await test.store.admin('delete from attempts');
        const { status, text, headers } = await attempt(newBrowser(), email, `wrong ${n}`);
        const { date: _, 'set-cookie': __, ...rest } = headers;
        seen.add(JSON.stringify([status, text, rest]));
      }
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain('Incorrect email or password.');
  });

  it('TRUST-S10 a hundred wrong tries from one address do not lock the account for other addresses', async () => {
    await test.store.admin('delete from attempts');
    const from = newBrowser();
    const codes = new Map<number, number>();
    for (let n = 0; n < 100; n++) {
      const { code } = await attempt(from, 'counsellor@northstar.example', `wrong ${n}`);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect([...codes]).toEqual([
      [401, 5],
      [429, 95],
    ]);
    expect((await attempt(from, 'counsellor@northstar.example', password)).code).toBe(429);
    await signIn(test, 'counsellor@northstar.example');
  });
});

describe('the session', () => {
  it('TRUST-S12 twenty tabs that renew at once share one token family, and the old cookie stops working afterwards', async () => {
    const who = await signIn(test, 'lead@northstar.example');
    const before = new Map(who.cookies);
    const tabs = Array.from({ length: 20 }, () => ({ ...who, cookies: new Map(before) }));
    const answers = await Promise.all(tabs.map((tab) => call(test, tab, 'POST', 'users/refresh', {})));
    expect(answers.map((one) => one.code)).toEqual(answers.map(() => 200));
    const families = await test.store.admin(`select distinct family from refresh_tokens where user_id = '${who.userId!}'`);
    expect(families).toHaveLength(1);
    test.clock.add(11);
    expect((await call(test, { ...who, cookies: new Map(before) }, 'POST', 'users/refresh', {})).status).toBe(401);
    // reuse ended the family: it is over for every tab
    for (const tab of tabs.slice(0, 3)) expect((await call(test, tab, 'POST', 'users/refresh', {})).status).toBe(401);
    test.clock.add(-11);
  });

  it('TRUST-S12 a clock that is a minute off is accepted, one that is two minutes off is not', async () => {
    const who = await signIn(test, 'caller@northstar.example');
    const { iat } = JSON.parse(Buffer.from(who.token!.split('.')[1]!, 'base64url').toString()) as { iat: number };
    const codes: [number, number][] = [];
    // The test's clock runs on during a call: ten seconds before the end leave room for a slow one.
    for (const seconds of [-120, -59, 0, 15 * 60 + 50, 15 * 60 + 120]) {
      test.clock.set(new Date((iat + seconds) * 1000));
      codes.push([seconds, (await call(test, who, 'GET', 'users/me')).status]);
    }
    test.clock.set(new Date());
    expect(codes).toEqual([
      [-120, 401],
      [-59, 200],
      [0, 200],
      [15 * 60 + 50, 200],
      [15 * 60 + 120, 401],
    ]);
  });
});

describe('a page of another origin', () => {
  it('TRUST-S13 nothing that a foreign page can make a browser send writes anything: missing header, forms, pictures, prefetch', async () => {
    const who = await signIn(test, 'admin@northstar.example');
    const { endpoints } = collectEndpoints();
    const writes = endpoints.filter((one) => isWrite(one) && one.access !== 'public');
    const address = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '01JD0000000000000000000000');
    const foreign = { 'x-xsrf-token': '', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const [before] = await test.store.admin('select count(*) as n, max(seq) as last from audit');
    const wrong: string[] = [];
    let asked = 0;
    for (const { method, wire, name } of writes) {
      // a foreign page can send cookies but never the token; with the token it would still lack the header
      const ways: [string, Browser, Record<string, string>, string | undefined][] = [
        ['cookies alone', { ...who, cookies: new Map(who.cookies), token: undefined }, foreign, '{}'],
        ['the token too', { ...who, cookies: new Map(who.cookies) }, foreign, '{}'],
        [
          'a form',
          { ...who, cookies: new Map(who.cookies) },
          { ...foreign, 'content-type': 'application/x-www-form-urlencoded' },
          'a=b',
        ],
        [
          'a form of plain text',
          { ...who, cookies: new Map(who.cookies) },
          { ...foreign, 'content-type': 'text/plain' },
          '{"a":1}',
        ],
        ['a prefetch', { ...who, cookies: new Map(who.cookies) }, { ...foreign, 'sec-purpose': 'prefetch' }, '{}'],
      ];
      for (const [what, by, headers, body] of ways) {
        asked++;
        const json = method === 'GET' ? headers : { 'content-type': 'application/json', ...headers };
        const answer = await call(test, by, method, address(wire.path), method === 'GET' ? undefined : body, json);
        if (![401, 403, 415].includes(answer.status))
          wrong.push(`${name} (${method} ${wire.path}), ${what}: ${answer.status} ${answer.text.slice(0, 100)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(1000);
    expect(await test.store.admin('select count(*) as n, max(seq) as last from audit')).toEqual([before]);
  });
});
