import sql from 'sql-template-tag';
import { resources } from '../../src/schemas/kit/all';
import { CannotStart } from '../../server/store/cannot-start';
import { newId } from '../../server/store/ids';
import { openStore } from '../../server/store/open';

/**
 * A separate process on a database, for tests that kill it. Arguments: the data directory, then 'write', 'count' or 'open', which
 * only brings the tables of the named resources up to date, on PostgreSQL when DATABASE_URL is set.
 */
const [dataDir, what, names] = process.argv.slice(2) as [string, 'write' | 'count' | 'open', string | undefined];
const actor = { tenantId: 't1', userId: null, ip: '', agent: 'tests', requestId: 'child' };
try {
  const started = performance.now();
  const { DATABASE_URL: databaseUrl, DATABASE_ADMIN_URL: databaseAdminUrl } = process.env;
  const wanted = names ? resources.filter(({ name }) => (JSON.parse(names) as string[]).includes(name)) : resources;
  const print = what === 'open' ? console.log : () => {};
  const store = await openStore(
    { dataDir, ...(databaseUrl ? { databaseUrl } : {}), ...(databaseAdminUrl ? { databaseAdminUrl } : {}) },
    { resources: wanted, print },
  );
  if (what === 'open') {
    await store.close();
    console.log('opened');
    process.exit(0);
  }
  console.log(`ready ${Math.round(performance.now() - started)}`);
  if (what === 'count') {
    const row = await store.transaction(actor, (tx) =>
      tx.row<{ n: number; audited: number }>(sql`select count(*) as n,
        (select count(*) from "audit" where "tenant_id" = ${'t1'} and "table_name" = 'streams') as audited
        from "streams" where "tenant_id" = ${'t1'}`),
    );
    console.log(`count ${row!.n} ${row!.audited}`);
    await store.close();
  } else
    for (let index = 1; ; index++) {
      const id = newId();
      await store.transaction(actor, (tx) =>
        tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${id})`),
      );
      console.log(`saved ${index}`);
    }
} catch (error) {
  console.log(error instanceof CannotStart ? `refused ${error.message}` : String(error));
  process.exit(error instanceof CannotStart ? error.exitCode : 1);
}
