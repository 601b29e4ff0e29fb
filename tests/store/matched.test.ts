import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import type { Connection } from '../../server/store/connection';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { withClient } from '../../server/store/postgres';
import { applySchema, planFor } from '../../server/store/tables/apply';
import { readMatch } from '../../server/store/tables/matched';
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

const files = [...resources, gadgets];

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
    await database.use((connection) => inOrder(connection, resources, 'first'));
  });
  afterAll(() => database.close());
  /** Two starts: what the first one changes, the second finds in order. */
  const inOrder = async (connection: Connection, files: readonly AnyResource[], build: string): Promise<void> => {
    for (let start = 0; start < 2; start++) await applySchema(connection, files, { build, confirm: true });
    expect(await isMatched(connection, files, build)).toBe(true);
  };
  const isMatched = async (connection: Connection, files: readonly AnyResource[], build: string): Promise<boolean> =>
    (await readMatch(connection, files, build))?.isKnown === true;
  const stands = async (connection: Connection, wanted: string): Promise<boolean> =>
    (await connection.script(`select to_regclass('public.${wanted}') is not null as yes`))[0]?.yes === true;

  it('are not looked through again by the build that left them, whatever was written and vacuumed since', () =>
    database.use(async (connection) => {
      await connection.script(
        `begin; select set_config('app.tenant', 't', true); insert into "counters" ("tenant_id", "name", "last") values ('t', 'n', 1); commit`,
      );
      await connection.script('vacuum (analyze)');
      expect(await isMatched(connection, resources, 'first')).toBe(true);
      expect(await isMatched(connection, resources, 'second')).toBe(false);
      expect(await isMatched(connection, [...resources, gadgets], 'first')).toBe(false);
      // It does not even look: what it would refuse is not asked for.
      const refuse = (): Promise<void> => Promise.reject(new Error('looked through'));
      await applySchema(connection, resources, { build: 'first', beforeChange: refuse });
    }));

  it('are changed for other schema files, and are in order for them once a start has found nothing to do', () =>
    database.use(async (connection) => {
      await applySchema(connection, files, { build: 'first' });
      expect([await stands(connection, 'gadgets'), await isMatched(connection, files, 'first')]).toEqual([true, false]);
      await inOrder(connection, files, 'first');
      expect(await isMatched(connection, resources, 'first')).toBe(false);
    }));

  it('are looked through after a change during the last start', () =>
    database.use(async (connection) => {
      await connection.script('drop index "ix_notes_by_created_at_380276"');
      const meanwhile = (): Promise<void> => connection.script('drop index "ix_calls_by_started_at_8001ff"').then(() => {});
      await applySchema(connection, files, { build: 'first', beforeChange: meanwhile });
      expect(await isMatched(connection, files, 'first')).toBe(false);
      await inOrder(connection, files, 'first');
      expect((await planFor(connection, files)).statements).toEqual([]);
    }));

  it.each([
    ['an index that is gone', 'drop index "ix_notes_by_created_at_380276"'],
    ['a column that is gone', 'alter table "gadgets" drop column "name"'],
    ['a rule of rows that is off', 'alter table "gadgets" disable row level security'],
    ['a trigger that is off', 'alter table "gadgets" disable trigger user'],
    ['a right that was given', 'grant all on "gadgets" to public'],
    ['a function that was replaced', `create or replace function enter(a text) returns int language sql as 'select 1'`],
    ['rules that another version remembered', `update "schema_state" set "hash" = 'other' where "name" = 'limits'`],
  ])('are looked through after a change by hand: %s', (_, change) =>
    database.use(async (connection) => {
      await inOrder(connection, files, 'first');
      await connection.script(change);
      expect(await isMatched(connection, files, 'first')).toBe(false);
    }),
  );
});
