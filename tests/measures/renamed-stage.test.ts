import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportTable } from '../../src/schemas/kit/report';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const day = '2027-03-02';
const at = (time: string): string => new Date(`${day}T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('a stage that was renamed, $name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let warm: string;
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    admin = await signIn(test, 'admin@northstar.example');
    const history = new History(test.store, test.fixture.tenants.northstar);
    const lead = await history.capture(at('09:00'));
    await history.assign(lead, test.fixture.users['counsellor@northstar.example']!, at('09:05'));
    warm = await history.stage('Warm');
    const hot = await history.stage('Hot');
    await save(lead, warm, 'Asked for the fee');
    const { status } = await call(test, admin, 'PATCH', `res/lead-stages/${warm}`, { stage_name: 'Lukewarm' });
    expect(status).toBe(200);
    await save(lead, warm, 'Still thinks about it');
    await save(lead, hot, 'Will join');
  });
  afterAll(() => test.close());

  async function save(lead: string, stage: string, note: string): Promise<void> {
    test.clock.add(60);
    const saved = await call(test, admin, 'POST', 'callGenerate', { lead_id: lead, callObj: { stage_id: stage, message: note } });
    expect([saved.code, saved.text]).toEqual([200, expect.any(String)]);
  }
  async function table(tab: string): Promise<ReportTable> {
    const answer = await call(test, admin, 'GET', `reports/lead-stages?from=${day}&to=${day}&tab=${tab}`);
    expect(answer.text.slice(0, 200)).toContain('"code":200');
    return answer.body['data'] as ReportTable;
  }

  it('is still the stage from which leads moved', async () => {
    const { rows, totals } = await table('path');
    expect(rows.map(({ title, value, cells }) => [title, value || null, cells.at(-1)!.value])).toEqual([
      ['Lukewarm', warm, 2],
      ['No earlier stage', null, 1],
    ]);
    expect(totals.at(-1)!.value).toBe(3);
  });

  it('recorded again is no change of the stage', async () => {
    const { columns, totals } = await table('records');
    const number = (measure: string): unknown => totals[columns.findIndex((one) => one.key === measure)]!.value;
    expect(['S5', 'S6', 'S8'].map(number)).toEqual([3, 1, 1]);
    const answer = await call(test, admin, 'GET', `reports/user-productivity?from=${day}&to=${day}`);
    const summary = answer.body['data'] as ReportTable;
    expect(summary.totals[summary.columns.findIndex(({ key }) => key === 'S1')]!.value).toBe(2);
  });
});
