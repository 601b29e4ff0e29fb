import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { isRecord } from '../src/schemas/kit/is-record.ts';
import { failAt, instead, type Fail } from '../src/schemas/kit/schema-fault.ts';
import { filesOf, isInside, partNames } from './extension-files.ts';

/** `prospectus.config.ts` in the product's folder: `export default { extensions: ['../hostel'] } satisfies ProspectusConfig;` */
export interface ProspectusConfig {
  /** Folders with schema files, hooks, screens and the other parts (docs/guides/extend.md), relative to this file. */
  readonly extensions?: readonly string[];
  /** The translation that every label is taken from: 'hi' for the files `translations/hi.ts` of the extensions. */
  readonly language?: string;
}
export interface Extensions {
  /** Absolute paths of the folders. */
  readonly folders: readonly string[];
  readonly language?: string | undefined;
}

export const root = join(import.meta.dirname, '..');
export const configFile = join(root, 'prospectus.config.ts');
const known = ['extensions', 'language'];

/** What the file says; without one there are no extensions. Throws a SchemaFault that names the key. */
export async function readExtensions(): Promise<Extensions> {
  if (!existsSync(configFile)) return { folders: [] };
  const fail = failAt(basename(configFile));
  const { default: config } = (await runnerImport<{ default?: unknown }>(configFile)).module;
  if (!isRecord(config)) return fail('default', "is missing; write export default { extensions: ['../hostel'] }");
  for (const key of Object.keys(config)) if (!known.includes(key)) fail(key, `is not known here; ${instead(key, known)}`);
  const { extensions = [], language } = config;
  if (!Array.isArray(extensions)) return fail('extensions', "must be a list of folders; write extensions: ['../hostel']");
  const folders = extensions.map((path: unknown) => folderAt(path, fail));
  const twice = folders.find((one, at) => folders.indexOf(one) !== at);
  if (twice) fail('extensions', `'${relative(root, twice)}' appears twice; remove one`);
  return { folders, language: languageIn(folders, language, fail) };
}

function folderAt(path: unknown, fail: Fail): string {
  if (typeof path !== 'string') return fail('extensions', `${JSON.stringify(path)} is not the path of a folder`);
  const folder = resolve(root, path);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return fail('extensions', `there is no folder '${path}'`);
  if (!partNames.some((part) => existsSync(join(folder, part))))
    return fail('extensions', `'${path}' has no folder that the product reads; one of ${partNames.join(', ')}`);
  if (isInside(root, folder))
    return fail('extensions', `'${path}' contains the product; put your files into a folder next to it`);
  return realpathSync(folder); // Vite names files so, also where a folder is a link
}

function languageIn(folders: readonly string[], language: unknown, fail: Fail): string | undefined {
  if (language === undefined) return undefined;
  const offered = folders.flatMap((folder) => filesOf(folder, 'translations')).map((file) => basename(file, '.ts'));
  if (typeof language === 'string' && offered.includes(language)) return language;
  return fail('language', `no extension has translations/${String(language)}.ts`);
}

/** A file as error messages name it: from the product's folder, or whole where it is outside. */
export function shownPath(file: string): string {
  const path = relative(root, file).replaceAll('\\', '/');
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
