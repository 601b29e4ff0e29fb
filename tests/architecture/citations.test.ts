import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Everything that the repository cites exists in it: rules in docs/rules, decisions in docs/adr. */
const self = 'tests/architecture/citations.test.ts';
const read = (path: string): string => readFileSync(path, 'utf8');
const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path).replaceAll('\\', '/'));

const files = ['src', 'server', 'scripts', 'tests', 'docs', 'README.md', 'CONTRIBUTING.md']
  .flatMap((path) => (path.endsWith('.md') ? [path] : below(path)))
  .filter((path) => /\.(tsx?|mjs|js|css|html|sql|md)$/.test(path) && path !== self && !path.includes('/.'))
  .map((path) => ({ path, lines: read(path).split('\n') }));
const isRule = (path: string): boolean => path.startsWith('docs/rules/');
const lines = files.filter(({ path }) => !isRule(path)).flatMap((file) => file.lines.map((text) => ({ path: file.path, text })));

const headed = files
  .filter(({ path }) => isRule(path))
  .flatMap((file) => [...file.lines.join('\n').matchAll(/^- \*\*([A-Z0-9-]+)\*\* /gm)].map((match) => match[1]!));
const rules = headed.filter((id) => /\d$/.test(id));
const families = headed.filter((id) => !/\d$/.test(id));

/** The rules that a text cites; 'D-003 to D-005' cites three. */
function citedIn(text: string): string[] {
  const numbered = [...text.matchAll(/\bD-(\d{3})(?: to D-(\d{3}))?/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => `D-${String(Number(from) + n).padStart(3, '0')}`),
  );
  return [...numbered, ...(text.match(/\b(?:TRUST|SPEED)-[A-Z]\d+/g) ?? [])];
}
/** The families of checklist ids that a text names: CALL for CALL-044; SHA-256 is not a checklist id. */
const familiesIn = (text: string): string[] =>
  [...text.matchAll(/\b([A-Z]{2,})(?:-[A-Z]{2,})?-\d{3}\b/g)]
    .map((match) => match[1]!)
    .filter((name) => !/^(SHA|AES)$/.test(name));
const where = (wrong: (line: { path: string; text: string }) => boolean): string[] =>
  lines.filter(wrong).map(({ path, text }) => `${path}: ${text.trim()}`);

describe('citations', () => {
  it('of rules resolve to a line in docs/rules', () => {
    expect(where(({ text }) => citedIn(text).some((id) => !rules.includes(id)))).toEqual([]);
  });

  it('cite every listed rule, and no rule is listed twice', () => {
    const cited = new Set(lines.flatMap(({ text }) => citedIn(text)));
    expect(rules.filter((id) => !cited.has(id))).toEqual([]);
    expect(headed.filter((id, at) => headed.indexOf(id) !== at)).toEqual([]);
  });

  it('by checklist id appear only in test titles, and docs/rules/test-titles.md lists the family', () => {
    const isComment = (text: string): boolean => /^\s*(\/\*|\*|\/\/)|\s\/\/ /.test(text);
    expect(where(({ path, text }) => familiesIn(text).length > 0 && (!path.startsWith('tests/') || isComment(text)))).toEqual([]);
    expect(where(({ text }) => familiesIn(text).some((name) => !families.includes(name)))).toEqual([]);
    const named = new Set(lines.flatMap(({ text }) => familiesIn(text)));
    expect(families.filter((name) => !named.has(name))).toEqual([]);
  });

  it('are written out, and name no section of a document outside the repository', () => {
    const elsewhere = /§|\bscreens? \d+\.\d|\bcatalogue \d|\[ours\]|\.md section|\b(?:catalogue|checklist|decisions|trust)\.md/i;
    const short = /\b(?:TRUST|SPEED)-[A-Z]\d+(?:, | and | to )[A-Z]\d|\bD-\d{3}(?:, | and | to )\d{3}/;
    expect(where(({ text }) => elsewhere.test(text) || short.test(text))).toEqual([]);
  });
});

describe('decisions', () => {
  const names = readdirSync('docs/adr').sort();

  it('are numbered without gaps, in their file names and their headings', () => {
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, at) => at + 1));
    expect(names.filter((name) => !read(`docs/adr/${name}`).startsWith(`# ${Number(name.slice(0, 4))}. `))).toEqual([]);
  });

  it('exist wherever a text cites or links them', () => {
    const numbers = (text: string): number[] => [...text.matchAll(/\bADR (\d+)/g)].map((match) => Number(match[1]));
    expect(where(({ text }) => numbers(text).some((number) => number < 1 || number > names.length))).toEqual([]);
    const links = files
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, lines: texts }) =>
        [...texts.join('\n').matchAll(/\]\(([^)#:]+)[^):]*\)/g)].map((match) => join(dirname(path), match[1]!)),
      );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});
