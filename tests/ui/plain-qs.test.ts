import fc from 'fast-check';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import plain from '../../scripts/plain-qs';
import { plainQs } from '../../scripts/plain-qs-plugin';

/** The package that refine depends on, with the settings that refine uses. */
const qs = createRequire(createRequire(import.meta.url).resolve('@refinedev/core'))('qs');
const asRefine = (search: string): unknown => qs.parse(search, { ignoreQueryPrefix: true, depth: 10 });

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const condition = fc.record({
  field: fc.constantFrom('name', 'stage_id', 'custom.rank'),
  operator: fc.constantFrom('eq', 'contains'),
  value: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 4 })),
});
const group = fc.record({
  operator: fc.constantFrom('and', 'or'),
  value: fc.array(condition, { minLength: 1, maxLength: 3 }),
});
const outer = fc.record({
  operator: fc.constant('or'),
  value: fc.array(fc.oneof(condition, group), { minLength: 1, maxLength: 3 }),
});
const table = fc.record({
  currentPage: fc.nat().map(String),
  filters: fc.array(fc.oneof(condition, group, outer), { minLength: 1, maxLength: 4 }),
  sorters: fc.array(fc.record({ field: text, order: fc.constantFrom('asc', 'desc') }), { minLength: 1, maxLength: 2 }),
});

describe("the replacement of qs in refine's own code", () => {
  it("writes a table's page, sorters and nested filters so that both it and the package read them back", () => {
    fc.assert(
      fc.property(table, (given) => {
        const search = plain.stringify(given, { addQueryPrefix: true });
        expect(plain.parse(search, { ignoreQueryPrefix: true })).toEqual(given);
        expect(asRefine(search)).toEqual(given);
      }),
    );
  });

  it('reads what the package writes, and plain addresses as the package does', () => {
    fc.assert(
      fc.property(table, (given) => {
        expect(plain.parse(qs.stringify(given, { arrayFormat: 'indices' }))).toEqual(given);
      }),
    );
    for (const search of ['?type=all&q=a+b', '?city=Pune&city=Goa', '?city[]=Pune&city[]=Goa', '?a[b]=1&a[c][d]=2', '?x', ''])
      expect(plain.parse(search, { ignoreQueryPrefix: true }), search).toEqual(asRefine(search));
  });

  it('leaves out empty values, and no name reaches a prototype', () => {
    expect(plain.stringify({ a: null, b: undefined, c: [], d: 0, e: false })).toBe('d=0&e=false');
    plain.parse('__proto__[spoilt]=1&constructor[prototype][spoilt]=1');
    expect('spoilt' in {}).toBe(false);
  });

  it('is used only by refine', () => {
    const resolve = plainQs().resolveId;
    const ask = (importer: string): unknown =>
      typeof resolve === 'function' && Reflect.apply(resolve, undefined, ['qs', importer]);
    expect(ask('/x/node_modules/@refinedev/core/dist/index.mjs')).toMatch(/scripts\/plain-qs\.ts$/);
    expect(ask('/x/src/custom/own/own-page.tsx')).toBeUndefined();
  });
});
