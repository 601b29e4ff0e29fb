import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a module of tests/prove, plain JavaScript
import { plantedBugs } from '../prove/all-planted-bugs.mjs';

interface Planted {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly tests: readonly string[];
}
const all = plantedBugs as readonly Planted[];

/** `npm run prove:bugs` takes an hour; this checks at once that its edits still apply. */
describe('planted defects', () => {
  it('find their text in the sources: a change of such a line needs a new edit', () => {
    const stale = all.filter(({ file, find }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(find));
    expect(stale.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  });

  it('name tests that exist, and have unique names', () => {
    const gone = all.filter(({ tests }) => tests.some((one) => one.startsWith('tests/') && !existsSync(one)));
    const names = all.map(({ name }) => name);
    expect(gone.map(({ name }) => name)).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
