import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callFiles } from '../../server/calls/all';
import { hookFiles } from '../../server/hooks/all';
import { readSources } from './imports';

/** The files of a folder that export this name. */
const exporting = (folder: string, name: string): string[] =>
  readdirSync(folder)
    .filter((file) => new RegExp(`^export const ${name}\\b`, 'm').test(readFileSync(`${folder}/${file}`, 'utf8')))
    .map((file) => file.replace(/\.ts$/, ''))
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

it('the server finds nothing by its folder', () => {
  const globbed = readSources(['server']).filter(({ text }) => text.includes('import.meta.glob'));
  expect(globbed.map(({ path }) => path)).toEqual([]);
});
