import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const guide = readFileSync('docs/guides/write-a-screen.md', 'utf8');

it.each([
  ['tsx', 'course-list.tsx'],
  ['ts', 'screen.ts'],
])("the guide's %s example is %s, which is compiled and run", (language, file) => {
  const [, example = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(guide) ?? [];
  const page = readFileSync(`tests/fixtures/refine-pages/${file}`, 'utf8');
  expect(example.replaceAll("from '../../", "from '../../../src/")).toBe(page);
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
