import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const guide = readFileSync('docs/guides/write-a-screen.md', 'utf8');

it("the guide's page is one that the browser tests run", () => {
  const [, example = ''] = /```tsx\n([\s\S]+?)```/.exec(guide) ?? [];
  const page = readFileSync('tests/fixtures/refine-pages/course-list.tsx', 'utf8');
  expect(example.replaceAll("'../../schemas/", "'../../../src/schemas/")).toBe(page);
});

it('each hook that the guide names is used by a page, or is a plainer form of one that is', () => {
  const pages = [
    'course-list',
    'course-form',
    'course-show',
    'stream-modals',
    'stream-activity',
    'stream-transfer',
    'source-list',
  ]
    .map((name) => readFileSync(`tests/fixtures/refine-pages/${name}.tsx`, 'utf8'))
    .join('\n');
  const named = [...guide.matchAll(/`(use[A-Z]\w+)`/g)].map(([, name = '']) => name);
  const elsewhere = ['useCan', 'useList', 'useLog', 'useOne'];
  expect(named.filter((name) => !pages.includes(`${name}(`) && !pages.includes(`${name}<`) && !elsewhere.includes(name))).toEqual(
    [],
  );
});
