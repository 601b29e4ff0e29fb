import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldedText, literal } from '../../server/store/parameters';
import type { TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('what folds to the same on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
  });
  afterAll(() => store.close());

  it('case, spaces and the two ways to write a letter make no difference; other letters do', async () => {
    const alike = async (one: string, other: string): Promise<unknown> => {
      const [row] = await store.admin<{ same: boolean }>(
        `select ${foldedText(literal(one))} = ${foldedText(literal(other))} as same`,
      );
      return row?.same;
    };
    for (const [one, other] of [
      ['Room 1', ' room   1\t'],
      ['École', 'e\u0301cole'],
      ['ÅNGSTRÖM', 'a\u030angstro\u0308m'],
      ['क़लम', '\u0915\u093c\u0932\u092e'],
      ['Block\u00a0A', 'block a'],
      ['Ｂｌｏｃｋ', 'block'],
    ] as const)
      expect([one, await alike(one, other)]).toEqual([one, true]);
    for (const [one, other] of [
      ['Ecole', 'École'],
      ['कलम', 'क़लम'],
    ] as const)
      expect([one, await alike(one, other)]).toEqual([one, false]);
  });
});
