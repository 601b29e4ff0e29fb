import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { callFiles } from '../../server/calls/all';
import { hookFiles } from '../../server/hooks/all';
import { collectJobKinds } from '../../server/job-kinds';
import { readSources } from './imports';

/** The files of a folder, and of its subjects, that export this name. */
const exporting = (folder: string, name: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => new RegExp(`^export const ${name}\\b`, 'm').test(readFileSync(`${folder}/${file}`, 'utf8')))
    .map((file) => basename(file, '.ts'))
    .sort();

it('every file of handlers stands in server/calls/all.ts', () => {
  expect(Object.keys(callFiles).sort()).toEqual(exporting('server/calls', 'handlers'));
});

it('every file of hooks stands in server/hooks/all.ts', () => {
  expect(Object.keys(hookFiles).sort()).toEqual(exporting('server/hooks', 'hooks'));
});

it('every file of job kinds stands in server/job-kinds.ts', () => {
  const [list] = readSources(['server']).filter(({ path }) => path === 'server/job-kinds.ts');
  const kinds = readSources(['server'])
    .filter(({ text }) => /^export const jobKinds\b/m.test(text))
    .map(({ path }) => path);
  expect(list!.imports.filter((path) => path !== 'server/context/running-job.ts').sort()).toEqual(kinds.sort());
});

it('every kind of job that can be queued is done by somebody', () => {
  const kinds = readSources(['server']).flatMap(({ text }) =>
    [...text.matchAll(/ = new JobKind<.*?>\(\s*'([\w-]+)'/gs)].map(([, kind]) => kind),
  );
  expect(kinds.length).toBeGreaterThan(20);
  expect(Object.keys(collectJobKinds()).sort()).toEqual(kinds.sort());
});

it('the server finds nothing by its folder', () => {
  const globbed = readSources(['server']).filter(({ text }) => text.includes('import.meta.glob'));
  expect(globbed.map(({ path }) => path)).toEqual([]);
});
