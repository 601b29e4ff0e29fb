import type { CrudFilter, CrudOperators } from '@refinedev/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crudFilters, listFilters } from '../../src/providers/calls/crud-filters';
import { filterName, listOperators, takesNoValue, type ListFilter } from '../../src/schemas/kit/list-query';

const eq = (field: string, value: unknown): CrudFilter => ({ field, operator: 'eq', value }) as CrudFilter;
const is = (field: string, values: string[], group?: number): ListFilter => ({
  field,
  operator: 'eq',
  values,
  ...(group ? { group } : {}),
});

describe("refine's filters as filters of a list", () => {
  it('knows every operator of refine', () => {
    const all: Record<CrudOperators, true> = {
      eq: true,
      ne: true,
      eqs: true,
      nes: true,
      lt: true,
      gt: true,
      lte: true,
      gte: true,
      in: true,
      nin: true,
      ina: true,
      nina: true,
      contains: true,
      ncontains: true,
      containss: true,
      ncontainss: true,
      between: true,
      nbetween: true,
      null: true,
      nnull: true,
      startswith: true,
      nstartswith: true,
      startswiths: true,
      nstartswiths: true,
      endswith: true,
      nendswith: true,
      endswiths: true,
      nendswiths: true,
      or: true,
      and: true,
    };
    const taken = (operator: string): boolean =>
      operator === 'or' || operator === 'and'
        ? listFilters([{ operator, value: [eq('a', 'x')] }])!.length === 1
        : listFilters([{ field: 'a', operator: operator as 'eq', value: 'x' }])!.length === 1;
    expect(Object.keys(all).filter((one) => !taken(one))).toEqual([]);
  });

  it('accepts texts, numbers, dates, booleans, and lists of them', () => {
    expect(
      listFilters([
        eq('a', 1),
        eq('b', true),
        { field: 'c', operator: 'in', value: ['x', 2] },
        { field: 'd', operator: 'nin', value: ['y'] },
        { field: 'e', operator: 'gte', value: new Date('2026-03-01T00:00:00Z') },
        eq('f', null),
        { field: 'g', operator: 'ne', value: null },
        { field: 'h', operator: 'between', value: [1, 5] },
      ]),
    ).toEqual([
      is('a', ['1']),
      is('b', ['true']),
      is('c', ['x', '2']),
      { field: 'd', operator: 'ne', values: ['y'] },
      { field: 'e', operator: 'gte', values: ['2026-03-01T00:00:00.000Z'] },
      { field: 'f', operator: 'null', values: [] },
      { field: 'g', operator: 'nnull', values: [] },
      { field: 'h', operator: 'between', values: ['1', '5'] },
    ]);
  });

  it('leaves out filters without a value, and finds nothing in an empty list', () => {
    expect(listFilters([eq('a', undefined), eq('b', ''), eq('c', 'x')])).toEqual([is('c', ['x'])]);
    expect(listFilters([eq('a', 'x'), { field: 'b', operator: 'in', value: [] }])).toBeUndefined();
    expect(listFilters([{ operator: 'or', value: [eq('a', 'x'), { field: 'b', operator: 'in', value: [] }] }])).toEqual([
      is('a', ['x']),
    ]);
  });

  it('drops filters without a value inside a group too, and a whole group if one of its alternatives always holds', () => {
    expect(listFilters([{ operator: 'or', value: [eq('a', undefined), eq('b', '1')] }])).toEqual([is('b', ['1'])]);
    const anything: CrudFilter = { field: 'a', operator: 'nin', value: [] };
    expect(listFilters([eq('z', 'x'), { operator: 'or', value: [anything, eq('b', '1')] }])).toEqual([is('z', ['x'])]);
  });

  it('keeps a check for null with any value', () => {
    const checked = (operator: 'null' | 'nnull', value: unknown): string[] =>
      listFilters([{ field: 'a', operator, value }])!.map((one) => one.operator);
    for (const value of [undefined, '', null, true, 'true', []])
      expect([value, checked('null', value), checked('nnull', value)]).toEqual([value, ['null'], ['nnull']]);
    for (const value of [false, 'false'])
      expect([value, checked('null', value), checked('nnull', value)]).toEqual([value, ['nnull'], ['null']]);
  });

  it('finds nothing if a value has to match an empty list, and does not filter if it must not match', () => {
    const asked = (operator: CrudOperators): unknown => {
      try {
        return listFilters([{ field: 'a', operator, value: [] } as CrudFilter]) ? 'all' : 'none';
      } catch (error) {
        return String(error);
      }
    };
    for (const operator of ['in', 'contains', 'containss', 'startswith', 'endswiths'] as const)
      expect([operator, asked(operator)]).toEqual([operator, 'none']);
    for (const operator of ['nin', 'ne', 'ncontains', 'nstartswith', 'nendswiths', 'ina', 'nina'] as const)
      expect([operator, asked(operator)]).toEqual([operator, 'all']);
    for (const operator of ['between', 'nbetween', 'gt', 'gte', 'lt', 'lte'] as const)
      expect(asked(operator)).toContain(`'${operator}' of a has no value`);
  });

  it('takes an empty text among several values for no value: it matches none, and a range needs both ends', () => {
    const some = (operator: 'in' | 'nin' | 'contains' | 'between', value: unknown[]): unknown =>
      listFilters([{ field: 'a', operator, value }]);
    expect(some('in', [''])).toBeUndefined();
    expect(some('contains', [''])).toBeUndefined();
    expect(some('nin', [''])).toEqual([]);
    expect(some('in', ['', 'x'])).toEqual([is('a', ['x'])]);
    expect(() => some('between', ['', '5'])).toThrow("'between' of a has no value");
  });

  it('turns nested conditions into groups, with common conditions outside', () => {
    const nested: CrudFilter[] = [
      eq('z', 'always'),
      { operator: 'or', value: [eq('a', '1'), { operator: 'and', value: [eq('b', '2'), eq('c', '3')] }] },
    ];
    expect(listFilters(nested)).toEqual([is('z', ['always']), is('a', ['1'], 1), is('b', ['2'], 2), is('c', ['3'], 2)]);
    expect(listFilters([{ operator: 'or', value: [eq('a', '1'), eq('b', '2')] }, { operator: 'or', value: [eq('c', '3'), eq('d', '4')] }]))
      .toEqual([is('a', ['1'], 1), is('c', ['3'], 1), is('a', ['1'], 2), is('d', ['4'], 2), is('b', ['2'], 3), is('c', ['3'], 3), is('b', ['2'], 4), is('d', ['4'], 4)]); // prettier-ignore
  });

  it('holds two conditions of one name, the second in a group', () => {
    const part = (value: string): CrudFilter => ({ field: 'a', operator: 'contains', value });
    const has = (value: string, group?: number): ListFilter => ({
      field: 'a',
      operator: 'contains',
      values: [value],
      ...(group ? { group } : {}),
    });
    expect(listFilters([part('x'), eq('z', '1'), part('y')])).toEqual([has('x'), is('z', ['1']), has('y', 1)]);
    // a permanent choice of several, and the reader's one of them
    expect(listFilters([{ field: 'a', operator: 'in', value: ['x', 'y'] }, eq('a', 'x')])).toEqual([
      is('a', ['x', 'y']),
      is('a', ['x'], 1),
    ]);
    const either: CrudFilter = { operator: 'or', value: [eq('b', '1'), eq('c', '2')] };
    expect(listFilters([part('x'), part('y'), either])).toEqual([
      has('x'),
      has('y', 1),
      is('b', ['1'], 1),
      has('y', 2),
      is('c', ['2'], 2),
    ]);
  });

  it('selects the same rows as the conditions, however they are nested', () => {
    const leaf = fc.record({
      field: fc.constantFrom('a', 'b', 'c', 'd'),
      operator: fc.constant('eq' as const),
      value: fc.constant('1'),
    });
    const { tree } = fc.letrec<{ tree: CrudFilter }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.record({
          operator: fc.constantFrom('or' as const, 'and' as const),
          value: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        }),
      ),
    }));
    const holds = (filter: CrudFilter, on: ReadonlySet<string>): boolean =>
      'field' in filter
        ? on.has(filter.field)
        : filter.operator === 'or'
          ? filter.value.some((one) => holds(one, on))
          : filter.value.every((one) => holds(one, on));
    const fits = (filters: readonly ListFilter[], on: ReadonlySet<string>): boolean => {
      const groups = [...new Set(filters.flatMap(({ group }) => group ?? []))];
      const all = (group: number | undefined): boolean => filters.every((one) => one.group !== group || on.has(one.field));
      return all(undefined) && (groups.length === 0 || groups.some(all));
    };
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 2 }), fc.subarray(['a', 'b', 'c', 'd']), (filters, fields) => {
        const on = new Set(fields);
        let listed: readonly ListFilter[] | undefined;
        try {
          listed = listFilters(filters);
        } catch (error) {
          expect(String(error)).toContain('groups');
        }
        if (listed) expect(fits(listed, on)).toBe(filters.every((one) => holds(one, on)));
      }),
    );
  });

  it('converts a list’s filters to refine and back', () => {
    const one: fc.Arbitrary<ListFilter> = fc
      .record({
        field: fc.constantFrom('a', 'b'),
        operator: fc.constantFrom(...listOperators),
        values: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 2 }),
      })
      .map((filter) => (takesNoValue(filter.operator) ? { ...filter, values: [] } : filter));
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { maxLength: 5, selector: filterName }),
        fc.uniqueArray(one, { minLength: 1, maxLength: 3, selector: filterName }),
        (always, inGroup) => {
          expect(listFilters(crudFilters(always))).toEqual(always);
          const groups = [1, 2].flatMap((group) => inGroup.map((filter) => ({ ...filter, group })));
          expect(listFilters(crudFilters([...always.filter(({ field }) => field === 'none'), ...groups]))).toEqual(groups);
        },
      ),
    );
  });

  it('refuses what a list cannot express with a message', () => {
    const refused = (...filters: CrudFilter[]): string => {
      try {
        listFilters(filters);
        return 'taken';
      } catch (error) {
        return String(error);
      }
    };
    expect(refused({ field: 'a', operator: 'like' as 'eq', value: 'x' })).toContain("no filter 'like' (a)");
    const parts = ['x', 'y', 'z'].map((value): CrudFilter => ({ field: 'a', operator: 'contains', value }));
    expect(refused(...parts)).toContain("one filter 'contains' of a");
    expect(refused({ operator: 'or', value: [{ operator: 'and', value: parts.slice(1) }, eq('b', '1')] })).toContain(
      "one filter 'contains' of a",
    );
    expect(refused({ field: 'a', operator: 'eq', value: { b: 1 } })).toContain("'eq' of a");
    expect(refused({ field: 'a', operator: 'gte', value: null })).toContain("'gte' of a");
    const many: CrudFilter = { operator: 'or', value: Array.from({ length: 40 }, (_, at) => eq(`f${at}`, 'x')) };
    expect(refused(many, many)).toContain('1600 groups');
  });
});
