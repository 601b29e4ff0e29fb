import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Class names that sources build: the prefix, and the suffixes that may follow. */
const composed: Readonly<Record<string, string>> = {
  'bd-part-': '0 1 2 3 4 5',
  'db-heat-': '0 1 2 3 4',
  'dc-': 'get post patch put delete',
  'lp-': 'past now lost',
  'lp-mark-': 'blue green amber',
  'p-banner-': 'blue amber green',
  'p-compare-': 'added modified removed',
  'p-from-': 'user',
  'p-hue-': '1 2 3 4 5',
  'p-reach-': 'box round',
  'p-section-': '0 1 2 3',
  'p-toast-': 'success warning error',
  'p-tone-': 'green amber red blue',
  'p-day-': 'P A H L WO HO',
  'p-wa-': 'out read',
  'rp-depth-': '1 2 3',
  'rp-heat-': '1 2 3 4',
  'rp-part-': '0 1 2 3 4 5 6 7 8 9',
  'rp-line-': '0 1',
  'rp-path-': '0 1',
  'up-': 'green blue red',
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path.replaceAll('\\', '/')}`);
const sources = files
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
  .join('\n');
/** Whole words in strings; in a template, a word ends where a value begins. */
const named = new Set(sources.match(/(?<=["'`\s])[a-z_][\w-]*/gi));
const styles = files.filter((path) => path.endsWith('.css'));

it('every class of a style sheet is named by a source, or is built as listed here', () => {
  const put = new Set(Object.entries(composed).flatMap(([start, ends]) => ends.split(' ').map((end) => start + end)));
  const classes = styles.flatMap((path) => classesOf(readFileSync(path, 'utf8')).map((name) => ({ path, name })));
  expect(classes.length).toBeGreaterThan(700);
  const idle = classes.filter(({ name }) => !name.startsWith('ant-') && !put.has(name) && !named.has(name));
  expect(idle.map(({ path, name }) => `${path}: no source names .${name}`)).toEqual([]);
  const styled = new Set(classes.map(({ name }) => name));
  expect([...put].filter((name) => !styled.has(name))).toEqual([]);
  expect(Object.keys(composed).filter((start) => !sources.includes(`${start}\${`))).toEqual([]);
});

/** Prefixes that one folder uses of another on purpose. */
const shared: Readonly<Record<string, string>> = { p: 'of the whole product', bd: 'the dashboard is laid out as a board' };

it('each prefix of classes belongs to one screen: its style sheet stays when another screen is opened', () => {
  const folders = new Map<string, Set<string>>();
  for (const path of files.filter((one) => /^src\/(custom|resources)\/.*\.tsx$/.test(one)))
    for (const [, plain, built = ''] of readFileSync(path, 'utf8').matchAll(/lassName=(?:"([^"]*)"|\{([^}]*)\})/g))
      for (const text of plain === undefined ? (built.match(/(?<=["'`])[a-z][\w -]*/g) ?? []) : [plain])
        for (const name of text.split(' ').filter(Boolean)) {
          const [prefix = ''] = name.split('-');
          folders.set(prefix, (folders.get(prefix) ?? new Set()).add(path.split('/').slice(0, 3).join('/')));
        }
  expect(folders.size).toBeGreaterThan(20);
  const several = [...folders].filter(([prefix, used]) => used.size > 1 && !(prefix in shared) && prefix !== 'ant');
  expect(several.map(([prefix, used]) => `.${prefix}-…: ${[...used].join(', ')}`)).toEqual([]);
});

it('finds a class that no source names', () => {
  expect(classesOf('/* .said */ .p-a > .p-b:not(.p-c) {\n  margin: 0.5px;\n}')).toEqual(['p-a', 'p-b', 'p-c']);
  expect(['p-pager', 'p-page', 'p-pag', 'p-pagers'].map((name) => named.has(name))).toEqual([true, true, false, false]);
});

/** The classes that the selectors of a style sheet name. */
function classesOf(css: string): string[] {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/[\w-]+:\s[^;{}]*;/g, '');
  return [...new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name!))];
}
