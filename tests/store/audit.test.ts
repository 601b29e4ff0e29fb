import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('the audit on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
  });
  afterAll(() => store.close());

  it('TRUST-S29 has one row per change, and replaying the rows gives the record', async () => {
    const edits = fc.array(
      fc.record({
        name: fc.string({ minLength: 1, maxLength: 10, unit: 'grapheme-ascii' }),
        city: fc.option(fc.constantFrom('Pune', 'Delhi')),
        priority: fc.constantFrom(0, 1, 2),
        tags: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(edits, async (history) => {
        const id = newId();
        await store.transaction(actor('t1', 'u1'), (tx) =>
          tx.run(sql`insert into "leads" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${'first'})`),
        );
        for (const { name, city, priority, tags } of history)
          await store.transaction(actor('t1', 'u2'), (tx) =>
            tx.run(sql`update "leads" set "name" = ${name}, "city" = ${city}, "priority" = ${priority}, "tags" = ${JSON.stringify(tags)}::jsonb
              where "tenant_id" = ${'t1'} and "id" = ${id}`),
          );
        const [row] = await store.admin(
          `select to_jsonb(l) - '{tenant_id,search_text}'::text[] as record from "leads" l where "id" = '${id}'`,
        );
        const entries = await store.admin(`select * from "audit" where "row_key" = '${id}' order by "seq"`);
        expect(entries).toHaveLength(1 + history.length);
        const replayed: Record<string, unknown> = {};
        for (const entry of entries) {
          for (const [field, value] of Object.entries((entry.old ?? {}) as object))
            expect(replayed[field] ?? null).toEqual(value);
          Object.assign(replayed, entry.new);
        }
        const filled = (record: object): object =>
          Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
        expect(filled(replayed)).toEqual(filled(row!.record as object));
        expect(entries.at(-1)).toMatchObject({
          user_id: 'u2',
          ip: '203.0.113.7',
          agent: 'tests',
          request_id: 'test',
          tenant_id: 't1',
        });
      }),
      { numRuns: 40, seed: 3 },
    );
  });

  it('TIMELINE-051 TRUST-S29 stores no secret, neither old nor new', async () => {
    const id = newId();
    await store.transaction(actor('t1'), async (tx) => {
      await tx.run(sql`insert into "lead_sources" ("tenant_id", "id", "name") values (${'t1'}, ${'s1'}, ${'Google'})`);
      await tx.run(sql`insert into "publishers" ("tenant_id", "id", "name", "code", "email", "source_id", "bank_account")
        values (${'t1'}, ${id}, ${'P'}, ${'P1'}, ${'p@example.com'}, ${'s1'}, ${'canary-1'})`);
      await tx.run(sql`update "publishers" set "bank_account" = ${'canary-2'} where "tenant_id" = ${'t1'}`);
      await tx.run(sql`delete from "publishers" where "tenant_id" = ${'t1'} and "id" = ${id}`);
    });
    const entries = await store.admin(`select "op", "old", "new" from "audit" where "row_key" = '${id}' order by "seq"`);
    expect(entries.map((entry) => entry.op)).toEqual(['insert', 'update', 'delete']);
    expect(entries[1]).toMatchObject({ old: { bank_account: '***' }, new: { bank_account: '***' } });
    expect(JSON.stringify(entries)).not.toContain('canary');
  });

  it('TRUST-S29 cannot be written, changed or emptied by the app role, and no table can be written without an audit context', async () => {
    const forbidden = [
      sql`insert into "audit" ("tenant_id", "table_name", "row_key", "op", "request_id") values ('t1', 'x', 'x', 'insert', 'x')`,
      sql`update "audit" set "ip" = '' where "tenant_id" = 't1'`,
      sql`delete from "audit" where "tenant_id" = 't1'`,
      sql`truncate "audit"`,
      sql`select audit_insert()`,
      sql`alter table "audit" disable row level security`,
      sql`select * from "attempts"`,
    ];
    for (const statement of forbidden)
      await expect(store.transaction(actor('t1'), (tx) => tx.run(statement))).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|0A000)$/),
      });
    const bare = store.transaction(actor('t1'), async (tx) => {
      await tx.run(sql`select set_config('app.request', '', true)`);
      await tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${newId()}, ${'x'})`);
    });
    await expect(bare).rejects.toThrow('no writing without a tenant and a request');
  });
});
