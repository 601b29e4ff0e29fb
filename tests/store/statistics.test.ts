import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

const rows = 4_000;

describe.each(await reachableDatabases())('statistics in the middle of an import on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
    await store.admin(`begin; set local session_replication_role = replica;
      insert into "leads" ("tenant_id", "id", "name", "phone") select 't1', 'n' || i, 'Asha', '+91' || 7000000000 + i from generate_series(1, ${rows}) i;
      commit`);
  });
  afterAll(() => store.close());

  it('SPEED-I1 tell how many leads there are, from a small part of them', async () => {
    await store.transaction(actor('t1'), (tx) => tx.row(sql`select refresh_statistics()`));
    const [found] = await store.admin<{ rows: number; bounds: number; distinct: number }>(
      `select c.reltuples as "rows", s.n_distinct as "distinct", array_length(s.histogram_bounds::text::text[], 1) as "bounds"
       from pg_class c join pg_stats s on s.tablename = c.relname where c.relname = 'leads' and s.attname = 'phone'`,
    );
    expect(found!.rows).toBe(rows);
    expect(found!.distinct).toBeLessThan(-0.9);
    expect(found!.bounds).toBeLessThanOrEqual(11);
  });
});
