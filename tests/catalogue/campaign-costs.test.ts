import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('costs of campaigns, on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    test.clock.set(new Date('2026-03-10T20:00:00Z')); // the 11th for the tenant
    admin = await signIn(test, 'admin@northstar.example');
  });
  afterAll(() => test.close());
  const cost = (day: string, campaign = 'mba-2027'): Promise<Answer> =>
    call(test, admin, 'POST', 'res/campaign-costs', { day, platform: 'google', campaign, spend: 1 });

  it('are of a day that has come, in a year of campaigns', async () => {
    for (const day of ['2026-03-12', '9999-12-31'])
      expect((await cost(day)).body.errors).toEqual([{ path: 'day', message: 'Day must not be in the future' }]);
    expect((await cost('0206-03-09')).body.errors).toEqual([{ path: 'day', message: 'Day must not be before the year 2000' }]);
    expect((await cost('2026-03-11')).status).toBe(200);
  });

  it('are kept once for a campaign and day, whatever its spelling', async () => {
    expect((await cost('2026-03-09')).status).toBe(200);
    const again = await cost('2026-03-09', ' MBA-2027');
    expect([again.code, again.body.errors?.[0]?.path]).toEqual([409, 'day']);
    expect((await cost('2026-03-09', 'bba-2027')).status).toBe(200);
  });
});
