import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { networkOf } from '../../server/identity/network-of';
import { build, call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { password } from '../support/fixture';
import { reachableDatabases } from '../support/postgres';

const databases = await reachableDatabases();

describe.each(databases)('an outsider who guesses passwords, $name', ({ fresh }) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
  });
  afterAll(() => test.close());
  beforeEach(() => test.store.admin('delete from attempts'));

  const attempt = (who: Browser, email: string, text = password): Promise<Answer> =>
    call(test, who, 'POST', 'users/signin', { email, username: email, password: text });
  const waitOf = (answer: Answer): number => Number(answer.headers['retry-after']);
  /** Moves all counted attempts back by this many seconds. */
  const pass = (seconds: number) => test.store.admin(`update attempts set at = at - interval '${seconds} seconds'`);
  const outsiders = (count: number): Browser[] => Array.from({ length: count }, () => newBrowser());
  /** Fifty wrong passwords from ten addresses. */
  async function guess(email: string): Promise<number[]> {
    const codes: number[] = [];
    for (const outsider of outsiders(10))
      for (let n = 0; n < 5; n++) codes.push((await attempt(outsider, email, `guess ${n}`)).code);
    return codes;
  }
  /** The same device elsewhere: the same cookies in another network. */
  const elsewhere = ({ cookies }: Browser): Browser => ({ ...newBrowser(), cookies: new Map(cookies) });

  it('TRUST-S36 after 50 wrong passwords from ten addresses the owner gets in from a known device, and from a known network', async () => {
    const email = 'counsellor@northstar.example';
    const owner = await signIn(test, email);
    expect(await guess(email)).toEqual(Array.from({ length: 50 }, () => 401));
    expect((await attempt(elsewhere(owner), email)).code).toBe(200);
    expect((await attempt({ ...newBrowser(), ip: owner.ip }, email)).code).toBe(200);
    // the device stays known after signing out
    await call(test, owner, 'POST', 'users/auth-log', { by_user: true });
    await signIn(test, email, elsewhere(owner));
    const stranger = await attempt(newBrowser(), email);
    expect(stranger.body).toMatchObject({
      code: 429,
      message: expect.stringMatching(/^Too many attempts. Please try again in \d+ seconds.$/),
    });
    expect(waitOf(stranger)).toBeLessThanOrEqual(18);
  });

  it('TRUST-S36 an unknown device waits for its turn, which nobody can take, and guessing from 200 addresses stays bounded', async () => {
    const email = 'lead@northstar.example';
    await guess(email);
    const others = outsiders(200);
    for (const other of others) expect((await attempt(other, email, 'guess')).code).toBe(429);
    const owner = newBrowser();
    const told = waitOf(await attempt(owner, email));
    expect(told).toBeGreaterThan(190 * 18);
    expect(told).toBeLessThanOrEqual(3620);
    // trying again neither helps nor harms
    expect(waitOf(await attempt(owner, email))).toBeLessThanOrEqual(told);
    let heard = 0;
    let passed = 0;
    for (const step of [600, 600, 600, 600, 600]) {
      await pass(step);
      passed += step;
      for (const other of others.slice(0, 60)) heard += (await attempt(other, email, 'guess')).code === 401 ? 1 : 0;
    }
    expect(heard).toBeLessThanOrEqual(Math.ceil(passed / 18));
    const still = await attempt(owner, email);
    expect(still.code).toBe(429);
    await pass(waitOf(still));
    expect((await attempt(owner, email)).code).toBe(200);
  });

  it('TRUST-S36 a device that tries again keeps its turn, however many come after it', async () => {
    const email = 'lead@northstar.example';
    await guess(email);
    const owner = newBrowser();
    const told = waitOf(await attempt(owner, email));
    for (const other of outsiders(20)) await attempt(other, email, 'guess');
    expect(waitOf(await attempt(owner, email))).toBeLessThanOrEqual(told);
  });

  it('TRUST-S36 TRUST-S10 a device waits longer after each failure, but is never locked out for good', async () => {
    const email = 'manager@northstar.example';
    const who = newBrowser();
    for (let n = 0; n < 5; n++) expect((await attempt(who, email, 'wrong')).code).toBe(401);
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      const refused = await attempt(who, email);
      expect(refused.code).toBe(429);
      waits.push(waitOf(refused));
      await pass(waitOf(refused));
      expect((await attempt(who, email, 'wrong')).code).toBe(401);
    }
    const about = waits.map((wait) => Math.round(wait / 60));
    expect(about).toEqual([1, 2, 4, 5]);
    await pass(300);
    expect((await attempt(who, email)).code).toBe(200);
  });

  it('TRUST-S36 a known device is slowed only by its own failures, not by those of its network', async () => {
    const email = 'backoffice@northstar.example';
    const owner = await signIn(test, email);
    const neighbour = { ...newBrowser(), ip: owner.ip };
    for (let n = 0; n < 30; n++) await attempt(neighbour, `guess${n}@northstar.example`, 'wrong');
    expect((await attempt(neighbour, email)).code).toBe(429);
    expect((await attempt(owner, email)).code).toBe(200);
    for (let n = 0; n < 5; n++) expect((await attempt(owner, email, 'wrong')).code).toBe(401);
    expect((await attempt(owner, email)).code).toBe(429);
  });

  it('TRUST-S36 a device is known only for its own users, and no longer after a password change or the end of all sessions', async () => {
    const email = 'caller@northstar.example';
    const owner = await signIn(test, email);
    const line = owner.cookies.get('device')!;
    expect(line).not.toContain(email);
    const colleague = await signIn(test, 'outsider@northstar.example', { ...newBrowser(), cookies: new Map(owner.cookies) });
    await guess(email);
    const known = async (cookie: string): Promise<boolean> => {
      const device = newBrowser();
      device.cookies.set('device', cookie);
      return (await attempt(device, email)).code === 200;
    };
    // two people share a computer
    expect(await known(colleague.cookies.get('device')!)).toBe(true);
    const [user, until, mark, signature] = line.split('.');
    const [, , , theirs] = (await signIn(test, 'outsider@northstar.example')).cookies.get('device')!.split('.');
    for (const forged of [
      `${user}.${until}.${mark}.${theirs}`,
      `${user}.zzzzzzz.${mark}.${signature}`,
      `${user}.${until}.x.${signature}`,
      'x',
      '',
    ])
      expect(await known(forged)).toBe(false);
    const changed = await call(test, owner, 'POST', 'users/change-password', {
      current_password: password,
      new_password: 'Monsoon-Lantern-47',
    });
    expect(changed.code).toBe(200);
    const after = owner.cookies.get('device')!;
    const enters = async (cookie: string): Promise<number> => {
      const device = newBrowser();
      device.cookies.set('device', cookie);
      return (await attempt(device, email, 'Monsoon-Lantern-47')).code;
    };
    expect([await enters(line), await enters(after)]).toEqual([429, 200]);
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update users set token_version = token_version + 1 where email = '${email}'`,
    );
    expect(await enters(after)).toBe(429);
    const set = [changed.headers['set-cookie']].flat().find((one) => String(one).startsWith('device='));
    expect(set).toMatch(/HttpOnly/);
    expect(set).toMatch(/SameSite=Strict/);
  });

  it('TRUST-S10 an unknown email gets the same answers with the same waits', async () => {
    const seen = async (email: string): Promise<string[]> => {
      await test.store.admin('delete from attempts');
      await guess(email);
      const stranger = newBrowser();
      const texts: string[] = [];
      for (let n = 0; n < 3; n++) texts.push((await attempt(stranger, email, 'wrong')).text.replace(/\d+ seconds/, 'n seconds'));
      await pass(40);
      for (let n = 0; n < 7; n++) texts.push((await attempt(stranger, email, 'wrong')).text.replace(/\d+ seconds/, 'n seconds'));
      return texts;
    };
    expect(await seen('nobody@northstar.example')).toEqual(await seen('admin@lakeview.example'));
  });

  it('TRUST-S36 an IPv6 /64 network counts as one address, and an IPv4-mapped address as the IPv4 address', async () => {
    const email = 'counsellor@lakeview.example';
    const from = (ip: string): Browser => ({ cookies: new Map(), ip });
    for (let n = 1; n <= 5; n++) expect((await attempt(from(`2001:db8:9:9::${n}`), email, 'wrong')).code).toBe(401);
    expect((await attempt(from('2001:db8:9:9:ffff::1'), email)).code).toBe(429);
    expect((await attempt(from('2001:db8:9:a::1'), email)).code).toBe(200);
    for (let n = 1; n <= 5; n++) await attempt(from('203.0.113.77'), email, 'wrong');
    expect((await attempt(from('::ffff:203.0.113.77'), email)).code).toBe(429);
    expect(['::ffff:1.2.3.4', '1.2.3.4', '2001:db8::1', '2001:db8:0:0:ffff::9', 'unknown'].map(networkOf)).toEqual([
      '1.2.3.4',
      '1.2.3.4',
      '2001:db8:0:0::/64',
      '2001:db8:0:0::/64',
      'unknown',
    ]);
  });
});
