import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../src/schemas/kit/field';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { resources } from '../../src/schemas/kit/all';
import { applySchema, planFor } from '../../server/store/tables/apply';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import type { Connection } from '../../server/store/connection';
import { CannotStart } from '../../server/store/cannot-start';
import { openStore } from '../../server/store/open';
import { withClient } from '../../server/store/postgres';
import { prepareDatabase } from '../../server/store/prepare-database';
import { bareDatabase } from '../support/bare-database';
import { freshStore, actor, memoryDatabase } from '../support/database';
import { emptyDatabase, isReachable } from '../support/postgres';
import sql from 'sql-template-tag';

/** A small resource in successive versions. */
function gadgets(properties: Record<string, Field>, more: Partial<AnyResource> & { required?: string[] } = {}): AnyResource[] {
  const { required = ['name'], ...rest } = more;
  const spec = {
    name: 'gadgets',
    label: 'Gadget',
    access: 'nobody',
    fields: { type: 'object', required, additionalProperties: false, properties },
    ...rest,
  };
  return [...resources, defineResource(spec as AnyResource)];
}
const name: Field = { type: 'string' };

it('a fault that is found before tables are changed ends the start, and nothing is changed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-change-'));
  await bareDatabase(join(dataDir, 'database'));
  const asked: string[] = [];
  const open = (all: readonly AnyResource[], beforeChange: () => Promise<void>) =>
    openStore({ dataDir }, { resources: all, beforeChange, print: (line) => asked.push(line) });
  const refuse = (): Promise<void> => Promise.reject(new CannotStart('a fault of the hooks'));
  await (await open(resources, refuse)).close(); // tables that are not there yet are made
  asked.length = 0;
  await expect(open(gadgets({ name }), refuse)).rejects.toThrow('a fault of the hooks');
  expect(asked).toEqual([]);
  await (await open(gadgets({ name }), async () => {})).close();
  expect(asked.join('\n')).toContain('"gadgets"');
  rmSync(dataDir, { recursive: true });
});

describe('changes of the schema files', () => {
  let connection: Connection;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await memoryDatabase(resources);
    connection = pgliteConnection(sendTo(database));
    close = () => database.close();
    await applySchema(connection, gadgets({ name, size: { type: 'integer' } }, { search: ['name'] as never }));
    await connection.script(`begin; select set_config('app.tenant', 't', true), set_config('app.request', 'r', true);
      insert into "gadgets" ("tenant_id", "id", "name", "size") values ('t', '1', 'One', 1), ('t', '2', 'Two', null); commit`);
  });
  afterAll(() => close());

  it('need no statement for a database that matches', async () => {
    expect(await planFor(connection, gadgets({ name, size: { type: 'integer' } }, { search: ['name'] as never }))).toEqual({
      statements: [],
      destructive: [],
      refills: [],
    });
  });

  it('that add a field, index or default are applied and printed; rows stay', async () => {
    const next = gadgets(
      { name, size: { type: 'integer' }, colour: { type: 'string', default: 'red' }, code: { type: 'string' } },
      { required: ['name', 'colour'], filter: ['colour'] as never, unique: ['code'] as never, search: ['name', 'code'] as never },
    );
    const stop = applySchema(connection, next, { beforeChange: () => Promise.reject(new Error('a fault of the hooks')) });
    await expect(stop).rejects.toThrow('a fault of the hooks');
    expect((await planFor(connection, next)).statements).not.toEqual([]);
    const printed: string[] = [];
    await applySchema(connection, next, { print: (line) => printed.push(line) });
    expect(printed).toContain(`Schema: alter table "gadgets" add column "colour" text default 'red'::text not null`);
    expect(printed.some((line) => line.includes('create unique index'))).toBe(true);
    expect(await connection.script(`select "name", "colour", "search_text" from "gadgets" order by 1`)).toEqual([
      { name: 'One', colour: 'red', search_text: ' one ' },
      { name: 'Two', colour: 'red', search_text: ' two ' },
    ]);
    expect((await planFor(connection, next)).statements).toEqual([]);
  });

  it('that remove a field, change a type or add a constraint are refused with their statements, and applied when confirmed', async () => {
    const next = gadgets({ name, size: { type: 'string' }, code: { type: 'string' } });
    const refused = applySchema(connection, next);
    await expect(refused).rejects.toMatchObject({ exitCode: 78 });
    await expect(refused).rejects.toThrow('alter table "gadgets" drop column "colour";');
    await expect(refused).rejects.toThrow(
      'alter table "gadgets" alter column "size" drop default, alter column "size" type text using "size"::text;',
    );
    await expect(refused).rejects.toThrow('--confirm');
    expect(await connection.script(`select count(*) as n from "gadgets" where "colour" = 'red'`)).toEqual([{ n: 2 }]);
    await applySchema(connection, next, { confirm: true });
    expect(await connection.script(`select * from "gadgets" where "id" = '1'`)).toMatchObject([{ name: 'One', size: '1' }]);
    expect((await connection.script(`select * from "gadgets"`))[0]).not.toHaveProperty('colour');
    await expect(applySchema(connection, resources)).rejects.toThrow('drop table "gadgets";');
  });

  it('that rename a field keep its values, its index and its place in the search', async () => {
    const next = gadgets(
      { name, size: { type: 'string' }, tag: { type: 'string' } },
      { renamed: { code: 'tag' }, unique: ['tag'] as never, search: ['name', 'tag'] as never },
    );
    await connection.script(`begin; select set_config('app.tenant', 't', true), set_config('app.request', 'r', true);
      update "gadgets" set "code" = 'K' || "id"; commit`);
    const stop = applySchema(connection, next, { beforeChange: () => Promise.reject(new Error('a fault of the hooks')) });
    await expect(stop).rejects.toThrow('a fault of the hooks');
    expect((await planFor(connection, next)).statements).not.toEqual([]);
    const printed: string[] = [];
    await applySchema(connection, next, { print: (line) => printed.push(line) });
    expect(printed).toContain(`Schema: alter table "gadgets" rename column "code" to "tag"`);
    expect(printed.filter((line) => /(?:drop|add) column "(?:code|tag)"/.test(line))).toEqual([]);
    expect(await connection.script(`select "tag", "search_text" from "gadgets" order by "id"`)).toEqual([
      { tag: 'K1', search_text: ' one k1' },
      { tag: 'K2', search_text: ' two k2' },
    ]);
    expect(await planFor(connection, next)).toEqual({ statements: [], destructive: [], refills: [] });
    await connection.script(`alter table "gadgets" rename column "tag" to "code"`);
    await applySchema(connection, gadgets({ name, size: { type: 'string' }, code: { type: 'string' } }), { confirm: true });
  });

  it('that rename a field into the name of a removed one keep its values, with their index and their place in the search', async () => {
    const both = gadgets(
      { name, size: { type: 'string' }, code: { type: 'string' }, label: { type: 'string' } },
      { unique: ['label'] as never, search: ['name', 'label'] as never, filter: ['label'] as never },
    );
    await applySchema(connection, both);
    await connection.script(`begin; select set_config('app.tenant', 't', true), set_config('app.request', 'r', true);
      update "gadgets" set "code" = 'K' || "id", "label" = 'L' || "id"; commit`);
    const next = gadgets(
      { name, size: { type: 'string' }, label: { type: 'string' } },
      { renamed: { code: 'label' }, unique: ['label'] as never, search: ['name', 'label'] as never, filter: ['label'] as never },
    );
    await expect(applySchema(connection, next)).rejects.toThrow('alter table "gadgets" drop column "label_before_rename";');
    await applySchema(connection, next, { confirm: true });
    expect(await connection.script(`select "label", "search_text" from "gadgets" order by "id"`)).toEqual([
      { label: 'K1', search_text: ' one k1' },
      { label: 'K2', search_text: ' two k2' },
    ]);
    expect(await planFor(connection, next)).toEqual({ statements: [], destructive: [], refills: [] });
    await applySchema(connection, gadgets({ name, size: { type: 'string' }, code: { type: 'string' } }), { confirm: true });
  });

  it('that rename a field take the rules of roles and the number of a series along', async () => {
    const rule = (field: string, resource = 'gadgets') => ({ resource, field, rule: 'hidden' });
    const rules = [rule('code', 'streams'), rule('code'), rule('codes'), rule('code.inner')];
    await connection.script(`begin; select set_config('app.tenant', 't', true), set_config('app.request', 'r', true);
      insert into "users_roles" ("tenant_id", "role", "role_name", "permissions", "field_rules") values ('t', 7, 'Desk', '[]', '${JSON.stringify(rules)}');
      insert into "counters" ("tenant_id", "name", "last") values ('t', 'gadgets.code.G-####', 41), ('t', 'gadgets.codes.G-####', 3); commit`);
    await applySchema(
      connection,
      gadgets({ name, size: { type: 'string' }, tag: { type: 'string' } }, { renamed: { code: 'tag' } }),
    );
    expect(await connection.script(`select "field_rules" from "users_roles" where "role" = 7`)).toEqual([
      { field_rules: [rule('code', 'streams'), rule('tag'), rule('codes'), rule('tag.inner')] },
    ]);
    expect(await connection.script(`select "name", "last" from "counters" where "name" like 'gadgets%' order by 1`)).toEqual([
      { name: 'gadgets.codes.G-####', last: 3 },
      { name: 'gadgets.tag.G-####', last: 41 },
    ]);
    expect(
      await connection.script(
        `select "tenant_id", "op" from "audit" where "table_name" = 'users_roles' order by "seq" desc limit 1`,
      ),
    ).toEqual([{ tenant_id: 't', op: 'update' }]);
    expect(
      await connection.script(
        `select relname, relforcerowsecurity as forced from pg_class where relname in ('users_roles', 'counters') order by 1`,
      ),
    ).toEqual([
      { relname: 'counters', forced: true },
      { relname: 'users_roles', forced: true },
    ]);
    await applySchema(
      connection,
      gadgets({ name, size: { type: 'string' }, code: { type: 'string' } }, { renamed: { tag: 'code' } }),
    );
  });

  it('that rows cannot follow are one sentence, and nothing is changed', async () => {
    const next = gadgets({ name, size: { type: 'boolean' }, code: { type: 'string' } });
    await connection.script(`begin; select set_config('app.tenant', 't', true), set_config('app.request', 'r', true);
      update "gadgets" set "size" = 'tall' where "id" = '1'; commit`);
    const refused = applySchema(connection, next, { confirm: true });
    await expect(refused).rejects.toMatchObject({ exitCode: 78 });
    await expect(refused).rejects.toThrow(
      /^The schema files are stricter than .*:\n {2}schema 'gadgets', fields\.size\.type: 1 row breaks it: 1\nNothing was changed/,
    );
    expect(await connection.script(`select "size" from "gadgets" where "id" = '1'`)).toEqual([{ size: 'tall' }]);
  });

  it('of a table that never had a row need no confirmation; a row that arrives meanwhile rolls all of them back', async () => {
    const before = gadgets({ name, size: { type: 'string' }, code: { type: 'string' } });
    const drafts = (properties: Record<string, Field>, required: string[], search: string[]): AnyResource[] => [
      ...before,
      defineResource({
        name: 'drafts',
        label: 'Draft',
        access: 'nobody',
        fields: { type: 'object', required, additionalProperties: false, properties },
        search,
      } as unknown as AnyResource),
    ];
    await applySchema(
      connection,
      drafts({ name, note: { type: 'string' }, beds: { type: 'string' } }, ['name'], ['name', 'note']),
    );
    const second = drafts({ room: name, beds: { type: 'integer' } }, ['room', 'beds'], ['room']);
    await applySchema(connection, second);
    expect((await planFor(connection, second)).statements).toEqual([]);

    const third = await planFor(connection, drafts({ room: name }, ['room'], ['room']));
    expect(third.destructive).toEqual([]);
    await connection.script(`begin; select set_config('app.tenant', 't', true), set_config('app.request', 'r', true);
      insert into "drafts" ("tenant_id", "id", "room", "beds") values ('t', '1', 'N-1', 2); commit`);
    await expect(connection.script(`begin;\n${third.statements.join(';\n')};\ncommit`)).rejects.toThrow('drafts has rows now');
    await connection.script('rollback');
    expect(await connection.script('select "room", "beds" from "drafts"')).toEqual([{ room: 'N-1', beds: 2 }]);
    await expect(applySchema(connection, drafts({ room: name }, ['room'], ['room']))).rejects.toThrow('drop column "beds"');
    await applySchema(connection, before, { confirm: true });
  });

  it('restore row security and triggers that someone removed', async () => {
    const standing = gadgets({ name, size: { type: 'string' }, code: { type: 'string' } });
    await connection.script('alter table "gadgets" no force row level security; drop trigger "audit_update" on "gadgets"');
    await applySchema(connection, standing);
    expect(await connection.script(`select relforcerowsecurity as forced from pg_class where relname = 'gadgets'`)).toEqual([
      { forced: true },
    ]);
    expect(
      await connection.script(`select 1 from pg_trigger where tgname = 'audit_update' and tgrelid = 'gadgets'::regclass`),
    ).toHaveLength(1);
  });
});

describe('the writes of a table', () => {
  it('refuse a value that breaks a unique rule, and accept it once the other row is deleted', async () => {
    const store = await freshStore();
    const add = (id: string, phone: string) =>
      store.transaction(actor('t1'), (tx) =>
        tx.run(sql`insert into "leads" ("tenant_id", "id", "name", "phone") values (${'t1'}, ${id}, ${'x'}, ${phone})`),
      );
    await add('1', '+919800000001');
    await expect(add('2', '+919800000001')).rejects.toMatchObject({
      code: '23505',
      constraint: expect.stringMatching(/^ux_leads_phone_/),
    });
    await store.transaction(actor('t1'), (tx) =>
      tx.run(sql`update "leads" set "deleted_at" = now() where "tenant_id" = ${'t1'} and "id" = ${'1'}`),
    );
    expect(await add('2', '+919800000001')).toBe(1);
    await store.close();
  });
});

describe.skipIf(!(await isReachable()))('the schema step on PostgreSQL', () => {
  it('TRUST-S1 refuses a superuser or an owner as runtime login and prints pending SQL without an administrator', async () => {
    const database = await emptyDatabase();
    try {
      await expect(prepareDatabase(resources, { url: database.runtime })).rejects.toMatchObject({
        exitCode: 78,
        message: expect.stringContaining('create table "leads"'),
      });
      await expect(prepareDatabase(resources, { url: database.owner.superuser, adminUrl: database.owner.url })).rejects.toThrow(
        'is a superuser',
      );
      await expect(prepareDatabase(resources, { url: database.owner.url })).rejects.toThrow('owns the tables');
      await prepareDatabase(resources, { url: database.runtime });
      await withClient(database.owner.superuser, (connection) =>
        connection.script('alter table "leads" disable row level security'),
      );
      await expect(prepareDatabase(resources, { url: database.runtime })).rejects.toThrow('enable row level security');
      const away = new URL(database.runtime);
      away.port = '1';
      await expect(prepareDatabase(resources, { url: away.href })).rejects.toMatchObject({
        exitCode: 69,
        message: expect.stringContaining('cannot be reached'),
      });
    } finally {
      await database.drop();
    }
  });
});
