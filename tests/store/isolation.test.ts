import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { compileList } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import { newId } from '../../server/store/ids';
import { appRole, lookUpRole } from '../../server/store/tables/ddl';
import { tableModels } from '../../server/store/tables/model';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { leads } from '../../src/schemas/leads/leads';

describe.each(await reachableDatabases())('tenants on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
    for (const tenant of ['a', 'b'])
      await store.transaction(actor(tenant), async (tx) => {
        await tx.run(sql`insert into "leads" ("tenant_id", "id", "name") values (${tenant}, ${`lead-${tenant}`}, ${'Asha'})`);
        await tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${tenant}, ${`stream-${tenant}`}, ${'Law'})`);
      });
  });
  afterAll(() => store.close());

  it('TRUST-S1 every table of a schema file has forced row security, a tenant key and keys that stay inside the tenant', async () => {
    const tables = await store.admin(`select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      (select jsonb_agg(a.attname order by k.place) from pg_constraint p, unnest(p.conkey) with ordinality as k(n, place)
        join pg_attribute a on a.attnum = k.n where a.attrelid = c.oid and p.conrelid = c.oid and p.contype = 'p') as key,
      (select jsonb_agg(jsonb_build_object('roles', q.roles, 'using', q.qual, 'check', q.with_check)) from pg_policies q
        where q.tablename = c.relname and q.policyname = 'tenant') as tenant,
      (select coalesce(jsonb_agg(q.policyname || ' ' || array_to_string(q.roles, ',') || ' ' || q.cmd), '[]') from pg_policies q
        where q.tablename = c.relname and q.policyname <> 'tenant') as others,
      (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as tenant_required
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
    const byName = new Map(tables.map((row) => [row.name as string, row]));
    const models = tableModels(resources);
    expect(models.length).toBeGreaterThan(20);
    for (const model of models) {
      const table = byName.get(model.name)!;
      expect([model.name, table.enabled, table.forced]).toEqual([model.name, true, true]);
      if (model.shared) continue;
      expect([model.name, table.tenant_required, table.key]).toEqual([model.name, true, ['tenant_id', model.key]]);
      const ofTenant = `(tenant_id = current_setting('app.tenant'::text, true))`;
      expect(table.tenant).toEqual([{ roles: ['public'], using: ofTenant, check: ofTenant }]);
      for (const other of table.others as string[]) expect(other).toBe(`look_up ${lookUpRole} SELECT`);
    }
    const foreign = await store.admin(`select conrelid::regclass::text as name, conname, confrelid::regclass::text as target,
      (select jsonb_agg(a.attname order by k.place) from unnest(conkey) with ordinality as k(n, place)
        join pg_attribute a on a.attnum = k.n and a.attrelid = conrelid) as columns
      from pg_constraint where contype = 'f'`);
    expect(foreign.length).toBeGreaterThan(30);
    const shared = new Set(models.filter((model) => model.shared).map((model) => model.name));
    for (const key of foreign)
      if (!shared.has(key.target as string))
        expect([key.conname, (key.columns as string[])[0]]).toEqual([key.conname, 'tenant_id']);
  });

  it('TRUST-S1 without a tenant no row can be read, and rows of another tenant can be neither read, changed nor added', async () => {
    await expect(store.transaction(actor(''), async () => {})).rejects.toThrow('needs a tenant');
    for (const model of tableModels(resources)) {
      if (model.shared) continue;
      const rows = await store.transaction(actor('nobody'), (tx) => tx.rows(sql`select 1 from ${raw(`"${model.name}"`)}`));
      expect([model.name, rows.length]).toEqual([model.name, 0]);
    }
    await store.transaction(actor('a'), async (tx) => {
      expect(await tx.rows(sql`select "id" from "leads"`)).toEqual([{ id: 'lead-a' }]);
      expect(await tx.run(sql`update "leads" set "name" = ${'x'} where "tenant_id" = ${'b'}`)).toBe(0);
      expect(await tx.run(sql`delete from "leads" where "tenant_id" = ${'b'}`)).toBe(0);
      expect(await tx.rows(sql`select 1 from "audit" where "tenant_id" = ${'b'}`)).toEqual([]);
      await tx.run(sql`select set_config('app.tenant', '', true)`);
      expect(await tx.rows(sql`select 1 from "leads"`)).toEqual([]);
    });
    const foreign = store.transaction(actor('a'), (tx) =>
      tx.run(sql`insert into "leads" ("tenant_id", "id", "name") values (${'b'}, ${newId()}, ${'x'})`),
    );
    await expect(foreign).rejects.toMatchObject({ code: '42501' });
    const moved = store.transaction(actor('a'), (tx) =>
      tx.run(sql`update "leads" set "tenant_id" = ${'b'} where "tenant_id" = ${'a'}`),
    );
    await expect(moved).rejects.toMatchObject({ code: '42501' });
  });

  it('TRUST-S1 a reference cannot point to a row of another tenant', async () => {
    const crossing = store.transaction(actor('a'), (tx) =>
      tx.run(sql`update "leads" set "stream" = ${'stream-b'} where "tenant_id" = ${'a'} and "id" = ${'lead-a'}`),
    );
    await expect(crossing).rejects.toMatchObject({ code: '23503' });
  });

  it('search finds only rows of its own tenant, through the trigram index', async () => {
    const list = compileList(leads);
    const request = readListRequest(leads, { q: 'asha' });
    const found = await store.transaction(actor('a'), (tx) => list.page(tx, 'a', request));
    expect(found.rows.map((row) => row.id)).toEqual(['lead-a']);
    await store.admin(`begin; select set_config('app.tenant', 'a', true), set_config('app.request', 'seed', true);
      insert into "leads" ("tenant_id", "id", "name") select 'a', 'n' || i, 'Name ' || md5(i::text) from generate_series(1, 3000) i; commit`);
    await store.admin('vacuum analyze "leads"');
    const explain = async (role: string): Promise<string> =>
      JSON.stringify(
        await store.admin(`begin; set local role ${role}; set local enable_seqscan = off; select set_config('app.tenant', 'a', true);
          explain select "id" from "leads" where "deleted_at" is null and "search_text" like '%asha%' limit 10001; commit`),
      );
    expect(await explain(lookUpRole)).toMatch(/Index Cond: \(search_text ~~/);
    // The reason for the function: under the tenant's own role the index is not used.
    expect(await explain(appRole)).not.toMatch(/Index Cond[^"]*search_text/);
  });
});
