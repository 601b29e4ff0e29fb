import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

const files = readSources(['src']).filter(({ path }) => !path.startsWith('src/schemas/'));
const code = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

describe('rights are asked in one way', () => {
  it('of the browser’s files the ability alone goes by the rule itself', () => {
    const asking = files.filter(({ text }) => /\b(mayDo|mayOpen)\b/.test(code(text))).map(({ path }) => path);
    expect(
      asking.map((path) => (path === 'src/providers/ability.ts' ? path : `${path}: ask useMayDo, Can or useAbility`)),
    ).toEqual(['src/providers/ability.ts']);
  });

  it('no screen says again who may: schema files, calls and screen.ts declare it', () => {
    const again = files
      .filter(({ path }) => /^src\/(custom|resources|ui|kinds)\//.test(path) && !path.endsWith('/screen.ts'))
      .filter(({ text }) => /\bcode: ?['"[]|: Access(Spec)? =|\baccess: ?['"{]/.test(code(text)))
      .map(({ path }) => `${path}: ask by the name of the resource, the call or the page`);
    expect(again).toEqual([]);
  });

  it('the page that begins the product reaches @casl/react and refine’s resources', () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const reached = new Set<string>();
    const visit = (path: string): void => {
      const file = byPath.get(path);
      if (!file || reached.has(path)) return;
      reached.add(path);
      for (const next of [...file.runImports, ...file.lazyImports]) visit(next);
    };
    visit('src/main.tsx');
    const using = [...reached].filter((path) => /from '@casl\/react'/.test(byPath.get(path)!.text));
    expect(using).toEqual(expect.arrayContaining(['src/app.tsx', 'src/providers/rights.ts', 'src/custom/shell/route-guard.tsx']));
    expect(byPath.get('src/app.tsx')!.text).toContain('resources={resources}');
  });
});
