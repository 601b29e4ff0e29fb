import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chipsOf, chipText } from '../../src/resources/list/filter-words';
import { filtersOf, groupsOf } from '../../src/resources/list/filter-rows';
import { resourceNamed } from '../../src/schemas/kit/all';
import { momentOf } from '../../src/ui/time/dates';
import { pageSizes, readAddress, writeAddress, type ListState } from '../../src/resources/list/list-address';
import { filterName, listOperators, takesNoValue, type ListFilter } from '../../src/schemas/kit/list-query';

const fields = ['status', 'created_at', 'page', 'q', 'sort', 'view', 'city', 'name'];
const name = fc.constantFrom(...fields);
const text = fc.string({ minLength: 1, maxLength: 12 });
const filter: fc.Arbitrary<ListFilter> = fc
  .record({
    field: name,
    operator: fc.constantFrom(...listOperators),
    values: fc.array(text, { minLength: 1, maxLength: 3 }),
  })
  .map((one) => (takesNoValue(one.operator) ? { ...one, values: [] } : one))
  .chain((one) =>
    fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }).map((group) => (group ? { ...one, group } : one)),
  );
const isField = (one: string): boolean => fields.includes(one);
const offers = { filter: isField, sorts: new Set(fields), columns: fields };
const nothing = { filters: [], columns: [], sorts: [], places: [] };
const state: fc.Arbitrary<ListState> = fc
  .record({
    page: fc.integer({ min: 1, max: 101 }),
    size: fc.constantFrom(...pageSizes),
    cursor: fc.option(fc.tuple(fc.constantFrom('after', 'before'), text), { nil: undefined }),
    sort: fc.array(fc.record({ field: name, down: fc.boolean() }), { maxLength: 2 }),
    search: fc.string({ maxLength: 12 }),
    filters: fc.uniqueArray(filter, { maxLength: 4, selector: filterName }),
    columns: fc.option(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), { nil: undefined }),
  })
  .map(({ cursor, columns, ...rest }) => ({
    ...rest,
    ...(columns ? { columns } : {}),
    unknown: nothing,
    ...(cursor ? { page: 1, [cursor[0]]: cursor[1] } : {}),
  }));

describe('the address of a list', () => {
  const read = (address: string): ListState => readAddress(new URLSearchParams(address), offers);

  it('holds the whole state, which can be read back', () => {
    fc.assert(
      fc.property(state, fc.constantFrom({}, { size: 25, sort: [{ field: 'name', down: true }] }), (given, defaults) => {
        const address = writeAddress(given, defaults).toString();
        expect(readAddress(new URLSearchParams(address), offers, defaults)).toEqual(given);
      }),
    );
  });

  it('is empty for a list as it opens, and keeps unknown parts separate', () => {
    expect(writeAddress(read('')).toString()).toBe('');
    const plain = { page: 1, size: 10, sort: [], search: '', filters: [] };
    const odd = read('page=-4&size=7&sort=,-,nme,-&name_lik=x&nme=a&nme=b&status=&cols=tierr');
    expect(odd).toEqual({
      ...plain,
      unknown: { filters: ['name_lik=x', 'nme=a,b'], columns: ['tierr'], sorts: ['nme'], places: ['page=-4', 'size=7'] },
    });
    const half = read('cols=name,tierr,,city');
    expect(half).toEqual({ ...plain, columns: ['name', 'city'], unknown: { ...nothing, columns: ['tierr'] } });
    expect(writeAddress(half).toString()).toBe('cols=name%2Ccity');
    const defaults = { sort: [{ field: 'name', down: true }] };
    const sorted = (address: string) => readAddress(new URLSearchParams(address), offers, defaults);
    expect(sorted('sort=nme').sort).toEqual(defaults.sort);
    expect(writeAddress(sorted('sort=nme'), defaults).toString()).toBe('');
    expect(sorted('sort=nme,-city').sort).toEqual([{ field: 'city', down: true }]);
  });

  it('has no page that only a cursor reaches', () => {
    expect(read('page=1001')).toMatchObject({ page: 1001, unknown: nothing });
    expect(read('page=1002')).toMatchObject({ page: 1, unknown: { ...nothing, places: ['page=1002'] } });
    expect(read('size=100&page=102')).toMatchObject({ page: 1, unknown: { ...nothing, places: ['page=102'] } });
  });

  it('asks whether a field is empty by yes or no alone', () => {
    expect(read('city_null=true').filters).toEqual([{ field: 'city', operator: 'null', values: [] }]);
    expect(read('city_null=false').filters).toEqual([{ field: 'city', operator: 'nnull', values: [] }]);
    expect(read('city_null=banana')).toMatchObject({ filters: [], unknown: { ...nothing, filters: ['city_null=banana'] } });
  });

  it('keeps other parameters', () => {
    expect(writeAddress(read('q=a'), {}, [['tab', 'mine']]).toString()).toBe('tab=mine&q=a');
  });
});

describe('conditions joined by and and or', () => {
  const leads = resourceNamed('leads');
  const one = (field: string, value: string, group?: number): ListFilter => ({
    field,
    operator: 'eq',
    values: [value],
    ...(group ? { group } : {}),
  });
  it('one group has no number, several are numbered, and equal conditions merge into one with several values', () => {
    expect(filtersOf([[one('city', 'Pune'), one('city', 'Nashik'), { ...one('name', ' '), operator: 'contains' }]])).toEqual([
      { field: 'city', operator: 'eq', values: ['Pune', 'Nashik'] },
    ]);
    const both = filtersOf([[one('city', 'Pune')], [one('priority', '2')]]);
    expect(both).toEqual([one('city', 'Pune', 1), one('priority', '2', 2)]);
    expect(filtersOf(groupsOf(both, leads))).toEqual(both);
  });
  it('conditions outside of groups apply to each group', () => {
    expect(groupsOf([one('city', 'Pune'), one('priority', '1', 3), one('priority', '2', 7)], leads)).toEqual([
      [one('city', 'Pune'), one('priority', '1')],
      [one('city', 'Pune'), one('priority', '2')],
    ]);
  });
});

describe('chips of filters', () => {
  const leads = resourceNamed('leads');
  it('shows from and to of one field as one span', () => {
    const source: ListFilter = { field: 'status', operator: 'eq', values: ['1'] };
    const from: ListFilter = { field: 'created_at', operator: 'gte', values: [momentOf('2026-03-01', '00:00')] };
    const to: ListFilter = { field: 'created_at', operator: 'lte', values: [momentOf('2026-03-05', '23:59:59')] };
    expect(chipsOf([to, source, from])).toEqual([[from, to], [source]]);
    expect(chipsOf([from, source])).toEqual([[from], [source]]);
    expect(chipText(leads, [from, to])).toBe('1 Mar 2026 – 5 Mar 2026');
    expect(chipText(leads, [from, { ...to, values: [momentOf('2026-03-01', '23:59:59')] }])).toBe('1 Mar 2026');
    expect(chipText(leads, [from])).toMatch(/^from /);
  });
});
