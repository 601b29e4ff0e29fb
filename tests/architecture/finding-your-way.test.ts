import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const guide = readFileSync('docs/finding-your-way.md', 'utf8');
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
interface Step {
  readonly depth: number;
  readonly path: string;
  readonly name: string;
  /** How a reader gets there, if not by "go to definition". */
  readonly note: string | undefined;
}
const stepsIn = (text: string): Step[] =>
  [...text.matchAll(/^( *)- `([^`]+)`: `(\w+)`(?: \((.+)\))?$/gm)].map(([, indent, path, name, note]) => ({
    depth: indent!.length / 2,
    path: path!,
    name: name!,
    note,
  }));
const walks = guide.split(/^## /m).filter((part) => /\(\d+ steps\)/.test(part));

it('every file and folder that docs/finding-your-way.md names exists', () => {
  const paths = [...guide.matchAll(/`((?:src|server|tests|docs)\/[^`]+)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it('every step of a walk names a function of its file', () => {
  const lost = stepsIn(guide).filter(
    ({ path, name }) => !new RegExp(`(function\\*?|const|class) ${name}\\b|^ *async ${name}[<(]`, 'm').test(read(path)),
  );
  expect(lost.map(({ path, name }) => `${path} has no ${name}`)).toEqual([]);
});

it('every walk says how many steps it has', () => {
  expect(walks.length).toBe(6);
  for (const walk of walks) expect(stepsIn(walk).length, walk.split('\n')[0]).toBe(Number(/\((\d+) steps\)/.exec(walk)![1]));
});

it('an indented step is mentioned in the file of the step it is indented under, any other says how to get there', () => {
  for (const walk of walks) {
    const steps = stepsIn(walk);
    const wrong = steps.flatMap(({ depth, path, name, note }, at) => {
      if (depth === 0) return at === 0 || note ? [] : [`${name}: how does one get there?`];
      const above = steps.slice(0, at).findLast((one) => one.depth < depth);
      if (above?.depth !== depth - 1 || note) return [`${name} stands below no step`];
      const mentions = read(above.path).match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
      return mentions > (above.path === path ? 1 : 0) ? [] : [`${above.path} does not mention ${name}`];
    });
    expect(wrong, walk.split('\n')[0]).toEqual([]);
  }
});
