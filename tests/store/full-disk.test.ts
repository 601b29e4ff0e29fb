import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { embeddedDatabase } from '../../server/store/embedded/embedded-database';
import { makeStore } from '../../server/store/make-store';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { actor, memoryDatabase } from '../support/database';

it('a full disk refuses writes at once with 507, and reads still work', async () => {
  const database = await memoryDatabase(resources);
  const engine = { ...pgliteConnection(sendTo(database)), close: () => database.close(), kill: () => {}, dead: false };
  let hasSpace = true;
  const store = makeStore(embeddedDatabase(async () => engine, engine, { hasSpace: async () => hasSpace }));
  const add = (id: string) =>
    store.transaction(actor('t1'), (tx) =>
      tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${id})`),
    );
  await add('1');
  hasSpace = false;
  await expect(add('2')).rejects.toMatchObject({ code: 507 });
  const rows = await store.transaction(actor('t1'), (tx) => tx.rows(sql`select "id" from "streams" where "tenant_id" = 't1'`), {
    readOnly: true,
  });
  expect(rows).toEqual([{ id: '1' }]);
  hasSpace = true;
  expect(await add('2')).toBe(1);
  await store.close();
});
