import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../src/schemas/kit/field';
import { resources } from '../../src/schemas/kit/all';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import type { Connection } from '../../server/store/connection';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { withClient } from '../../server/store/postgres';
import { prepareDatabase } from '../../server/store/prepare-database';
import { applySchema, planFor } from '../../server/store/tables/apply';
import { memoryDatabase } from '../support/database';
import { emptyDatabase, isReachable } from '../support/postgres';

/** A small resource in successive versions, with rows of two tenants. */
function rooms(properties: Record<string, Field>, more: Partial<AnyResource> & { required?: string[] } = {}): AnyResource[] {
  const { required = [], ...rest } = more;
  const fields = { type: 'object', required, additionalProperties: false, properties };
  return [...resources, defineResource({ name: 'rooms', label: 'Room', access: 'nobody', fields, ...rest } as AnyResource)];
}
const open: Record<string, Field> = {
  name: { type: 'string' },
  code: { type: 'string' },
  kind: { type: 'string', enum: ['single', 'double', 'suite'] },
  beds: { type: 'integer', maximum: 9 },
  extras: { type: 'array', items: { type: 'object', properties: { label: { type: 'string' } } } },
};
const columns = { columns: ['name'] as never };
const insert = `begin; select set_config('app.request', 'r', true), set_config('app.tenant', 't1', true);
  insert into "rooms" ("tenant_id", "id", "name", "code", "kind", "beds", "extras")
    select 't1', n::text, 'Room ' || n, 'c-' || n, case when n > 6 then 'suite' else 'single' end, n, jsonb_build_array(jsonb_build_object('label', 'Lamp ' || n))
    from generate_series(1, 9) n;
  select set_config('app.tenant', 't2', true);
  insert into "rooms" ("tenant_id", "id", "name", "code", "kind", "beds") values ('t2', 'a', 'Attic', ' C-1', 'double', 9), ('t2', 'b', 'Barn', 'c-1', null, null); commit`;

interface Place {
  readonly name: string;
  readonly open: () => Promise<{ connection: Connection; start: typeof applySchema; close: () => Promise<void> }>;
}
const embedded: Place = {
  name: 'the embedded database',
  open: async () => {
    const database = await memoryDatabase(resources);
    return { connection: pgliteConnection(sendTo(database)), start: applySchema, close: () => database.close() };
  },
};
const postgres: Place = {
  name: 'PostgreSQL',
  open: async () => {
    const database = await emptyDatabase();
    await prepareDatabase(resources, { url: database.runtime, adminUrl: database.owner.url });
    let held: (() => void) | undefined;
    const connection = await new Promise<Connection>((resolve, reject) => {
      // row security holds the owner, so the rows are written and read as the superuser
      withClient(database.owner.superuser, async (one) => {
        resolve(one);
        await new Promise<void>((done) => (held = done));
      }).catch(reject);
    });
    return {
      connection,
      start: (_, of, options) => withClient(database.owner.url, (owner) => applySchema(owner, of, options)),
      close: async () => {
        held?.();
        await database.drop();
      },
    };
  },
};

describe.each([embedded, ...((await isReachable()) ? [postgres] : [])])('stricter schema files on $name', (place) => {
  let connection: Connection;
  let start: typeof applySchema;
  let close: () => Promise<void>;
  const refusal = async (of: AnyResource[], confirm = false): Promise<string> =>
    start(connection, of, { confirm }).then(
      () => 'started',
      (error: Error) => error.message,
    );
  const with_ = (changed: Record<string, Field>, more: Partial<AnyResource> & { required?: string[] } = {}): AnyResource[] =>
    rooms({ ...open, ...changed }, { ...columns, ...more });

  beforeAll(async () => {
    ({ connection, start, close } = await place.open());
    await start(connection, with_({}));
    await connection.script(insert);
  });
  afterAll(() => close());

  it('count the rows of every tenant that break a narrower limit, and name five; nothing is changed', async () => {
    const said = await refusal(
      with_({
        beds: { type: 'integer', maximum: 3 },
        kind: { type: 'string', enum: ['single', 'double'] },
        code: { type: 'string', pattern: '^c-', maxLength: 3 },
        extras: { type: 'array', items: { type: 'object', properties: { label: { type: 'string', enum: ['Lamp 1'] } } } },
        floor: { type: 'integer' },
      }),
    );
    expect(said).toContain("  schema 'rooms', fields.beds.maximum: 7 rows break it: Room 4, Room 5, Room 6, Room 7, Room 8, …\n");
    expect(said).toContain("  schema 'rooms', fields.kind.enum: 3 rows break it: Room 7, Room 8, Room 9\n");
    expect(said).toContain("  schema 'rooms', fields.code.pattern: 1 row breaks it: Attic\n");
    expect(said).toContain("  schema 'rooms', fields.code.maxLength: 1 row breaks it: Attic\n");
    expect(said).toContain("  schema 'rooms', fields.extras.items.label.enum: 8 rows break it: ");
    expect(said).toContain('npm start -- --confirm');
    expect((await planFor(connection, with_({}))).statements).toEqual([]);
  });

  it('say nothing of wider limits, and of a limit that all rows keep', async () => {
    expect(await refusal(with_({ beds: { type: 'integer', maximum: 99 }, name: { type: 'string', maxLength: 6 } }))).toBe(
      'started',
    );
    expect(await refusal(with_({ beds: { type: 'integer', maximum: 9 }, name: { type: 'string', maxLength: 6 } }))).toBe(
      'started',
    );
    expect(await refusal(with_({}))).toBe('started');
  });

  it('start when confirmed, and ask no second time', async () => {
    const narrow = with_({ beds: { type: 'integer', maximum: 3 } });
    expect(await refusal(narrow)).toMatch(/beds\.maximum: 7 rows/);
    expect(await refusal(narrow, true)).toBe('started');
    expect(await refusal(narrow)).toBe('started');
    expect(await refusal(with_({}))).toBe('started');
  });

  it('require a field only where every row has it: no confirmation helps, and none is needed', async () => {
    const said = await refusal(with_({}, { required: ['kind', 'name'] }), true);
    expect(said).toContain("  schema 'rooms', fields.required: 'kind': 1 row breaks it: Barn\n");
    expect(said).not.toContain("'name'");
    expect(said).not.toContain('--confirm');
    expect(await refusal(with_({ wing: { type: 'string' } }, { required: ['wing'] }))).toContain(
      "fields.required: 'wing': 11 rows break it: ",
    );
    expect(await refusal(with_({}, { required: ['name'] }))).toBe('started');
    expect(
      await connection.script(
        `select attnotnull as held from pg_attribute where attrelid = '"rooms"'::regclass and attname = 'name'`,
      ),
    ).toEqual([{ held: true }]);
    expect(await refusal(with_({}))).toBe('started');
  });

  it('make a field unique only where no two rows of a tenant have the same', async () => {
    expect(await refusal(with_({}, { unique: ['kind'] }), true)).toMatch(/unique: 'kind': 9 rows break it: Room/);
    expect(await refusal(with_({}, { unique: ['code'] }))).toBe('started');
    const folds = with_({}, { unique: [{ fields: ['code'], folds: true }] });
    expect(await refusal(folds)).toMatch(/unique: 'code': 2 rows break it: (Attic, Barn|Barn, Attic)/);
    const within = "begin; select set_config('app.request', 'r', true), set_config('app.tenant', 't1', true);";
    await connection.script(`${within.replace('t1', 't2')} update "rooms" set "code" = 'd' where "id" = 'b'; commit`);
    expect(await refusal(folds)).toBe('started');
    const add = connection.script(
      `${within} insert into "rooms" ("tenant_id", "id", "name", "code") values ('t1', 'x', 'Room 10', '  C-9 ')`,
    );
    await expect(add).rejects.toMatchObject({ code: '23505' });
    await connection.script('rollback');
  });

  it('follow a field to its new name', async () => {
    const { beds: _, ...others } = open;
    const renamed = rooms({ ...others, places: { type: 'integer', maximum: 4 } }, { ...columns, renamed: { beds: 'places' } });
    expect(await refusal(renamed)).toMatch(/fields\.places\.maximum: 6 rows break it/);
  });

  it('take the rules of every tenant along, although row security holds the owner of the tables', async () => {
    const ruleOf = (field: string): string => `[{"resource": "rooms", "field": "${field}", "rule": "hidden"}]`;
    const role = (tenant: string): string => `select set_config('app.tenant', '${tenant}', true);
      insert into "users_roles" ("tenant_id", "role", "role_name", "permissions", "field_rules") values ('${tenant}', 7, 'Desk', '[]', '${ruleOf('code')}');
      insert into "counters" ("tenant_id", "name", "last") values ('${tenant}', 'rooms.code.R-####', 5);`;
    await connection.script(`begin; select set_config('app.request', 'r', true); ${role('t1')} ${role('t2')} commit`);
    const { code, ...others } = open;
    const renamed = (name: string, old: string): AnyResource[] =>
      rooms({ ...others, [name]: code! }, { ...columns, renamed: { [old]: name } as never });
    expect(await refusal(renamed('number', 'code'))).toBe('started');
    const found = await connection.script(
      `select "tenant_id", "field_rules" #>> '{0,field}' as field from "users_roles" where "role" = 7 order by 1`,
    );
    expect(found).toEqual([
      { tenant_id: 't1', field: 'number' },
      { tenant_id: 't2', field: 'number' },
    ]);
    const counters = await connection.script(`select "name" from "counters" where "name" like 'rooms.%'`);
    expect(counters).toEqual([{ name: 'rooms.number.R-####' }, { name: 'rooms.number.R-####' }]);
    expect(await refusal(renamed('code', 'number'))).toBe('started');
  });

  it('make a field unique under its new name, or a reference, only where rows allow it', async () => {
    const { kind: _, ...others } = open;
    const renamed = rooms(
      { ...others, size: open['kind']! },
      { ...columns, renamed: { kind: 'size' }, unique: ['size'] as never },
    );
    expect(await refusal(renamed, true)).toMatch(/unique: 'size': 9 rows break it: Room/);
    const refers = with_({}, { refs: { code: 'streams' } });
    expect(await refusal(refers, true)).toMatch(/schema 'rooms', refs\.code: 11 rows break it: /);
    const insertStream = (tenant: string, id: string): string => `select set_config('app.tenant', '${tenant}', true);
      insert into "streams" ("tenant_id", "id", "name") values ('${tenant}', '${id}', 'S ${id}');`;
    await connection.script(`begin; select set_config('app.request', 'r', true);
      ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => insertStream('t1', `c-${n}`)).join('')} ${insertStream('t2', 'c-9')} commit`);
    // a record of another tenant is none
    expect(await refusal(refers, true)).toMatch(
      /refs\.code: 3 rows break it: (Room 9, Attic, Barn|Attic, Barn, Room 9|Room 9, Barn, Attic)/,
    );
  });
});
