import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { seedDemo } from '../../server/demo/seed-demo';
import { seedCountries } from '../../server/demo/seed-tenant';
import { fillNorthstar } from '../../server/operations/fill-demo';
import { tenantFindings } from '../../server/store/checks/invariants';
import type { TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('a larger demo tenant on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
    await seedCountries(store);
    await seedDemo(store, { now: new Date(), leads: 40 });
  }, 240_000);
  afterAll(() => store.close());

  it('has as many leads as were asked for, each a person of their own, and what must hold of rows holds', async () => {
    expect(await fillNorthstar(store, 240, 7)).toMatchObject({ leads: 240, added: 200 });
    expect(await fillNorthstar(store, 300, 7)).toMatchObject({ leads: 300, added: 60 });
    expect(await fillNorthstar(store, 300, 7)).toMatchObject({ leads: 300, added: 0 });
    const [row] = await store.admin(`select min(t."tenant_id") as tenant, count(*) as n, count(distinct l."phone") as phones,
        (select count(*) from "call_actions" c where c."tenant_id" = min(t."tenant_id")) > 200 as acted
      from "tenant" t join "leads" l on l."tenant_id" = t."tenant_id" where t."name" = 'Northstar Admissions'`);
    expect(row).toMatchObject({ n: 300, phones: 300, acted: true });
    const findings = await tenantFindings(
      { script: (text) => store.admin(text), query: () => Promise.reject(new Error('no')) },
      resources,
      String(row!.tenant),
    );
    expect(findings.length).toBeGreaterThan(6);
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([]);
  }, 240_000);

  it('is refused where the database has tenants of its own', async () => {
    const other = await fresh();
    await expect(fillNorthstar(other, 10, 7)).rejects.toThrow('There is no demo tenant Northstar here');
    await other.close();
  }, 120_000);
});
