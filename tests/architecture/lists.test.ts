import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { callFiles } from '../../server/calls/all';
import { hookFiles } from '../../server/hooks/all';
import { collectJobKinds } from '../../server/job-kinds';
import { readSources } from './imports';

/** The files of a folder and its subfolders that export this name. */
const exporting = (folder: string, name: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => new RegExp(`^export const ${name}\\b`, 'm').test(readFileSync(`${folder}/${file}`, 'utf8')))
    .map((file) => basename(file, '.ts'))
    .sort();

it('every file of handlers is listed in server/calls/all.ts', () => {
  expect(Object.keys(callFiles).sort()).toEqual(exporting('server/calls', 'handlers'));
});

it('every file of hooks is listed in server/hooks/all.ts', () => {
  expect(Object.keys(hookFiles).sort()).toEqual(exporting('server/hooks', 'hooks'));
});

it('every file of job kinds is listed in server/job-kinds.ts', () => {
  const [list] = readSources(['server']).filter(({ path }) => path === 'server/job-kinds.ts');
  const kinds = readSources(['server'])
    .filter(({ text }) => /^export const jobKinds\b/m.test(text))
    .map(({ path }) => path);
  expect(list!.imports.filter((path) => path !== 'server/context/running-job.ts').sort()).toEqual(kinds.sort());
});

it('every kind of job that can be queued has code that runs it', () => {
  const kinds = readSources(['server']).flatMap(({ text }) =>
    [...text.matchAll(/ = new JobKind<.*?>\(\s*'([\w-]+)'/gs)].map(([, kind]) => kind),
  );
  expect(kinds.length).toBeGreaterThan(20);
  expect(Object.keys(collectJobKinds()).sort()).toEqual(kinds.sort());
});

it('the server finds no file by its folder', () => {
  const globbed = readSources(['server']).filter(({ text }) => text.includes('import.meta.glob'));
  expect(globbed.map(({ path }) => path)).toEqual([]);
});

it('only the files that ADR 25 names are found by their folder', () => {
  const found = readSources(['src', 'scripts']).flatMap(({ path, text }) => {
    const globs = [...text.matchAll(/import\.meta\.glob<[^]*?>\(\s*(\[[^\]]*\]|'[^']*')/g)].map(([, pattern]) => pattern!);
    return globs.concat(/readdirSync\(rooms\)/.test(text) ? ['rooms'] : []).map((what) => `${path}: ${what}`);
  });
  expect(found.sort()).toEqual([
    'scripts/first-reads-plugin.ts: rooms',
    'scripts/page-files-plugin.ts: rooms',
    'scripts/screen-places.ts: rooms',
    "src/app-routes.tsx: './custom/*/bar.ts'",
    "src/app-routes.tsx: './custom/*/header-item.ts'",
    "src/app-routes.tsx: './custom/*/overlay.ts'",
    "src/app-routes.tsx: './custom/*/screen.ts'",
    "src/custom/lead-page/tabs.ts: '../*/lead-tab.ts'",
    "src/kinds/every-kind.ts: './on-demand/*/kind.ts'",
    "src/kinds/kind-of.ts: './*/kind.ts'",
    "src/kinds/load-kinds.ts: './on-demand/*/browser.tsx'",
    "src/kinds/load-kinds.ts: './on-demand/*/filter.tsx'",
    "src/kinds/load-kinds.ts: './on-demand/*/kind.ts'",
    "src/kinds/load-kinds.ts: './on-demand/*/widget.tsx'",
    "src/resources/form/kind-widget.tsx: '../../kinds/*/widget.tsx'",
    "src/resources/kind-looks.ts: '../kinds/*/browser.tsx'",
    "src/resources/list/filter-value.tsx: '../../kinds/*/filter.tsx'",
    "src/schemas/kit/all.ts: ['../*/*.ts', '!../kit/**', '!../calls/**', '!../reports/**']",
    "src/schemas/kit/all.ts: ['../calls/*.ts', '../reports/*.ts']",
  ]);
  const everything = readSources(['src']).flatMap(({ text }) => [...text.matchAll(/import\.meta\.glob/g)]);
  expect(everything.length).toBe(found.length - 3);
});
