import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import type { Endpoint } from '../../server/http/endpoints';
import { mayDo, levelsOf, type AclEntry } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { wireUrl } from '../../src/schemas/kit/wire';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

/** Attacks on lists, on every database: values used as names, names as values, and never more than three statements. */
const databases = await reachableDatabases();
const lists = collectEndpoints().endpoints.filter((one) => one.operation === 'list' && !one.call && !one.twin);
const nameOf = (endpoint: Endpoint): string => endpoint.name.slice(0, endpoint.name.lastIndexOf('.'));
const runs = Number(process.env['LIST_RUNS'] ?? 30);

describe.each(databases)('lists on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  const people: { who: Browser; name: string; as: { role: number; type: string; levels: ReturnType<typeof levelsOf> } }[] = [];
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    for (const name of ['admin', 'manager', 'lead', 'counsellor', 'backoffice']) {
      const who = await signIn(test, `${name}@northstar.example`);
      const acl = (await call(test, who, 'GET', 'acl')).body as unknown as { data: AclEntry[] };
      const me = (await call(test, who, 'GET', 'users/me')).body as unknown as { data: { role: number; type: string } };
      people.push({ who, name, as: { role: me.data.role, type: me.data.type, levels: levelsOf(acl.data) } });
    }
    admin = people[0]!.who;
    for (let i = 0; i < 25; i++)
      await call(test, admin, 'POST', 'res/leads', {
        name: `Lead ${i}`,
        phone: `98220100${10 + i}`,
        user_id: people[i % 4]!.who.userId,
      });
  });
  afterAll(() => test.close());

  const ask = (endpoint: Endpoint, who: Browser, query: readonly (readonly [string, string])[]) => {
    const path = wireUrl({ ...endpoint.wire, query: [] }, {});
    const constants = [...endpoint.wire.query, ...endpoint.wire.body].filter((item) => item.constant !== undefined);
    const all = [...constants.map((item) => [item.name, item.constant!] as const), ...query];
    if (endpoint.method !== 'GET') return call(test, who, endpoint.method, path, Object.fromEntries(all));
    const search = new URLSearchParams(all.map(([name, value]) => [name, value])).toString();
    return call(test, who, 'GET', search ? `${path}?${search}` : path);
  };

  it('TRUST-S18 no column, operator or value of a list request reaches the database as anything but a value', async () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        `'`,
        `"`,
        `';--`,
        `") or 1=1--`,
        '$1',
        '\\',
        '%',
        '_',
        '1e308',
        '-1e308',
        'NaN',
        'Infinity',
        '{}',
        '[]',
        '{"a":1}',
        'null',
        '2026-02-30',
        '0000-01-01',
        '+292277-01-01',
        '2026-01-01T00:00:00+23:59',
        '9'.repeat(40),
        '1.5',
        '-0',
        'true',
        '١٢',
        '\u202e',
        '😀',
        'x'.repeat(3000),
        '{1,2}',
        'ARRAY[1]',
        '()',
        '::text',
      ),
      fc.string({ unit: 'binary', maxLength: 10 }).filter((text) => !/\p{Cs}/u.test(text)),
    );
    const wrong: string[] = [];
    let asked = 0;
    for (const endpoint of lists) {
      const resource = resourceNamed(nameOf(endpoint));
      const columns = [
        ...Object.keys(resource.fields.properties),
        ...(resource.filter ?? []),
        'id',
        'created_at',
        'tenant_id',
        'search_text',
        '"x"',
        'a;b',
      ];
      const triple = fc.tuple(
        fc.constantFrom(...columns),
        fc.constantFrom('', '_ne', '_gte', '_lte', '_like', '_null', '[]', "_'"),
        hostile,
      );
      const steer = fc.tuple(
        fc.constantFrom(
          '_sort',
          '_order',
          'sort',
          'order',
          'q',
          'search',
          'after',
          'before',
          '_start',
          '_end',
          'limit',
          'page_number',
          'view',
          'type',
        ),
        fc.constant(''),
        fc.oneof(hostile, fc.constantFrom(...columns)),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(triple, steer), { minLength: 1, maxLength: 3 }), async (drawn) => {
          asked++;
          const answer = await ask(
            endpoint,
            admin,
            drawn.map(([name, operator, value]) => [name + operator, value] as const),
          );
          if (answer.status >= 500 || ![200, 422].includes(answer.code))
            wrong.push(`${endpoint.name} ${JSON.stringify(drawn)}: ${answer.text.slice(0, 200)}`);
        }),
        { numRuns: runs, seed: 18 },
      );
    }
    expect(wrong.slice(0, 10).join('\n')).toBe('');
    expect(asked).toBe(lists.length * runs);
    // Class 42 (syntax, unknown column, wrong type) would be a fault in the log.
    expect(test.logged.filter((line) => line.level === 'error')).toEqual([]);
  });

  it('a name that every object inherits is answered like any other that the list does not offer', async () => {
    const odd: string[] = [];
    for (const endpoint of lists.filter(({ method }) => method === 'GET')) {
      const usual = await ask(endpoint, admin, [['no_such_name', '1']]);
      for (const name of ['__proto__', 'constructor', 'toString_ne', '1-__proto__']) {
        const { code } = await ask(endpoint, admin, [[name, '1']]);
        if (code !== usual.code) odd.push(`${endpoint.name} ${name}: ${code}, not ${usual.code}`);
      }
    }
    expect(odd).toEqual([]);
  });

  it('every list refuses a filter that it does not offer, by name: look-ups without pages and deleted records too', async () => {
    const ignored: string[] = [];
    for (const endpoint of lists) {
      const name = endpoint.method === 'GET' ? 'no_such_name' : 'no_such_name_ne';
      const { code, body } = await ask(endpoint, admin, [[name, '1']]);
      if (code !== 422 || body.errors?.[0]?.path !== name) ignored.push(`${endpoint.name} by ${endpoint.method}: ${code}`);
    }
    expect(ignored).toEqual([]);
  });

  it('every list runs at most three statements, for every user and every request', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const endpoint of lists)
      for (const { who, as, name } of people) {
        if (!mayDo(as, endpoint.access, endpoint.operation)) continue;
        const resource = resourceNamed(nameOf(endpoint));
        const sort = resource.sort?.[0];
        const shapes: [string, string][][] = [
          [],
          [
            ['limit', '5'],
            ['page_number', '2'],
          ],
        ];
        if (endpoint.wire.path.startsWith('res/'))
          shapes.push([
            ['_limit', '2'],
            ...(sort ? [['_sort', sort] as [string, string]] : []),
            ...(resource.search ? [['q', 'lead'] as [string, string]] : []),
          ]);
        for (const shape of shapes) {
          await ask(endpoint, who, shape); // permissions are reloaded once a minute
          test.store.reports.splice(0);
          const answer = await ask(endpoint, who, shape);
          if (![200, 422].includes(answer.code)) wrong.push(`${endpoint.name} as ${name}: ${answer.text.slice(0, 200)}`);
          const statements = test.store.reports.reduce((sum, one) => sum + one.statements, 0);
          asked++;
          if (statements > 3)
            wrong.push(`${endpoint.name} (${endpoint.wire.path}) as ${name} ${JSON.stringify(shape)}: ${statements} statements`);
        }
      }
    expect(wrong.join('\n')).toBe('');
    expect(asked).toBeGreaterThan(100);
  });
});
