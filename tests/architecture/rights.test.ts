import { describe, expect, it } from 'vitest';
import { calls, resources } from '../../src/schemas/kit/all';
import type { ScreenAccess, ScreenSpec } from '../../src/schemas/kit/screen';
import { readSources } from './imports';

const files = readSources(['src']).filter(({ path }) => !path.startsWith('src/schemas/'));
const screens = Object.values(
  import.meta.glob<{ readonly screens: readonly ScreenSpec[] }>('../../src/custom/*/screen.ts', { eager: true }),
).flatMap((room) => room.screens);
const rule = /\bcode: ?['"[]|: Access(Spec)? =|\buser\??\.role [!=]==/;
const declaration = new RegExp(`${rule.source}|\\baccess: ?['"{]`);
const code = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

describe('rights are checked in one way', () => {
  it('in the browser only ability.ts evaluates the rules', () => {
    const asking = files.filter(({ text }) => /\b(mayDo|mayOpen)\b/.test(code(text))).map(({ path }) => path);
    expect(
      asking.map((path) => (path === 'src/providers/ability.ts' ? path : `${path}: ask useMayDo, Can or useAbility`)),
    ).toEqual(['src/providers/ability.ts']);
  });

  it('no screen repeats who may do what: schema files and calls declare it', () => {
    const again = files
      .filter(({ path }) => /^src\/(custom|resources|ui|kinds)\//.test(path))
      .filter(({ path, text }) => (path.endsWith('/screen.ts') ? rule : declaration).test(code(text)))
      .map(({ path }) => `${path}: ask by the name of the resource, the call or the page`);
    expect(again).toEqual([]);
  });

  it('a screen.ts names the resource or call whose access its pages share', () => {
    // @ts-expect-error a screen has no access code of its own
    const copy: ScreenAccess = { code: 'LEADS' };
    expect(screens.map(({ access }) => access)).not.toContainEqual(copy);
    const declared = new Set([...resources, ...calls].map(({ name }) => name));
    const named = screens.flatMap(({ path, access }) =>
      typeof access === 'object' && 'of' in access ? [[path, access.of]] : [],
    );
    expect(named.filter(([, of]) => !declared.has(of!))).toEqual([]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['/leads', 'leads'],
        ['/upload-csv-lead', 'lead-upload'],
      ]),
    );
  });

  it('the entry page of the product reaches @casl/react and refine’s resources', () => {
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
