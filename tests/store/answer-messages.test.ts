import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import type { Connection } from '../../server/store/connection';
import { sqlState } from '../../server/store/failures';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { withClient } from '../../server/store/postgres';
import { memoryDatabase } from '../support/database';
import { isReachable, serverUrl } from '../support/postgres';

/** One of each type that the product stores or computes. */
const everyType = `select null::text as "nothing", 'Élan தமிழ் 🎓'::text as "text", ''::text as "empty", 12::int as "int", 9007199254740991::int8 as "big",
  12.50::numeric as "money", true as "yes", '2026-02-28'::date as "day", '2026-02-28 23:59:59.5+05:30'::timestamptz as "moment",
  '{"a": [1, null]}'::jsonb as "json", array['a,b', null, '"']::text[] as "texts", array[1, 2]::int[] as "ints", '\\x00ff'::bytea as "bytes"`;
const asRead = {
  nothing: null,
  text: 'Élan தமிழ் 🎓',
  empty: '',
  int: 12,
  big: 9007199254740991,
  money: 12.5,
  yes: true,
  day: '2026-02-28',
  moment: '2026-02-28T18:29:59.500Z',
  json: { a: [1, null] },
  texts: ['a,b', null, '"'],
  ints: [1, 2],
  bytes: Buffer.from([0, 255]),
};

describe('the answers of the embedded database', () => {
  let database: PGlite;
  let connection: Connection;
  beforeAll(async () => {
    database = await memoryDatabase(resources);
    connection = pgliteConnection(sendTo(database));
  });
  afterAll(() => database.close());

  it('are read as those of PostgreSQL are, the first time and when the statement is planned already', async () => {
    for (let time = 0; time < 3; time++)
      expect(await connection.query({ text: everyType, name: 'every-type' })).toEqual({ rows: [asRead], count: 1 });
    expect(await connection.query({ text: everyType })).toEqual({ rows: [asRead], count: 1 });
    expect(await connection.script(everyType)).toEqual([asRead]);
    if (await isReachable())
      expect(await withClient(serverUrl, (other) => other.query({ text: everyType }))).toEqual({ rows: [asRead], count: 1 });
  });

  it('are whole, however large: many rows, and a value larger than any piece they come in', async () => {
    const text = `select n, repeat('é', 100) as t from generate_series(1, $1::int) n`;
    for (const name of ['many', 'many', undefined]) {
      const { rows } = await connection.query<{ n: number; t: string }>({ text, values: [5000], ...(name ? { name } : {}) });
      expect(rows).toHaveLength(5000);
      expect(rows.at(-1)).toEqual({ n: 5000, t: 'é'.repeat(100) });
    }
    const long = 'é'.repeat(400_000);
    expect((await connection.query<{ t: string }>({ text: 'select $1::text as t', values: [long] })).rows[0]?.t).toBe(long);
  });

  it('belong to their statements when those are sent before the answers come, of one name or of several', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const answers = await Promise.all(
      numbers.map((n) => connection.query({ text: 'select $1::int as n', values: [n], ...(n % 3 ? { name: `n${n % 3}` } : {}) })),
    );
    expect(answers.map(({ rows }) => rows)).toEqual(numbers.map((n) => [{ n }]));
  });

  it('say how many rows a write changed, and give what it returns', async () => {
    await connection.script('create temp table "t" ("id" int primary key, "name" text)');
    const insert = { text: `insert into "t" select n, 'x' from generate_series(1, $1::int) n`, values: [3] };
    expect(await connection.query(insert)).toEqual({ rows: [], count: 3 });
    const update = { text: `update "t" set "name" = 'y' where "id" > $1::int returning "id"`, values: [1], name: 'update-t' };
    for (const _ of [1, 2]) expect((await connection.query(update)).count).toBe(2);
    expect(await connection.query({ text: 'select * from "t" where false' })).toEqual({ rows: [], count: 0 });
    expect(await connection.script(`delete from "t" where "id" = 1; select count(*) from "t"; select 1 where false`)).toEqual([]);
  });

  it('are the error with its code and constraint, after which the next statement works', async () => {
    const again = { text: 'insert into "t" values ($1::int)', values: [2], name: 'insert-t' };
    const error = await connection.query(again).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '23505', constraint: 't_pkey', table: 't', message: expect.stringContaining('t_pkey') });
    expect(await connection.query({ ...again, values: [9] })).toMatchObject({ count: 1 });
    const wrong = await connection.script('select 1; select nonsense').catch((reason: unknown) => reason);
    expect(sqlState(wrong)).toBe('42703');
    await connection.script('begin');
    await connection.query({ text: 'select nonsense' }).catch(() => {});
    await expect(connection.script('commit')).rejects.toThrow('everything was rolled back');
  });
});
