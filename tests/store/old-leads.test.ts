import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAskedFields } from '../../src/schemas/kit/asked-columns';
import { leads } from '../../src/schemas/leads/leads';
import { compileList, type ListPage } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

const resource = withAskedFields(leads, Object.keys(leads.asked ?? {}));
const list = compileList(resource);
const now = new Date('2026-03-20T10:00:00Z');
const all = 8000;
/** Lead n was made n minutes ago; the oldest were called in February, a few of the newest too, and some have a follow-up. */
const calledBefore = (n: number): boolean => n > 5400 || n === 40 || n === 4000;
const rows = `insert into leads (tenant_id, id, name, created_at, next_followup_at)
    select 't1', 'lead' || lpad(n::text, 5, '0'), 'Person ' || n % 10, timestamptz '${now.toISOString()}' - n * interval '1 minute',
      case when n % 2000 = 1999 then timestamptz '2026-03-01T08:00:00Z' else timestamptz '2026-04-01T08:00:00Z' end from generate_series(1, ${all}) n;
  insert into calls (tenant_id, id, lead_id, outcome, started_at) select 't1', 'call' || n, 'lead' || lpad(n::text, 5, '0'), 'busy',
      case when n > 5400 or n in (40, 4000) then timestamptz '2026-02-10T08:00:00Z' else timestamptz '2026-03-10T08:00:00Z' end from generate_series(1, ${all}) n`;
const idOf = (n: number): string => `lead${String(n).padStart(5, '0')}`;

describe.each(await reachableDatabases())('pages of many leads that are all old, on $name', ({ fresh }) => {
  let store: TestStore;
  const page = (query: Record<string, unknown>): Promise<ListPage> =>
    store.transaction(actor('t1'), (tx) => list.page(tx, 't1', readListRequest(resource, query, { now })));
  const idsOf = ({ rows: found }: ListPage): unknown[] => found.map((row) => row.id);

  beforeAll(async () => {
    store = await fresh();
    await store.admin(
      `begin; select set_config('app.tenant', 't1', true), set_config('app.request', 'r', true); ${rows}; commit`,
    );
  });
  afterAll(() => store.close());

  it('SPEED-B6 are full wherever the leads stand, newest or oldest first, onward and back', async () => {
    const called = Array.from({ length: all }, (_, n) => n + 1)
      .filter(calledBefore)
      .map(idOf);
    const asked = { last_call_at_lt: '2026-02-20T00:00:00Z', _sort: 'created_at', limit: 7 };
    for (const [_order, expected] of [
      ['desc', called],
      ['asc', called.toReversed()],
    ] as const) {
      const first = await page({ ...asked, _order });
      expect(idsOf(first)).toEqual(expected.slice(0, 7));
      expect([first.total, first.totalExact]).toEqual([called.length, true]);
      const second = await page({ ...asked, _order, after: first.next });
      expect(idsOf(second)).toEqual(expected.slice(7, 14));
      expect(idsOf(await page({ ...asked, _order, before: second.prev }))).toEqual(expected.slice(0, 7));
      expect(idsOf(await page({ ...asked, _order, _start: 1, _end: 4 }))).toEqual(expected.slice(1, 4));
    }
  });

  it('SPEED-B6 come from the days in the stage, and with a second filter', async () => {
    const days = { days_in_stage_gte: 4, _sort: 'created_at', _order: 'desc', limit: 5 };
    const first = 4 * 24 * 60;
    expect(idsOf(await page(days))).toEqual(Array.from({ length: 5 }, (_, n) => idOf(first + n)));
    expect(idsOf(await page({ ...days, days_in_stage_gte: 2, last_call_at_lt: '2026-02-20T00:00:00Z' }))).toEqual(
      [4000, 5401, 5402, 5403, 5404].map(idOf),
    );
  });

  it('SPEED-B6 a few overdue leads among thousands are found, and sorted in any order', async () => {
    const overdue = [1999, 3999, 5999, 7999].map(idOf);
    expect(idsOf(await page({ followup_overdue: 'yes', _sort: 'created_at', _order: 'desc' }))).toEqual(overdue);
    expect(idsOf(await page({ followup_overdue: 'yes', _sort: 'name', _order: 'desc' }))).toEqual(overdue.toReversed());
  });
});
