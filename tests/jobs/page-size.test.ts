import { describe, expect, it } from 'vitest';
import { fewestRows, rowsOfNext } from '../../server/exports/page-size';

/** The rows of the pages of a list that takes `fixed` ms for a page and `perRow` ms for each of its rows. */
function pages(fixed: number, perRow: number, most: number): number[] {
  const found = [fewestRows];
  while (found.length < 12) {
    const rows = found.at(-1)!;
    found.push(rowsOfNext(rows, fixed + rows * perRow, most));
  }
  return found;
}

describe('TRUST-S35 the pages of an export', () => {
  it('hold the connection for about 30 ms, however long a row takes', () => {
    for (const perRow of [0.2, 0.5, 1]) {
      const last = pages(4, perRow, 200).at(-1)!;
      expect(4 + last * perRow).toBeGreaterThan(20);
      expect(4 + last * perRow).toBeLessThan(40);
    }
  });
  it('grow to the largest where rows are quick, and no further', () => {
    expect(pages(1, 0.01, 200).slice(0, 6)).toEqual([20, 40, 80, 160, 200, 200]);
    expect(rowsOfNext(10, 0, 10)).toBe(10);
  });
  it('keep some rows where each takes long, so that an export ends', () => {
    expect(pages(0, 50, 200).at(-1)).toBe(fewestRows);
    expect(pages(0, 50, 10).at(-1)).toBe(10);
  });
});
