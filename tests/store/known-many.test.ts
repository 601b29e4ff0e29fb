import sql from 'sql-template-tag';
import { afterEach, afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { leads } from '../../src/schemas/leads/leads';
import { compileList, type ListPage } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import type { Tx } from '../../server/store/store';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

/** SPEED-B2: a list of more than 10,000 rows says "10,000+" for ten seconds without counting again. */
const list = compileList(leads);

describe.each(await reachableDatabases())('a count that reached its limit on $name', ({ fresh, name }) => {
  // The databases of one process share what is remembered.
  const tenant = `many-${name}`.slice(0, 26);
  let store: TestStore;
  const statements: string[] = [];
  beforeAll(async () => {
    store = await fresh();
    await store.admin(`begin; select set_config('app.tenant', '${tenant}', true), set_config('app.request', 'seed', true);
      insert into "leads" ("tenant_id", "id", "name", "city") select '${tenant}', 'n' || i, 'Name ' || i, case when i <= 20 then 'Pune' else 'Agra' end
      from generate_series(1, 10003) i; commit`);
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => store.close());

  const page = (query: Record<string, string>): Promise<ListPage> =>
    store.transaction(actor(tenant), (tx) => {
      const watched: Tx = { ...tx, rows: (text, ...more) => (statements.push(text.sql), tx.rows(text, ...more)) };
      return list.page(watched, tenant, readListRequest(leads, { _start: '0', _end: '10', ...query }));
    });
  const hasCounted = (): boolean => statements.splice(0).some((text) => text.includes('"~total"'));

  it('is not made again for other pages and people until ten seconds later; another filter is counted for itself', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    expect(await page({})).toMatchObject({ total: 10_001, totalExact: false });
    expect(hasCounted()).toBe(true);
    const further: readonly Record<string, string>[] = [{}, { _start: '20', _end: '30' }, { _sort: 'name', _order: 'asc' }];
    for (const query of further) {
      expect(await page(query)).toMatchObject({ total: 10_001, totalExact: false });
      expect(hasCounted()).toBe(false);
    }
    expect(await page({ city: 'Pune' })).toMatchObject({ total: 20, totalExact: true });
    expect(await page({ count: 'exact' })).toMatchObject({ total: 10_003, totalExact: true });
    statements.length = 0;
    await store.transaction(actor(tenant), (tx) =>
      tx.run(sql`update "leads" set "deleted_at" = now() where "tenant_id" = ${tenant} and "city" = 'Pune'`),
    );
    vi.advanceTimersByTime(10_001);
    expect(await page({})).toMatchObject({ total: 9_983, totalExact: true });
    expect(hasCounted()).toBe(true);
    expect(await page({})).toMatchObject({ total: 9_983, totalExact: true });
    expect(hasCounted()).toBe(true);
  });
});
