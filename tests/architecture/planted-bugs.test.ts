import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a proof's own module, plain JavaScript
import { plantedBugs } from '../prove/all-planted-bugs.mjs';

interface Planted {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly tests: readonly string[];
}
const all = plantedBugs as readonly Planted[];

/** `npm run prove:bugs` takes an hour; that its edits still fit is known at once. */
describe('planted defects', () => {
  it('find their text in the sources: whoever changes such a line plants the defect anew', () => {
    const stale = all.filter(({ file, find }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(find));
    expect(stale.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  });

  it('name tests that are there, and have a name each', () => {
    const gone = all.filter(({ tests }) => tests.some((one) => one.startsWith('tests/') && !existsSync(one)));
    const names = all.map(({ name }) => name);
    expect(gone.map(({ name }) => name)).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
