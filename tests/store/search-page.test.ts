import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileList, type ListPage } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import type { Tx } from '../../server/store/store';
import { leads } from '../../src/schemas/leads/leads';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

const list = compileList(leads);
const wide = 12_000;
const last = 3_000;
/** More rows than the search's index is asked for: 12,000 with 'asha', the last 3,000 of whom have 'zubin' too, and 500 others. */
const rows = `insert into "leads" ("tenant_id", "id", "name", "city", "is_verified", "next_followup_at", "created_at")
  select 't1', 'n' || lpad(i::text, 6, '0'), case when i > ${wide} then 'Other ' when i > ${wide - last} then 'Zubin asha ' else 'Asha ' end || (i * 7919) % 12007,
    case when i % 3 = 0 then 'Pune' else 'Surat' end, i % 2, case when i % 4 > 0 then now() + i % 5 * interval '1 day' end, now() - i * interval '1 second'
  from generate_series(1, ${wide + 500}) i`;

describe.each(await reachableDatabases())('a search that finds many rows on $name', ({ fresh }) => {
  let store: TestStore;
  const page = (query: Record<string, unknown>): Promise<ListPage> =>
    store.transaction(actor('t1'), (tx) => list.page(tx, 't1', readListRequest(leads, query)));
  const inOrder = async (where: string, order: string): Promise<unknown[]> =>
    (await store.admin<{ id: string }>(`select "id" from "leads" where ${where} order by ${order}`)).map(({ id }) => id);
  /** The ids of the first pages, by their cursors. */
  const pages = async (query: Record<string, unknown>, count: number): Promise<unknown[]> => {
    const ids: unknown[] = [];
    let after: string | undefined;
    for (let at = 0; at < count; at++) {
      const found = await page({ ...query, ...(after ? { after } : {}) });
      ids.push(...found.rows.map(({ id }) => id));
      after = found.next;
    }
    return ids;
  };

  beforeAll(async () => {
    store = await fresh();
    await store.admin(`begin; set local session_replication_role = replica; ${rows}; commit; analyze "leads"`);
  });
  afterAll(() => store.close());

  it('shows the first of all in the list’s order, page by page, empty values last', async () => {
    const isAsha = `"search_text" like '%asha%'`;
    for (const [sort, order] of [
      [{ _sort: 'name', _order: 'asc' }, `lower("name"), "id"`],
      [{ _sort: 'created_at', _order: 'desc' }, `"created_at" desc, "id" desc`],
      [{ _sort: 'next_followup_at', _order: 'asc' }, `"next_followup_at" nulls last, "id"`],
      [{ _sort: 'next_followup_at', _order: 'desc' }, `"next_followup_at" desc nulls last, "id" desc`],
    ] as const)
      expect(await pages({ q: 'asha', limit: 20, ...sort }, 3)).toEqual((await inOrder(isAsha, order)).slice(0, 60));
  });

  it('finds a word that only the last rows of the list have', async () => {
    const sort = { _sort: 'name', _order: 'asc', limit: 20 };
    const all = await inOrder(`"search_text" like '%zubin%'`, `lower("name"), "id"`);
    expect(await pages({ q: 'zubin', ...sort }, 3)).toEqual(all.slice(0, 60));
    expect(await page({ q: 'zubin', ...sort })).toMatchObject({ total: last, totalExact: true });
    const few = await inOrder(`"search_text" like '%other%'`, `"next_followup_at" nulls last, "id"`);
    expect(await pages({ q: 'other', _sort: 'next_followup_at', _order: 'asc', limit: 100 }, 5)).toEqual(few);
  });

  it('counts to 10,000, and says so where another condition narrows what was found', async () => {
    expect(await page({ q: 'asha', limit: 10 })).toMatchObject({ total: 10_001, totalExact: false });
    const verified = await page({ q: 'asha', is_verified: '1', limit: 10 });
    expect(verified.totalExact).toBe(false);
    expect(verified.total).toBeLessThanOrEqual(wide / 2);
    expect(await page({ q: 'asha', is_verified: '1', limit: 10, count: 'exact' })).toMatchObject({
      total: wide / 2,
      totalExact: true,
    });
    expect(await page({ q: 'zubin', is_verified: '1', limit: 10 })).toMatchObject({ total: last / 2, totalExact: true });
  });

  it('gives bulk work and exports all of them', async () => {
    const match = list.matching('t1', readListRequest(leads, { q: 'asha' }));
    const counting = sql`select count(*) as n from "leads" where ${match}`;
    const found = await store.transaction(actor('t1'), (tx) => tx.one<{ n: number }>(counting));
    expect(found.n).toBe(wide);
  });

  it('sorts few rows by a field that may be empty without a look at every row of the table', async () => {
    const request = readListRequest(leads, { q: 'other 1', _sort: 'next_followup_at', limit: 10 });
    const plan = await store.transaction(actor('t1'), async (tx) => {
      const asked: Sql[] = [];
      const watched: Tx = Object.create(tx, {
        rows: {
          value: (statement: Sql, name?: string) => {
            asked.push(statement);
            return tx.rows(statement, name);
          },
        },
      });
      await list.page(watched, 't1', request);
      return tx.rows(sql`explain ${asked[0]!}`);
    });
    expect(JSON.stringify(plan)).toContain('Index');
    expect(JSON.stringify(plan)).not.toContain('SubPlan');
  });
});
