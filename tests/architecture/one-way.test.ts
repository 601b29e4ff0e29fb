import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

/** What only the files of the product's own way may import (docs/adr/0029-one-way-to-read.md). */
const ways: readonly (readonly [name: string, files: readonly string[], instead: string])[] = [
  ['useQuery', ['src/providers/calls/use-call.ts'], "useCall, or refine's useList and useOne"],
  ['useQueries', [], 'useCall'],
  ['useInfiniteQuery', ['src/providers/calls/use-call-pages.ts'], 'useCallPages'],
  ['useSyncExternalStore', ['src/providers/store.ts'], 'useStore'],
];

describe('one way', () => {
  it('to read, to read on and to follow a value', () => {
    const wrong = readSources(['src']).flatMap(({ path, text }) =>
      ways
        .filter(([name, files]) => new RegExp(`^import [^;]*\\b${name}\\b`, 'm').test(text) && !files.includes(path))
        .map(([name, , instead]) => `${path} imports ${name}; take ${instead}`),
    );
    expect(wrong).toEqual([]);
  });

  it('to listen: no set of listeners is made by hand', () => {
    const sets = readSources(['src']).filter(({ path, text }) => /new Set<\(/.test(text) && path !== 'src/providers/store.ts');
    expect(sets.map(({ path }) => `${path}: take createEvent or createStore`)).toEqual([]);
  });
});
