import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leads } from '../../src/schemas/leads/leads';
import { leadSources } from '../../src/schemas/settings/lead-sources';
import { newId } from '../../server/store/ids';
import { compileList, type ListPage } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

const resource = leads;
const list = compileList(resource);
describe.each(await reachableDatabases())('a list on $name', ({ fresh }) => {
  let store: TestStore;
  const page = (query: Record<string, unknown>, tenant = 't1'): Promise<ListPage> =>
    store.transaction(actor(tenant), (tx) => list.page(tx, tenant, readListRequest(resource, query)));

  beforeAll(async () => {
    store = await fresh();
    const names = ['Zoya', 'aarav', 'Émile', 'Bina', 'aarav', 'O’Neil', 'x%_y'];
    for (const tenant of ['t1', 't2']) {
      const rows = Array.from({ length: 60 }, (_, index) => [
        tenant,
        newId(),
        names[index % names.length],
        index % 3 ? `+9198${String(index).padStart(8, '0')}` : null,
        index % 3 ? null : `${index}@example.com`,
        index % 4 ? new Date(Date.UTC(2026, 0, 1 + (index % 9))) : null,
        new Date(Date.UTC(2026, 1, 1, 0, 0, 0, index % 20)),
        index % 2,
        index % 5 ? 'Pune' : null,
      ]);
      await store.transaction(actor(tenant), (tx) =>
        tx.insertMany(
          'leads',
          ['tenant_id', 'id', 'name', 'phone', 'email', 'next_followup_at', 'created_at', 'is_verified', 'city'],
          rows,
        ),
      );
    }
  });
  afterAll(() => store.close());

  it('pages by cursor, forward and back, through exactly the rows of the whole list', async () => {
    const sorts = ['created_at', 'name', 'next_followup_at', 'next_followup_at,name', 'name,created_at', 'updated_at'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sorts),
        fc.constantFrom('asc', 'desc', 'asc,desc', 'desc,asc'),
        fc.constantFrom<Record<string, unknown>>(
          {},
          { is_verified: '1' },
          { city: ['Pune'], is_verified: ['0', '1'] },
          { city_null: 'true' },
          { q: 'aar' },
        ),
        fc.integer({ min: 1, max: 17 }),
        async (_sort, _order, filter, limit) => {
          const base = { _sort, _order, ...filter };
          const whole = (await page({ ...base, limit: 100 })).rows.map((row) => row.id);
          const seen: unknown[] = [];
          let at = await page({ ...base, limit });
          for (;;) {
            expect(at.total).toBe(whole.length);
            seen.push(...at.rows.map((row) => row.id));
            if (!at.next) break;
            at = await page({ ...base, limit, after: at.next });
          }
          expect(seen).toEqual(whole);
          const back: unknown[] = at.rows.map((row) => row.id);
          while (at.prev) {
            at = await page({ ...base, limit, before: at.prev });
            back.unshift(...at.rows.map((row) => row.id));
          }
          expect(back).toEqual(whole);
          const numbered = await page({ ...base, _start: 2, _end: 2 + limit });
          expect(numbered.rows.map((row) => row.id)).toEqual(whole.slice(2, 2 + limit));
        },
      ),
      { numRuns: 15, seed: 7 },
    );
  });

  it('puts empty values last in both directions and sorts names case-insensitively', async () => {
    for (const _order of ['asc', 'desc']) {
      const times = (await page({ _sort: 'next_followup_at', _order, limit: 100 })).rows.map((row) => row.next_followup_at);
      expect(times.slice(45).every((time) => time === null)).toBe(true);
      const filled = times.slice(0, 45) as string[];
      expect(filled).toEqual(_order === 'asc' ? filled.toSorted() : filled.toSorted().toReversed());
    }
    const names = (await page({ _sort: 'name', _order: 'asc', limit: 100 })).rows.map((row) => row.name);
    expect(names[0]).toBe('aarav');
    expect(names.indexOf('Bina')).toBeLessThan(names.indexOf('Zoya'));
  });

  it('filters by each operator and keeps to its tenant', async () => {
    expect((await page({ is_verified: '1' })).total).toBe(30);
    expect((await page({ is_verified_ne: '1' })).total).toBe(30);
    expect((await page({ city_null: 'true' })).total).toBe(12);
    expect((await page({ city_like: 'UN' })).total).toBe(48);
    expect((await page({ next_followup_at_gte: '2026-01-02T00:00:00Z', next_followup_at_lte: '2026-01-02' })).rows).not.toEqual(
      [],
    );
    const rows = (await page({ limit: 100 })).rows;
    expect(rows).toHaveLength(60);
    expect((await page({ id: [rows[0]!.id, rows[1]!.id] })).total).toBe(2);
    expect((await page({ id: rows[0]!.id }, 't2')).total).toBe(0);
  });

  it('sorts by a field once, however often it is named', async () => {
    const once = await page({ _sort: 'name,created_at', _order: 'desc,asc', limit: 100 });
    const often = await page({ _sort: `name,created_at,${'name,'.repeat(2000)}created_at`, _order: 'desc,asc', limit: 100 });
    expect(often.rows.map((row) => row.id)).toEqual(once.rows.map((row) => row.id));
  });

  it('finds words in any field, with LIKE wildcards taken literally', async () => {
    expect((await page({ q: 'AARAV' })).total).toBe(17);
    expect((await page({ q: 'aarav 9198' })).total).toBeGreaterThan(0);
    expect((await page({ q: '%_y' })).total).toBe(8);
    expect((await page({ q: 'x%' })).total).toBe(8);
    expect((await page({ q: 'zo' })).total).toBe(9);
    expect((await page({ q: "a' or '1'='1" })).total).toBe(0);
    expect((await page({ q: '\\' })).total).toBe(0);
  });

  it('refuses what it does not offer, by name', async () => {
    const refused = async (query: Record<string, unknown>, path: string): Promise<void> =>
      expect(page(query)).rejects.toMatchObject({ code: 422, errors: [{ path }] });
    await refused({ pin: '1' }, 'pin');
    await refused({ address: 'x' }, 'address');
    await refused({ is_verified: 'x' }, 'is_verified');
    await refused({ created_at_gte: 'yesterday' }, 'created_at_gte');
    await refused({ _sort: 'address' }, '_sort');
    await refused({ after: 'x' }, 'after');
    await refused({ _start: 20_000, _end: 20_010 }, '_start');
    await refused({ limit: '-1' }, 'limit');
    const first = await page({ limit: 5 });
    await refused({ limit: 5, is_verified: '1', after: first.next }, 'after');
    expect((await page({ limit: 5000 })).rows).toHaveLength(60);
  });

  it('takes one statement including the count, two for a search, not counting the opening one', async () => {
    store.reports.splice(0);
    await page({ limit: 5, is_verified: '1', q: 'aarav' });
    await page({ limit: 5 });
    await page({ limit: 100 });
    expect(store.reports.map((report) => report.statements)).toEqual([2, 1, 1]);
  });

  it('matches lists kept in one field by their elements', async () => {
    const sources = compileList(leadSources);
    const request = readListRequest(leadSources, { status: ['0', '1'] });
    expect((await store.transaction(actor('t1'), (tx) => sources.page(tx, 't1', request))).total).toBe(0);
  });
});
