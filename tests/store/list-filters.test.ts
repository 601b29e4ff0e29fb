import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysOf, dayRanges, type DayRange } from '../../src/schemas/kit/day-ranges';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { listOperators, readFilterName } from '../../src/schemas/kit/list-query';
import { leads } from '../../src/schemas/leads/leads';
import { newId } from '../../server/store/ids';
import { scanLimit } from '../../server/store/list-count';
import { compileList, type ListPage } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

const now = new Date('2026-03-10T20:00:00Z'); // already the 11th in India
const list = compileList(leads);

describe.each(await reachableDatabases())('filters of a list on $name', ({ fresh }) => {
  let store: TestStore;
  const rules = { now, zone: 'Asia/Kolkata', maxLimit: 100, limit: 100 };
  const page = (query: Record<string, unknown>, tenant = 't1'): Promise<ListPage> =>
    store.transaction(actor(tenant), (tx) => list.page(tx, tenant, readListRequest(leads, query, rules)));
  const names = async (query: Record<string, unknown>): Promise<string[]> =>
    (await page(query)).rows.map((row) => String(row['name'])).toSorted();

  beforeAll(async () => {
    store = await fresh();
    const columns = ['tenant_id', 'id', 'name', 'phone', 'city', 'email', 'priority', 'is_verified', 'created_at', 'user_id'];
    const rows = Array.from({ length: 40 }, (_, index) => [
      't1',
      newId(),
      `N${index}`,
      `+9198${String(index).padStart(8, '0')}`,
      [null, 'Pune', 'Nashik', 'puri'][index % 4],
      index % 5 ? `${index}.a%b@example.com` : null,
      index % 3,
      index % 2,
      new Date(Date.UTC(2026, 2, 1 + (index % 20), 18, 45)),
      null,
    ]);
    const many = Array.from({ length: 2 * scanLimit }, (_, index) => [
      't2',
      newId(),
      `M${index}`,
      `+9197${String(index).padStart(8, '0')}`,
      index < scanLimit / 2 ? 'Nashik' : 'Pune',
      null,
      index % 3,
      index % 2,
      new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
      index % 10 ? null : 'u-1',
    ]);
    await store.transaction(actor('t2'), async (tx) => {
      await tx.run(sql`insert into "users_roles" ("tenant_id", "role", "role_name", "data_scope", "permissions")
        values (${'t2'}, ${1}, ${'Admin'}, ${'tenant'}, ${'[]'}::jsonb)`);
      await tx.run(sql`insert into "users" ("tenant_id", "id", "name", "email", "role", "type")
        values (${'t2'}, ${'u-1'}, ${'Asha'}, ${'asha@example.com'}, ${1}, ${'org'})`);
    });
    for (const [tenant, all] of [
      ['t1', rows],
      ['t2', many],
    ] as const)
      await store.transaction(actor(tenant), (tx) => tx.insertMany('leads', columns, all));
  });
  afterAll(() => store.close());

  it('combines the conditions of a group with and, the groups with or, and both with the other filters', async () => {
    const condition = fc.constantFrom<readonly [string, string]>(
      ['city', 'Pune'],
      ['city_ne', 'Pune'],
      ['city_null', 'true'],
      ['email_like', '1.'],
      ['email_startswith', '1'],
      ['priority', '2'],
      ['priority_gte', '1'],
      ['is_verified', '1'],
      ['created_at_between', 'last_7_days'],
    );
    const all = (await page({})).rows.map((row) => String(row['name']));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
        fc.array(condition, { maxLength: 2 }),
        async (groups, outside) => {
          const query = Object.fromEntries([
            ...outside,
            ...groups.flatMap((group, index) => group.map(([name, value]) => [`${index + 1}-${name}`, value] as const)),
          ]);
          const each = async (one: Record<string, string>): Promise<Set<string>> => new Set(await names(one));
          const together = async (parts: readonly (readonly [string, string])[]): Promise<Set<string>> => {
            const sets = await Promise.all(
              Object.entries(Object.fromEntries(parts)).map(([name, value]) => each({ [name]: value })),
            );
            return new Set(all.filter((name) => sets.every((set) => set.has(name))));
          };
          const either = await Promise.all(groups.map(together));
          const inside = await together(outside);
          const expected = all.filter((name) => inside.has(name) && (!groups.length || either.some((set) => set.has(name))));
          expect(await names(query)).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('applies every operator, and excluding operators match rows without a value', async () => {
    type Row = { name: string; city: string | null; email: string | null; priority: number };
    const rows = (await page({})).rows.map((row) => row as unknown as Row);
    const tried = new Set(['ina', 'nina']); // of lists, in the next test
    const meant = async (name: string, value: unknown, means: (row: Row) => boolean): Promise<void> => {
      tried.add(readFilterName(name, (field) => field === 'city' || field === 'priority')!.operator);
      const expected = rows.filter(means).map((row) => row.name);
      expect(expected.length, name).toBeGreaterThan(0);
      expect(expected.length, name).toBeLessThan(rows.length);
      expect(await names({ [name]: value }), `${name}=${String(value)}`).toEqual(expected.toSorted());
    };
    const lower = ({ city }: Row): string => (city ?? '').toLowerCase();
    await meant('city', ['Pune', 'puri'], ({ city }) => city === 'Pune' || city === 'puri');
    await meant('city_eq', 'Pune', ({ city }) => city === 'Pune');
    await meant('city_ne', ['Pune', 'puri'], ({ city }) => city !== 'Pune' && city !== 'puri');
    await meant('city_contains', 'U', (row) => lower(row).includes('u'));
    await meant('city_like', ['un', 'sh'], (row) => /un|sh/.test(lower(row)));
    await meant('city_ncontains', 'U', (row) => !lower(row).includes('u'));
    await meant('city_containss', 'P', ({ city }) => city?.includes('P') ?? false);
    await meant('city_ncontainss', 'P', ({ city }) => !city?.includes('P'));
    await meant('city_startswith', 'P', (row) => lower(row).startsWith('p'));
    await meant('city_nstartswith', 'P', (row) => !lower(row).startsWith('p'));
    await meant('city_startswiths', 'P', ({ city }) => city?.startsWith('P') ?? false);
    await meant('city_nstartswiths', 'P', ({ city }) => !city?.startsWith('P'));
    await meant('city_endswith', 'E', (row) => lower(row).endsWith('e'));
    await meant('city_nendswith', 'E', (row) => !lower(row).endsWith('e'));
    await meant('city_endswiths', 'e', ({ city }) => city?.endsWith('e') ?? false);
    await meant('city_nendswiths', 'e', ({ city }) => !city?.endsWith('e'));
    await meant('city_null', 'true', ({ city }) => city === null);
    await meant('city_null', 'false', ({ city }) => city !== null);
    await meant('city_nnull', 'true', ({ city }) => city !== null);
    await meant('priority_gt', '1', ({ priority }) => priority > 1);
    await meant('priority_gte', '1', ({ priority }) => priority >= 1);
    await meant('priority_lt', '1', ({ priority }) => priority < 1);
    await meant('priority_lte', '1', ({ priority }) => priority <= 1);
    await meant('priority_between', ['1', '2'], ({ priority }) => priority >= 1);
    await meant('priority_nbetween', ['1', '2'], ({ priority }) => priority < 1);
    expect([...tried].toSorted()).toEqual([...listOperators].toSorted());
  });

  it.each(['2026-02-31', '0000-01-01', '2026-13-01', '2026-02-31T10:00:00Z', 'today'])(
    'refuses %s by the name of the field',
    (day) => {
      for (const query of [{ created_at_gte: day }, { created_at_between: ['2026-01-01', day] }])
        expect(() => readListRequest(leads, query, rules)).toThrow('Created must be a date');
    },
  );

  it('matches a list of values by any, by all and by not all of them', async () => {
    const tags = [['hot'], ['hot', 'hostel'], ['hostel'], []];
    await store.transaction(actor('t3'), (tx) =>
      tx.insertMany(
        'leads',
        ['tenant_id', 'id', 'name', 'phone', 'tags'],
        tags.map((one, index) => ['t3', newId(), `T${index}`, `+9196${String(index).padStart(8, '0')}`, JSON.stringify(one)]),
      ),
    );
    const tagged = { ...leads, filter: [...(leads.filter ?? []), 'tags'] } as AnyResource;
    const found = async (query: Record<string, unknown>): Promise<string[]> => {
      const request = readListRequest(tagged, query, rules);
      const { rows } = await store.transaction(actor('t3'), (tx) => list.page(tx, 't3', request));
      return rows.map((row) => String(row['name'])).toSorted();
    };
    expect(() => readListRequest(tagged, { tags_gte: 'a' }, rules)).toThrow('no order');
    expect(await found({ tags: ['hot', 'hostel'] })).toEqual(['T0', 'T1', 'T2']);
    expect(await found({ tags_ina: ['hot', 'hostel'] })).toEqual(['T1']);
    expect(await found({ tags_nina: ['hot', 'hostel'] })).toEqual(['T0', 'T2', 'T3']);
    expect(await found({ tags_ne: ['hot'] })).toEqual(['T2', 'T3']);
    // texts are compared with each element
    expect(await found({ tags_startswith: 'HOST' })).toEqual(['T1', 'T2']);
    expect(await found({ tags_nstartswith: 'host' })).toEqual(['T0', 'T3']);
    expect(await found({ tags_endswiths: 't' })).toEqual(['T0', 'T1']);
    expect(await found({ tags_like: 'stel' })).toEqual(['T1', 'T2']);
    expect(await found({ tags_like: '", "' })).toEqual([]);
    expect(await found({ tags_ncontainss: 'ot' })).toEqual(['T2', 'T3']);
  });

  it('finds values that start with a text or contain one of several, with % and _ taken literally', async () => {
    expect(await names({ email_startswith: '11.A%' })).toEqual(['N11']);
    expect(await names({ email_like: ['11.a%b', '12.A%B'] })).toEqual(['N11', 'N12']);
    expect(await names({ email_startswith: '%' })).toEqual([]);
  });

  it('reads a range of days in the tenant’s zone, both ends included', async () => {
    const of = async (range: DayRange): Promise<number[]> =>
      (await page({ created_at_between: range })).rows
        .map((row) => new Date(new Date(row['created_at'] as string).getTime() + 5.5 * 3_600_000).getUTCDate())
        .toSorted((a, b) => a - b);
    // 18:45 in London is past midnight in India, so a lead of the 9th counts for the 10th there.
    expect(new Set(await of('today'))).toEqual(new Set([11]));
    expect(new Set(await of('yesterday'))).toEqual(new Set([10]));
    expect(new Set(await of('last_7_days'))).toEqual(new Set([5, 6, 7, 8, 9, 10, 11]));
    expect(await of('last_month')).toEqual([]);
    expect(Object.fromEntries(Object.keys(dayRanges).map((range) => [range, daysOf(range as DayRange, '2026-03-11')]))).toEqual({
      today: ['2026-03-11', '2026-03-11'],
      yesterday: ['2026-03-10', '2026-03-10'],
      tomorrow: ['2026-03-12', '2026-03-12'],
      last_7_days: ['2026-03-05', '2026-03-11'],
      last_30_days: ['2026-02-10', '2026-03-11'],
      next_7_days: ['2026-03-11', '2026-03-17'],
      this_week: ['2026-03-09', '2026-03-15'],
      this_month: ['2026-03-01', '2026-03-31'],
      last_month: ['2026-02-01', '2026-02-28'],
    });
  });

  it('stops counting with two conditions after enough rows, and never reports fewer than are shown', async () => {
    const two = await page({ city: 'Pune', priority: '1', limit: '10' }, 't2');
    expect(two.totalExact).toBe(false);
    expect(two.total).toBeGreaterThan(scanLimit / 4);
    expect(two.total).toBeLessThanOrEqual(scanLimit);
    const exact = await page({ city: 'Pune', priority: '1', limit: '10', count: 'exact' }, 't2');
    expect([exact.total, exact.totalExact]).toEqual([scanLimit / 2, true]);
    // few enough to count all of them
    const small = await page({ city: 'Nashik', is_verified: '1', limit: '10' }, 't2');
    expect([small.total, small.totalExact]).toEqual([scanLimit / 4, true]);
    // one user has fewer rows than a city, whatever the order of the filters
    const theirs = await page({ city: 'Pune', user_id: 'u-1', limit: '10' }, 't2');
    expect([theirs.total, theirs.totalExact]).toEqual([(scanLimit * 3) / 20, true]);
    // none of the first rows scanned match, those on the page do
    const rare = await page({ lead_type: 'fresh', email_null: 'true', '1-city': 'Nashik', limit: '10' }, 't2');
    expect(rare.totalExact).toBe(false);
    expect(rare.total).toBeGreaterThanOrEqual(11);
    const one = await page({ city: 'Pune', limit: '10' }, 't2');
    expect([one.total, one.totalExact]).toEqual([(scanLimit * 3) / 2, true]);
  });

  it('refuses a filter that is not offered, an unknown range and too many filters, by name', async () => {
    const refused = (query: Record<string, unknown>): unknown => {
      try {
        return readListRequest(leads, query, rules);
      } catch (error) {
        return (error as { errors: { path: string }[] }).errors[0]!.path;
      }
    };
    expect(refused({ '1-address': 'x' })).toBe('1-address');
    expect(refused({ created_at_between: 'last_year' })).toBe('created_at_between');
    expect(refused({ city_between: 'today' })).toBe('city_between');
    expect(refused({ '2-priority': 'high' })).toBe('2-priority');
    expect(refused({ priority_gt: ['1', '2'] })).toBe('priority_gt');
    expect(refused({ priority_between: ['1', '2', '3'] })).toBe('priority_between');
    expect(refused({ city_ina: 'Pune' })).toBe('city_ina');
    expect(refused({ city_null: 'maybe' })).toBe('city_null');
    expect(refused({ followup_overdue_null: 'maybe' })).toBe('followup_overdue_null');
    expect(refused({ days_in_stage_null: 'maybe' })).toBe('days_in_stage_null');
    expect(refused({ city_has: 'a' })).toBe('city_has');
    expect(refused({ '0-city': 'x' })).toBe('0-city');
    expect(refused(Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`${n + 1}-city`, 'x'])))).toBe('filters');
  });
});
