import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Field } from '../../src/schemas/kit/field';
import { resources } from '../../src/schemas/kit/all';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import type { Connection } from '../../server/store/connection';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { applySchema, planFor } from '../../server/store/tables/apply';
import { memoryDatabase } from '../support/database';

function kept(name: string, properties: Record<string, Field>, more: Partial<AnyResource> & { required?: string[] } = {}) {
  const { required = [], ...rest } = more;
  const fields = { type: 'object', required, additionalProperties: false, properties };
  return defineResource({ name, label: 'Thing', access: 'nobody', fields, ...rest } as AnyResource);
}
const things = (properties: Record<string, Field>, more: Partial<AnyResource> & { required?: string[] } = {}): AnyResource[] => [
  ...resources,
  kept('things', { name: { type: 'string' }, ...properties }, { columns: ['name'] as never, ...more }),
];

describe('a field whose type changes', () => {
  let connection: Connection;
  let close: () => Promise<void>;
  const start = (of: readonly AnyResource[], confirm = true): Promise<string> =>
    applySchema(connection, of, { confirm }).then(
      () => 'started',
      (error: Error) => error.message,
    );
  const insert = (column: string, values: readonly string[]): Promise<unknown> =>
    connection.script(`begin; select set_config('app.tenant', 't', true), set_config('app.request', 'r', true);
      insert into "things" ("tenant_id", "id", "name", "${column}") values ${values.map((value, at) => `('t', '${at}', 'Thing ${at}', ${value})`).join(', ')}; commit`);
  const stored = async (column: string): Promise<unknown[]> =>
    (await connection.script(`select to_jsonb("${column}") as v from "things" order by "id"`)).map(({ v }) => v);

  beforeAll(async () => {
    const database = await memoryDatabase(resources);
    connection = pgliteConnection(sendTo(database));
    close = () => database.close();
  });
  afterAll(() => close());
  beforeEach(() => applySchema(connection, resources, { confirm: true }));

  it.each<[string, Field, Field, readonly string[], readonly unknown[]]>([
    ['a text with a default to a number', { type: 'string', default: '1' }, { type: 'integer', default: 1 }, ["'7'"], [7]],
    ['yes and no to 1 and 0', { type: 'boolean', default: true }, { type: 'integer', enum: [0, 1] }, ['true', 'false'], [1, 0]],
    ['1 and 0 to yes and no', { type: 'integer', enum: [0, 1], default: 1 }, { type: 'boolean' }, ['1', '0'], [true, false]],
    ['any JSON to a text', {}, { type: 'string' }, [`'"hello"'`, "'5'"], ['hello', '5']],
    [
      'one choice to several',
      { type: 'string', enum: ['a'] },
      { type: 'array', items: { type: 'string' } },
      ["'a'", 'null'],
      [['a'], null],
    ],
    [
      'a list of one to one choice',
      { type: 'array', items: { type: 'string' } },
      { type: 'string' },
      [`'["a"]'`, `'[]'`],
      ['a', null],
    ],
    ['any JSON to a number', {}, { type: 'number' }, [`'"2.5"'`, "'3'"], [2.5, 3]],
    ['a text to any JSON', { type: 'string' }, {}, ["'it''s'"], ["it's"]],
  ])('keeps its values: %s', async (_, before, after, values, now) => {
    expect(await start(things({ size: before }))).toBe('started');
    await insert('size', values);
    expect(await start(things({ size: after }), false)).toContain('alter column "size" type');
    expect(await start(things({ size: after }))).toBe('started');
    expect(await stored('size')).toEqual(now);
    expect((await planFor(connection, things({ size: after }))).statements).toEqual([]);
  });

  it('is sorted, searched, unique and a reference as its new type', async () => {
    expect(await start(things({ size: { type: 'integer' }, of: { type: 'string' } }, { unique: ['name'] as never }))).toBe(
      'started',
    );
    await insert('size', ['7', '8']);
    const next = things(
      { size: { type: 'string' }, of: { type: 'integer' } },
      {
        sort: ['size'] as never,
        filter: ['of'] as never,
        search: ['name', 'size'] as never,
        unique: [{ fields: ['size'], folds: true }] as never,
        refs: { of: 'colleges' },
      },
    );
    expect(await start(next)).toBe('started');
    expect(await stored('search_text')).toEqual([' thing 0 7', ' thing 1 8']);
    const plan = await planFor(connection, next);
    expect([...plan.statements, ...plan.destructive]).toEqual([]);
  });

  it('of a table that never had a row changes into any type', async () => {
    const fields: Field[] = [
      { type: 'boolean', default: true },
      { type: 'integer', default: 1 },
      { type: 'string', format: 'date' },
      { type: 'number' },
      { type: 'string', format: 'date-time' },
      { type: 'array', items: { type: 'string' } },
      { type: 'boolean' },
      { type: 'string', default: 'a' },
      {},
    ];
    const pairs = fields.flatMap((from, one) => fields.map((to, other) => ({ name: `f_${one}_${other}`, from, to })));
    const all = (which: 'from' | 'to'): Record<string, Field> =>
      Object.fromEntries(pairs.map((pair) => [pair.name, pair[which]]));
    expect(await start(things(all('from')), false)).toBe('started');
    expect(await start(things(all('to')), false)).toBe('started');
  });

  it('and whose values become fewer names the rows outside of them, and those that cannot be of the new type', async () => {
    expect(await start(things({ size: { type: 'string', enum: ['1', '2', '9'] } }))).toBe('started');
    await insert('size', ["'1'", "'2'", "'9'"]);
    const fewer = things({ size: { type: 'integer', enum: [1, 2] } });
    expect(await start(fewer, false)).toContain("  schema 'things', fields.size.enum: 1 row breaks it: Thing 2\n");
    expect(await stored('size')).toEqual(['1', '2', '9']);
    expect(await start(fewer)).toBe('started');
    expect(await stored('size')).toEqual([1, 2, 9]);
    expect(await start(fewer, false)).toBe('started');
    expect(await start(things({ size: { type: 'string', format: 'date' } }))).toMatch(
      /schema 'things', fields\.size\.type: 3 rows break it: Thing 0, Thing 1, Thing 2\nNothing was changed/,
    );
    expect(await stored('size')).toEqual([1, 2, 9]);
  });
});

describe('schema files that are removed', () => {
  const pair = [
    ...resources,
    kept('all-books', { name: { type: 'string' } }),
    kept('all-loans', { book_id: { type: 'string' } }, { refs: { book_id: 'all-books' } }),
  ];

  it('may refer to each other; one that comes back has its rights, row security and audit', async () => {
    const database = await memoryDatabase(resources);
    const connection = pgliteConnection(sendTo(database));
    await applySchema(connection, pair);
    await applySchema(connection, resources, { confirm: true });
    await applySchema(connection, pair);
    const [found] =
      await connection.script(`select relrowsecurity as secured, has_table_privilege('prospectus_app', oid, 'select') as readable,
      (select count(*)::int from pg_trigger where tgrelid = c.oid and tgname like 'audit_%') as audited from pg_class c where relname = 'all_books'`);
    expect(found).toEqual({ secured: true, readable: true, audited: 3 });
    await database.close();
  });
});
