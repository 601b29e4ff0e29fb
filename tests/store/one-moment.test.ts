import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { actor } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import type { Tx } from '../../server/store/store';

describe.skipIf(!(await isReachable()))('what a call reads', () => {
  it('is of one moment, whatever others commit between its statements', async () => {
    const store = await freshPostgres();
    try {
      const tenant = newId();
      const add = (): Promise<number> =>
        store.transaction(actor(tenant), (tx) =>
          tx.run(sql`insert into "teams" ("tenant_id", "id", "name") values (${tenant}, ${newId()}, ${`Team ${newId()}`})`),
        );
      const count = (tx: Tx): Promise<{ n: number }> =>
        tx.one(sql`select count(*)::int as "n" from "teams" where "tenant_id" = ${tenant}`);
      await add();
      const [total, rows] = await store.transaction(
        actor(tenant),
        async (tx) => {
          const first = await count(tx);
          await add(); // an import that runs meanwhile
          return [first.n, (await count(tx)).n];
        },
        { readOnly: true },
      );
      expect([total, rows]).toEqual([1, 1]);
      expect((await store.transaction(actor(tenant), count)).n).toBe(2);
    } finally {
      await store.close();
    }
  });
});
