import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedBy } from '../../server/measures/asked';
import { countTable, type Column, type Counts } from '../../server/measures/count-table';
import type { MeasureId } from '../../src/schemas/kit/measures';
import { measures } from '../../src/schemas/kit/measures';
import { writeCell } from '../../src/schemas/kit/write-cell';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const columns: Column[] = Object.keys(measures).map((measure) => ({ measure: measure as MeasureId }));
const day = '2026-03-02';
/** India's wall clock on that day. */
const at = (time: string, date = day): string => new Date(`${date}T${time}:00+05:30`).toISOString();

/** Monday 2 March 2026 of the specification: a shift from 09:00 to 18:00, a target of 15 minutes, users A and B. */
async function tellTheDay(history: History, a: string, b: string): Promise<void> {
  await history.shift('09:00', '18:00', [a, b]);
  const lead5 = await history.capture(at('23:50', '2026-03-01'));
  const [lead1, lead2, lead3] = [
    await history.capture(at('09:00')),
    await history.capture(at('09:00')),
    await history.capture(at('09:00')),
  ];
  await history.assign(lead1, a, at('09:05'));
  await history.call({ lead: lead1, user: a, at: at('09:10'), outcome: 'no_answer' });
  await history.assign(lead2, a, at('09:20'));
  await history.call({ lead: lead2, user: a, at: at('09:50'), talk: 95 });
  const action = await history.callAction({ lead: lead2, user: a, at: at('09:50'), stage: 'Interested' });
  const followUp = await history.followUp({ lead: lead2, user: a, at: at('09:50'), due: at('15:00'), action });
  await history.assign(lead3, a, at('10:00'));
  await history.assign(lead3, b, at('11:00'));
  await history.call({ lead: lead3, user: b, at: at('11:30'), talk: 40 });
  await history.assign(lead1, b, at('12:00'));
  await history.assign(lead1, a, at('12:30'));
  await history.finish(followUp, a, at('15:20'));
  await history.capture(at('16:00'), lead2);
  await history.call({ lead: lead1, user: null, at: at('17:00'), direction: 'inbound', outcome: 'missed', offered: [a, b] });
  await history.call({ lead: lead1, user: a, at: at('17:30'), talk: 70 });
  await history.capture(at('23:50'));
  expect(lead5).toBeTruthy();
}

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let a: string;
  let b: string;
  const nights: { when: string; now: Date; counts: Counts }[] = [];
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date('2026-03-03T06:00:00Z'));
    admin = await signIn(test, 'admin@northstar.example');
    const tenantId = test.fixture.tenants.northstar;
    [a, b] = [test.fixture.users['counsellor@northstar.example']!, test.fixture.users['outsider@northstar.example']!];
    await tellTheDay(new History(test.store, tenantId), a, b);
    const session = { tenantId, timezone: 'Asia/Kolkata', scope: 'tenant' } as const;
    for (const [when, now] of [
      ['the day after', new Date('2026-03-03T06:00:00Z')],
      ['that night', new Date('2026-03-02T18:25:00Z')],
    ] as const) {
      const asked = askedBy(session, now, { from: day, to: day });
      const counts = await test.store.transaction(actor(tenantId), (tx) => countTable(tx, asked, ['user'], columns, {}));
      nights.push({ when, now, counts });
    }
  });
  afterAll(() => test.close());

  const shown = (number: ReturnType<Counts['number']>): string => {
    if (!number || number.value === null) return '–';
    const value = typeof number.value === 'number' ? String(Math.round(number.value * 10) / 10) : number.value;
    return number.of ? `${number.of[0]}/${number.of[1]} = ${Number(number.value).toFixed(1)}` : value;
  };

  /** Measure, A, B, Total: every cell of the specification's table. */
  const table: readonly (readonly [MeasureId, string, string, string])[] = [
    ['L1', '–', '–', '4'],
    ['L2', '–', '–', '1'],
    ['L3', '3', '2', '3'],
    ['L4', '2', '1', '3'],
    ['L9', '0', '0', '2'],
    ['L5', '1', '1', '0'],
    ['L6', '2', '1', '3'],
    ['L7', '2', '1', '2'],
    ['T1', '17.5', '30', '30'],
    ['T2', '1/3 = 33.3', '0/2 = 0.0', '1/3 = 33.3'],
    ['A2', '6', '1', '7'],
    ['A3', '2', '1', '3'],
    ['C1', '3', '1', '4'],
    ['C2', '2', '1', '3'],
    ['C11', '2/3 = 66.7', '1/1 = 100.0', '3/4 = 75.0'],
    ['C5', '1', '1', '1'],
    ['C6', '1', '1', '1'],
    ['C7', '2', '1', '3'],
    ['C8', '2', '1', '3'],
    ['C9', '165', '40', '205'],
    ['C10', '82.5', '40', '68.3'],
    ['C12', '2', '0', '2'],
    ['F2', '1', '0', '1'],
    ['F3', '1', '0', '1'],
    ['F7', '1/1 = 100.0', '–', '1/1 = 100.0'],
  ];
  it.each(table)("counts %s of the specification's example as A %s, B %s, total %s", (measure, ofA, ofB, total) => {
    for (const { when, counts } of nights) {
      const found = [[a], [b], []].map((path) => shown(counts.number({ measure }, path)));
      expect([when, ...found]).toEqual([when, ofA, ofB, total]);
    }
  });

  it('opens each count of the example as a list of as many rows', async () => {
    for (const [measure] of table)
      for (const path of [[a], [b], []]) {
        const number = nights[0]!.counts.number({ measure }, path);
        const { opens, unit } = measures[measure];
        if (!number || number.value === null || opens === 'acts' || !['count', 'percent'].includes(unit)) continue;
        const cell = writeCell({ measure, from: day, to: day, values: path[0] ? { user: [path[0]] } : {} });
        const answer = await call(test, admin, 'GET', `res/${opens}?cell=${encodeURIComponent(cell)}&_start=0&_end=1`);
        expect([cell, answer.status, Number(answer.headers['x-total-count'] ?? answer.body['count'])]).toEqual([
          cell,
          200,
          number.of ? number.of[0] : number.value,
        ]);
      }
  });
});
