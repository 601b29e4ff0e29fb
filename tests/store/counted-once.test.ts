import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAskedFields } from '../../src/schemas/kit/asked-columns';
import { leads } from '../../src/schemas/leads/leads';
import { compileList } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import type { Tx } from '../../server/store/store';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

const resource = withAskedFields(leads, Object.keys(leads.asked ?? {}));
const list = compileList(resource);

describe.each(await reachableDatabases())('the count of a page on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
  });
  afterAll(() => store.close());

  /** How many parts of a page's plan ask another record for each row. */
  const askedPerRow = async (query: Record<string, unknown>): Promise<number> => {
    const plan = await store.transaction(actor('t1'), async (tx) => {
      const asked: Sql[] = [];
      const noting: Tx = Object.assign(Object.create(tx), {
        rows: async (statement: Sql) => {
          asked.push(statement);
          return [];
        },
      });
      await list.page(noting, 't1', readListRequest(resource, query));
      return tx.rows(sql`explain ${asked[0]!}`);
    });
    return plan.filter((line) => /^\s*SubPlan \d+$/.test(String(Object.values(line)[0]))).length;
  };

  it('SPEED-B6 asks other records once for each row that it looks at: the page asks too', async () => {
    expect(await askedPerRow({ last_call_outcome_ne: 'busy' })).toBe(2);
    expect(await askedPerRow({ last_call_outcome_null: 'true' })).toBe(2);
  });

  it('SPEED-B6 does not ask again what the index of the values has answered', async () => {
    expect(await askedPerRow({ last_call_outcome: 'busy', city: 'Pune' })).toBe(0);
  });
});
