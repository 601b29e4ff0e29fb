import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedColumn } from '../../src/schemas/kit/asked-column';
import { withCustomFields } from '../../src/schemas/kit/custom-fields';
import type { CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import { resources } from '../../src/schemas/kit/all';
import { leads } from '../../src/schemas/leads/leads';
import { tenantFindings } from '../../server/store/checks/invariants';
import { newId } from '../../server/store/ids';
import { compileList, type ListPage } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import type { Tx } from '../../server/store/store';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

/** ADR 12: lists over the index of custom values agree with the rows, and read the rows of a page, not of the table. */
const specs: readonly CustomFieldSpec[] = [
  { key: 'town', label: 'Town', type: 'text' },
  { key: 'rank', label: 'Rank', type: 'number' },
  { key: 'visit', label: 'Visit', type: 'date' },
  { key: 'slot', label: 'Slot', type: 'datetime' },
  { key: 'tier', label: 'Tier', type: 'select', options: ['One', 'Two', 'Three'] },
  { key: 'likes', label: 'Likes', type: 'multiselect', options: ['Law', 'Art', 'Music'] },
  { key: 'paid', label: 'Paid', type: 'checkbox' },
  { key: 'site', label: 'Site', type: 'url' },
];
const resource = withCustomFields(leads, specs);
const list = compileList(resource);
type Custom = Record<string, unknown>;
interface Lead {
  readonly id: string;
  readonly city: string;
  readonly custom: Custom | null;
}
const longSite = (n: number): string => `https://example.com/${'x'.repeat(600)}${n % 2}`;
const draw = (n: number): Custom | null =>
  n % 10 === 0
    ? null
    : {
        ...(n % 3 ? { town: ['Pune', 'pune', 'Émile', 'Agra', "O'Brien"][n % 5] } : {}),
        ...(n % 4 ? { rank: [1, 2.5, 10, 9, -3, 100][n % 6] } : {}),
        ...(n % 5 ? { visit: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}` } : {}),
        ...(n % 7 ? { slot: n % 2 ? `2026-03-01T10:00:0${n % 10}.5Z` : `2026-03-01T15:00:0${n % 10}+05:30` } : {}),
        ...(n % 2 ? { tier: ['One', 'Two', 'Three'][n % 3] } : {}),
        ...(n % 3 ? { likes: ['Law', 'Art', 'Music'].slice(n % 3) } : {}),
        ...(n % 4 ? { paid: n % 8 < 4 } : {}),
        ...(n % 6 ? { site: longSite(n) } : {}),
      };
const people: readonly Lead[] = Array.from({ length: 90 }, (_, n) => ({
  id: `lead${String(n).padStart(4, '0')}`,
  city: n % 2 ? 'Pune' : 'Nashik',
  custom: draw(n),
}));
const madeAt = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, n % 40)).toISOString();

/** Filters, each with the same condition on the row itself. */
const filters: readonly (readonly [string, string | string[], (custom: Custom) => boolean])[] = [
  ['custom.town', 'Pune', ({ town }) => town === 'Pune'],
  ['custom.town_contains', 'UN', ({ town }) => /un/i.test(String(town ?? ''))],
  ['custom.town_startswith', "o'", ({ town }) => town === "O'Brien"],
  ['custom.town', ['Pune', 'Agra'], ({ town }) => town === 'Pune' || town === 'Agra'],
  ['custom.town_like', 'pun', ({ town }) => typeof town === 'string' && town.toLowerCase().includes('pun')],
  ['custom.town_ne', 'Pune', ({ town }) => town !== 'Pune'],
  ['custom.town_null', 'false', ({ town }) => town !== undefined],
  ['custom.town_null', 'true', ({ town }) => town === undefined],
  ['custom.rank', '2.5', ({ rank }) => rank === 2.5],
  ['custom.rank_gte', '9', ({ rank }) => Number(rank) >= 9],
  ['custom.rank_lte', '2.5', ({ rank }) => Number(rank) <= 2.5],
  ['custom.visit', '2026-03-05', ({ visit }) => visit === '2026-03-05'],
  ['custom.visit_lte', '2026-03-09', ({ visit }) => typeof visit === 'string' && visit <= '2026-03-09'],
  ['custom.slot_gte', '2026-03-01T09:45:00Z', ({ slot }) => Date.parse(String(slot)) >= Date.parse('2026-03-01T09:45:00Z')],
  ['custom.tier', 'Two', ({ tier }) => tier === 'Two'],
  ['custom.likes', 'Music', ({ likes }) => Array.isArray(likes) && likes.includes('Music')],
  ['custom.likes', ['Law', 'Art'], ({ likes }) => Array.isArray(likes) && likes.some((one) => one !== 'Music')],
  ['custom.paid', 'true', ({ paid }) => paid === true],
  ['custom.site', longSite(1), ({ site }) => site === longSite(1)],
];
const orders = ['created_at', 'name', 'custom.town', 'custom.rank', 'custom.visit', 'custom.slot', 'custom.tier', 'custom.site'];

describe.each(await reachableDatabases())('custom values on $name', ({ fresh }) => {
  let store: TestStore;
  const page = (query: Record<string, unknown>, tenant = 't1'): Promise<ListPage> =>
    store.transaction(actor(tenant), (tx) => list.page(tx, tenant, readListRequest(resource, query)));
  const entries = async (key: string): Promise<string> => {
    const rows = await store.admin(
      `select "field", coalesce("text", "number"::text) as held from "custom_values" where "row_key" = '${key}' and "field" not like '~%' order by 1, "place"`,
    );
    return rows.map(({ field, held }) => `${String(field)}=${String(held)}`).join(' ');
  };
  const change = (text: string): Promise<number> => store.transaction(actor('t1'), (tx) => tx.run(sql`${raw(text)}`));

  beforeAll(async () => {
    store = await fresh();
    for (const tenant of ['t1', 't2'])
      await store.transaction(actor(tenant), (tx) =>
        tx.insertMany(
          'leads',
          ['tenant_id', 'id', 'name', 'city', 'created_at', 'custom'],
          people.map(({ id, city, custom }, n) => [
            tenant,
            id,
            `Name ${n % 7}`,
            city,
            madeAt(n),
            custom && JSON.stringify(custom),
          ]),
        ),
      );
  });
  afterAll(() => store.close());

  it('SPEED-B6 pages by cursor, forward and back, through exactly the matching rows, in a stable order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...orders),
        fc.constantFrom('asc', 'desc'),
        fc.subarray([...filters], { maxLength: 2 }),
        fc.boolean(),
        fc.integer({ min: 3, max: 40 }),
        async (_sort, _order, asked, ofCity, limit) => {
          const base = {
            _sort,
            _order,
            ...Object.fromEntries(asked.map(([name, value]) => [name, value])),
            ...(ofCity ? { city: 'Pune' } : {}),
          };
          const last = new Map(asked.map(([name, , meets]) => [name, meets]));
          const expected = people
            .filter(
              ({ city, custom }) => (!ofCity || city === 'Pune') && [...last.values()].every((meets) => meets(custom ?? {})),
            )
            .map(({ id }) => id);
          const whole = (await page({ ...base, limit: 100 })).rows.map((row) => row.id as string);
          expect(whole.toSorted(), JSON.stringify(base)).toEqual(expected.toSorted());
          const seen: unknown[] = [];
          let at = await page({ ...base, limit });
          for (;;) {
            expect([at.total, at.totalExact]).toEqual([whole.length, true]);
            seen.push(...at.rows.map((row) => row.id));
            if (!at.next) break;
            at = await page({ ...base, limit, after: at.next });
          }
          expect(seen).toEqual(whole);
          const back: unknown[] = at.rows.map((row) => row.id);
          while (at.prev) {
            at = await page({ ...base, limit, before: at.prev });
            back.unshift(...at.rows.map((row) => row.id));
          }
          expect(back).toEqual(whole);
          const numbered = await page({ ...base, _start: 2, _end: 2 + limit });
          expect(numbered.rows.map((row) => row.id)).toEqual(whole.slice(2, 2 + limit));
        },
      ),
      { numRuns: 60, seed: 17 },
    );
  });

  it('sorts numbers by value, times by moment, texts case-insensitively, and empty values last', async () => {
    const held = async (_sort: string, _order: string): Promise<unknown[]> =>
      (await page({ _sort: `custom.${_sort}`, _order, limit: 100 })).rows.map((row) => (row['custom'] as Custom | null)?.[_sort]);
    for (const _order of ['asc', 'desc'])
      for (const [name, valueOf] of [
        ['rank', Number],
        ['slot', (value: unknown) => Date.parse(String(value))],
      ] as const) {
        const all = await held(name, _order);
        const filled = all.filter((value) => value !== undefined).map(valueOf);
        expect(all.slice(filled.length).every((value) => value === undefined)).toBe(true);
        const sorted = filled.toSorted((a, b) => a - b);
        expect(filled).toEqual(_order === 'asc' ? sorted : sorted.toReversed());
      }
    const towns = (await held('town', 'asc')).filter((town) => /^pune$/i.test(String(town)));
    expect(new Set(towns).size).toBe(2);
  });

  it('follows updates, deletion, restoration and final removal of a row', async () => {
    const id = newId();
    await change(
      `insert into "leads" ("tenant_id", "id", "name", "custom") values ('t1', '${id}', 'New', '{"rank": 7, "likes": ["Law", "Art"]}')`,
    );
    expect(await entries(id)).toBe('likes=Law likes=Art rank=7');
    await change(`update "leads" set "custom" = '{"rank": 8, "paid": false}' where "tenant_id" = 't1' and "id" = '${id}'`);
    expect(await entries(id)).toBe('paid=false rank=8');
    await change(`update "leads" set "deleted_at" = now() where "tenant_id" = 't1' and "id" = '${id}'`);
    expect(await entries(id)).toBe('');
    await change(`update "leads" set "deleted_at" = null where "tenant_id" = 't1' and "id" = '${id}'`);
    expect(await entries(id)).toBe('paid=false rank=8');
    await change(`update "leads" set "custom" = '{"town": "2026-02-31T10:00:00Z"}' where "tenant_id" = 't1' and "id" = '${id}'`);
    expect(await entries(id)).toBe('town=2026-02-31T10:00:00Z');
    await change(`delete from "leads" where "tenant_id" = 't1' and "id" = '${id}'`);
    expect(await entries(id)).toBe('');
  });

  it('TRUST-S1 is readable only within its tenant, and written only by changes of the rows', async () => {
    const rows = await store.transaction(actor('t1'), (tx) => tx.rows(sql`select distinct "tenant_id" from "custom_values"`));
    expect(rows).toEqual([{ tenant_id: 't1' }]);
    for (const text of [`delete from "custom_values"`, `update "custom_values" set "field" = 'x'`])
      await expect(change(text)).rejects.toMatchObject({ code: '42501' });
    expect((await page({ 'custom.tier': 'Two' }, 'nobody')).rows).toEqual([]);
  });

  it('SPEED-B6 reads the rows of a page and not of the table, under row security', async () => {
    await store.admin(`begin; select set_config('app.tenant', 't3', true), set_config('app.request', 'seed', true);
      insert into "leads" ("tenant_id", "id", "name", "created_at", "custom") select 't3', 'n' || lpad(i::text, 6, '0'), 'Name ' || i, timestamptz '2026-01-01' + (i || ' seconds')::interval,
        jsonb_build_object('town', case when i % 1000 = 7 then 'Rare' else 'Common' end, 'rank', i * 7919 % 20011, 'visit', date '2020-01-01' + i % 2000)
      from generate_series(1, 20000) i; commit`);
    await store.admin('analyze "leads"; analyze "custom_values"');
    const queries: readonly Record<string, unknown>[] = [
      { 'custom.town': 'Rare' },
      { 'custom.town': 'Common' },
      { _sort: 'custom.rank', _order: 'desc' },
      { _sort: 'custom.town', _order: 'asc' },
      { _sort: 'custom.rank', _order: 'asc', 'custom.rank_gte': '10000' },
      { _sort: 'name', _order: 'asc', 'custom.town': 'Rare' },
      { 'custom.rank_lte': '20' },
      { 'custom.visit_gte': '2020-06-01', 'custom.visit_lte': '2020-06-02' },
    ];
    for (const query of queries) {
      const request = { ...readListRequest(resource, query), count: 'none' as const };
      const next = await store.transaction(actor('t3'), (tx) => list.page(tx, 't3', request));
      for (const at of [request, ...(next.next ? [{ ...request, after: next.next }] : [])]) {
        const read = await store.transaction(actor('t3'), async (tx) => {
          let seen = 0;
          const looking: Tx = { ...tx, rows: async (text) => ((seen += await rowsRead(tx, text)), []) };
          await list.page(looking, 't3', at);
          return seen;
        });
        expect(read, JSON.stringify(query)).toBeLessThan(400);
      }
    }
  });

  it('agrees with the rows, and `verify` checks it', async () => {
    const findings = await verified();
    expect(findings).toBe(0);
    await store.admin(`delete from "custom_values" where "tenant_id" = 't2' and "field" = 'rank'`);
    expect(await verified()).toBeGreaterThan(0);
  });

  async function verified(): Promise<number> {
    const connection = { script: store.admin } as Parameters<typeof tenantFindings>[0];
    const of = new Set(['leads', ...Object.values<AskedColumn>(leads.asked ?? {}).map((about) => about.of)]);
    const only = resources.filter(({ name }) => of.has(name));
    const found = await tenantFindings(connection, only, 't2');
    return found.find(({ what }) => what.includes('custom values'))!.wrong;
  }
});

interface Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Node[];
}
/** The number of rows that all nodes of a statement's plan touched. */
async function rowsRead(tx: Tx, text: Parameters<Tx['rows']>[0]): Promise<number> {
  const [explained] = await tx.rows(sql`explain (analyze, timing off, format json) ${text}`);
  const [plan] = Object.values(explained!).flatMap((value) => (typeof value === 'string' ? JSON.parse(value) : value)) as {
    Plan: Node;
  }[];
  const sum = (node: Node): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
      node['Actual Loops'] +
    (node.Plans ?? []).reduce((all, one) => all + sum(one), 0);
  return sum(plan!.Plan);
}
