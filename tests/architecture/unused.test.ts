import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources, type SourceFile } from './imports';

const files = readSources(['src', 'server', 'tests', 'scripts']);
const product = files.filter((file) => /^(src|server)\//.test(file.path));
const outside = ['vite.config.ts', 'scripts/start.mjs'].map((path) => readFileSync(path, 'utf8')).join('\n');

/** Files read by folder (`import.meta.glob`), with the exports that are used: no file imports them by path. */
const byFolder: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^src\/schemas\/(?!kit\/)/, []],
  [/^src\/kinds\/(on-demand\/)?[^/]+\/(kind\.ts|browser\.tsx|widget\.tsx|filter\.tsx)$/, ['kind', 'browser', 'widget', 'filter']],
  [/^src\/custom\/[^/]+\/screen\.ts$/, ['screens']],
  [/^src\/custom\/[^/]+\/first-reads\.ts$/, ['firstReads']],
  [/^src\/custom\/[^/]+\/overlay\.ts$/, ['overlay']],
  [/^src\/custom\/[^/]+\/header-item\.ts$/, ['headerItem']],
  [/^src\/custom\/[^/]+\/lead-tab\.ts$/, ['leadTabs']],
  [/^src\/custom\/[^/]+\/bar\.ts$/, ['bar']],
];

describe('unused code', () => {
  it('every file is imported, read by folder or an entry point', () => {
    const wanted = new Set(files.flatMap((file) => [...file.imports, ...file.lazyImports]));
    const idle = product
      .map((file) => file.path)
      .filter((path) => !wanted.has(path) && !byFolder.some(([pattern]) => pattern.test(path)) && !path.endsWith('.d.ts'))
      .filter((path) => !outside.includes(path) && path !== 'src/main.tsx');
    expect(idle).toEqual([]);
  });

  it('every exported value is used by another file, or at least by its own', () => {
    const named = new Set(files.flatMap(importedNames));
    const idle = product.flatMap((file) => {
      const [, names] = byFolder.find(([pattern]) => pattern.test(file.path)) ?? [];
      if (names?.length === 0) return []; // a schema file: its resource is found by its shape, its Row type is for future screens
      return exportsOf(file)
        .filter((name) => !names?.includes(name) && !named.has(name) && (file.text.match(word(name)) ?? []).length < 2)
        .map((name) => `${file.path}: ${name} is used by nobody; drop it`);
    });
    expect(idle).toEqual([]);
  });

  it('a value that only tests import is also used in its own file, or listed here', () => {
    const byProduct = new Set(product.flatMap(importedNames));
    const byTests = new Set(files.filter((file) => file.path.startsWith('tests/')).flatMap(importedNames));
    const seams = ['settingsTable', 'kindsOnDemand']; // npm run environment prints it; scripts/schema-plugin.ts reads it from the loaded kit
    const idle = product.flatMap((file) =>
      /^src\/schemas\/(?!kit\/)/.test(file.path)
        ? []
        : exportsOf(file)
            .filter((name) => byTests.has(name) && !byProduct.has(name) && !seams.includes(name))
            .filter((name) => !byFolder.some(([pattern, names]) => pattern.test(file.path) && names.includes(name)))
            .filter((name) => (file.text.match(word(name)) ?? []).length < 2)
            .map((name) => `${file.path}: only tests ask ${name}`),
    );
    expect(idle).toEqual([]);
  });

  it('every npm script names files that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const missing = Object.entries(scripts).flatMap(([name, command]) =>
      [...command.matchAll(/\S+\.m?[jt]s\b/g)].filter(([path]) => !existsSync(path)).map(([path]) => `${name}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

const word = (name: string): RegExp => new RegExp(`\\b${name}\\b`, 'g');
const exportsOf = (file: SourceFile): string[] =>
  [...file.text.matchAll(/^export\s+(?:async\s+)?(?:const|function\*?|class|interface|type)\s+(\w+)/gm)].map(
    (match) => match[1]!,
  );

/** Names that a file imports; those of a lazy import are near it. */
function importedNames(file: SourceFile): string[] {
  const listed = [...file.text.matchAll(/^\s*(?:import|export)\s[^;]*?\{([^}]*)\}\s*from\s+'\./gm)].flatMap((match) =>
    match[1]!.split(',').map(
      (part) =>
        part
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0]!,
    ),
  );
  const lazy = [...file.text.matchAll(/import\([^)]*\)[\s\S]{0,200}/g)].flatMap(
    (match) => match[0].match(/\b[A-Za-z]\w+\b/g) ?? [],
  );
  const types = [...file.text.matchAll(/import\('\.[^']*'\)\.(\w+)/g)].map((match) => match[1]!);
  return [...listed, ...lazy, ...types];
}
