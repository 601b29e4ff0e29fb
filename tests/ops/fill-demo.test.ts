import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { seedDemo } from '../../server/demo/seed-demo';
import { seedCountries } from '../../server/demo/seed-tenant';
import { fillDemo, fillNorthstar, makeDemoTenants } from '../../server/operations/fill-demo';
import { withoutIndexes } from '../../server/store/tables/without-indexes';
import { schemaFindings, tenantFindings } from '../../server/store/checks/invariants';
import type { Connection } from '../../server/store/connection';
import type { Store } from '../../server/store/store';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('a larger demo tenant on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
    await seedCountries(store);
    await seedDemo(store, { now: new Date(), leads: 40 });
  });
  afterAll(() => store.close());

  it('has the requested number of leads, each a different person, and all invariants hold', async () => {
    expect(await fillNorthstar(store, 240, 7)).toMatchObject({ leads: 240, added: 200 });
    expect(await fillNorthstar(store, 300, 7)).toMatchObject({ leads: 300, added: 60 });
    expect(await fillNorthstar(store, 300, 7)).toMatchObject({ leads: 300, added: 0 });
    const [row] = await store.admin(`select min(t."tenant_id") as tenant, count(*) as n, count(distinct l."phone") as phones,
        (select count(*) from "call_actions" c where c."tenant_id" = min(t."tenant_id")) > 200 as acted
      from "tenant" t join "leads" l on l."tenant_id" = t."tenant_id" where t."name" = 'Northstar Admissions'`);
    expect(row).toMatchObject({ n: 300, phones: 300, acted: true });
    const findings = await tenantFindings(
      { script: <T>(text: string) => store.admin<T>(text), query: () => Promise.reject(new Error('no')) },
      resources,
      String(row!.tenant),
    );
    expect(findings.length).toBeGreaterThan(6);
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([]);
  });

  it('resumes after being stopped halfway: leads are complete, each person once', async () => {
    let writes = 0;
    const transaction: Store['transaction'] = (who, work, options) => {
      if (!options?.readOnly && ++writes > 6) throw new Error('ended');
      return store.transaction(who, work, options);
    };
    await expect(fillNorthstar({ ...store, transaction }, 900, 7, 200)).rejects.toThrow('ended');
    const [half] = await store.admin(
      `select count(*) as n from "leads" l join "tenant" t using ("tenant_id") where t."name" like 'Northstar%'`,
    );
    expect(Number(half!.n)).toBeGreaterThan(300);
    expect(Number(half!.n)).toBeLessThan(900);
    expect(await fillNorthstar(store, 900, 7, 200)).toMatchObject({ leads: 900, added: 900 - Number(half!.n) });
    const [row] = await store.admin(`select count(*) as n, count(distinct l."phone") as phones,
        (select count(*) from "audit" a where a."table_name" = 'leads' and a."tenant_id" = min(l."tenant_id") and a."op" = 'insert') as audited
      from "leads" l join "tenant" t using ("tenant_id") where t."name" like 'Northstar%'`);
    expect(row).toEqual({ n: 900, phones: 900, audited: 900 });
  });

  it('recreates the indexes of its tables when it ends and when it fails', async () => {
    const owner: Connection = { script: <T>(text: string) => store.admin<T>(text), query: () => Promise.reject(new Error('no')) };
    const before = await store.admin('select indexname, indexdef from pg_indexes order by 1');
    const failing = withoutIndexes(owner, ['leads', 'audit'], async () => {
      const left = await store.admin(
        `select indexname from pg_indexes where tablename in ('leads', 'audit') and indexdef not like '%UNIQUE%'`,
      );
      expect(left).toEqual([]);
      throw new Error('ended');
    });
    await expect(failing).rejects.toThrow('ended');
    expect(await store.admin('select indexname, indexdef from pg_indexes order by 1')).toEqual(before);
    expect((await schemaFindings(owner, resources)).filter(({ wrong }) => wrong > 0)).toEqual([]);
  });

  it('is refused when the database has tenants of its own', async () => {
    const other = await fresh();
    await expect(fillNorthstar(other, 10, 7)).rejects.toThrow('There is no demo tenant Northstar here');
    await other.transaction(actor('own'), (tx) =>
      tx.run(sql`insert into "tenant" ("tenant_id", "id", "name", "country") values ('own', 'own', 'Asha Classes', 'India')`),
    );
    await expect(makeDemoTenants(other)).rejects.toThrow('There is no demo tenant Northstar here');
    expect(await other.lookUp('user_by_email', ['admin@northstar.example'])).toEqual([]);
    await other.close();
  });
});

it('a million leads are refused in the embedded database, before anything is created', async () => {
  const given = {
    place: undefined,
    text: () => undefined,
    flag: () => false,
    whole: (_: string, fallback: number) => fallback * 10,
  };
  await expect(fillDemo.run(given)).rejects.toThrow('The embedded database is not made for 1000000 leads; the maximum is 200000');
});
