import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import type { Connection } from '../../server/store/connection';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { withClient } from '../../server/store/postgres';
import { applySchema } from '../../server/store/tables/apply';
import { isMatched } from '../../server/store/tables/matched';
import { memoryDatabase } from '../support/database';
import { emptyDatabase, isReachable } from '../support/postgres';

/** A start looks through the tables only where another build may have left them, or somebody has changed them. */
type Work = (connection: Connection) => Promise<void>;
const gadgets = defineResource({
  name: 'gadgets',
  label: 'Gadget',
  access: 'nobody',
  fields: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: { type: 'string' } } },
}) as AnyResource;

const databases: readonly [string, () => Promise<{ use: (work: Work) => Promise<void>; close: () => Promise<void> }>][] = [
  [
    'embedded',
    async () => {
      const database = await memoryDatabase(resources);
      const connection = pgliteConnection(sendTo(database));
      return { use: (work) => work(connection), close: () => database.close() };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const made = await emptyDatabase();
      return { use: (work) => withClient(made.owner.url, work), close: () => made.drop() };
    },
  ],
];
const reachable = await isReachable();

describe.each(databases)('the tables on %j', (name, open) => {
  if (name === 'PostgreSQL' && !reachable) return it.skip('no PostgreSQL is reachable', () => {});
  let database: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    database = await open();
    await database.use((connection) => applySchema(connection, resources, { build: 'first' }));
  });
  afterAll(() => database.close());
  const stands = async (connection: Connection, wanted: string): Promise<boolean> =>
    (await connection.script(`select to_regclass('public.${wanted}') is not null as yes`))[0]?.yes === true;

  it('are not looked through again by the build that left them, whatever was written and vacuumed since', () =>
    database.use(async (connection) => {
      await connection.script(
        `begin; select set_config('app.tenant', 't', true); insert into "counters" ("tenant_id", "name", "last") values ('t', 'n', 1); commit`,
      );
      await connection.script('vacuum (analyze)');
      await applySchema(connection, [...resources, gadgets], { build: 'first' });
      expect(await stands(connection, 'gadgets')).toBe(false);
    }));

  it('are changed by another build, which leaves them as its own', () =>
    database.use(async (connection) => {
      await applySchema(connection, [...resources, gadgets], { build: 'second' });
      expect(await stands(connection, 'gadgets')).toBe(true);
      expect([await isMatched(connection, 'first'), await isMatched(connection, 'second')]).toEqual([false, true]);
    }));

  it.each([
    ['an index that is gone', 'drop index "ix_notes_by_created_at_380276"'],
    ['a column that is gone', 'alter table "gadgets" drop column "name"'],
    ['a rule of rows that is off', 'alter table "gadgets" disable row level security'],
    ['a trigger that is off', 'alter table "gadgets" disable trigger user'],
    ['a right that was given', 'grant all on "gadgets" to public'],
    ['a function that was replaced', `create or replace function enter(a text) returns int language sql as 'select 1'`],
  ])('are looked through after a change by hand: %s', (_, change) =>
    database.use(async (connection) => {
      await applySchema(connection, [...resources, gadgets], { build: 'third', confirm: true });
      expect(await isMatched(connection, 'third')).toBe(true);
      await connection.script(change);
      expect(await isMatched(connection, 'third')).toBe(false);
    }),
  );
});
