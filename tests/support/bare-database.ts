import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { copyTree } from '../../server/store/embedded/copy-tree';
import { pgliteOptions } from '../../server/store/pglite';

/**
 * Puts a database without tables into a directory that does not exist yet, as PGlite leaves one that it makes in an empty directory.
 * To make one takes eight seconds of a core, to copy it less than one: it is kept in tests/.tmp.
 */
export async function bareDatabase(directory: string): Promise<void> {
  mkdirSync(dirname(directory), { recursive: true });
  await copyTree(await (bare ??= makeBare()), directory);
}
let bare: Promise<string> | undefined;

/** It is closed before it is copied: a copy of an open one would be recovered at each start. */
async function makeBare(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8'),
  ) as { readonly version: string };
  const folder = fileURLToPath(new URL('../.tmp/', import.meta.url));
  const directory = join(folder, `bare-${version}`);
  if (existsSync(directory)) return directory;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, 'bare-draft-'));
  await (await PGlite.create(draft, pgliteOptions)).close();
  try {
    renameSync(draft, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error; // another process was faster
    rmSync(draft, { recursive: true });
  }
  return directory;
}
