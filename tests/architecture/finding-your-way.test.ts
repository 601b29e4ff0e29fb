import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const guide = readFileSync('docs/finding-your-way.md', 'utf8');
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const stepsIn = (text: string): { path: string; name: string }[] =>
  [...text.matchAll(/^- `([^`]+)`: `(\w+)`$/gm)].map(([, path, name]) => ({ path: path!, name: name! }));

it('every file and folder that docs/finding-your-way.md names exists', () => {
  const paths = [...guide.matchAll(/`((?:src|server|tests|docs)\/[^`]+)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it('every step of its walks names a function of that file', () => {
  const lost = stepsIn(guide).filter(
    ({ path, name }) => !new RegExp(`(function\\*?|const|class) ${name}\\b|^ *async ${name}[<(]`, 'm').test(read(path)),
  );
  expect(lost.map(({ path, name }) => `${path} has no ${name}`)).toEqual([]);
});

it('every walk says how many steps it has', () => {
  const walks = guide.split(/^## /m).filter((part) => /\(\d+ steps\)/.test(part));
  expect(walks.length).toBe(5);
  for (const walk of walks) expect(stepsIn(walk).length, walk.split('\n')[0]).toBe(Number(/\((\d+) steps\)/.exec(walk)![1]));
});
