import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyTree } from '../../server/store/embedded/copy-tree';

const work = mkdtempSync(join(tmpdir(), 'prospectus-copy-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

it('copies every file and every directory, an empty one too, and refuses a place that is taken', async () => {
  const from = join(work, 'from');
  const names = ['PG_VERSION', ...Array.from({ length: 60 }, (_, at) => join('base', String(at % 7), `file ${at}`))];
  for (const name of names) {
    mkdirSync(join(from, name, '..'), { recursive: true });
    writeFileSync(join(from, name), Buffer.alloc(names.indexOf(name) * 100, name));
  }
  mkdirSync(join(from, 'pg_notify', 'deep', 'empty'), { recursive: true });
  const to = join(work, 'to');
  await copyTree(from, to);
  const listed = (directory: string): string[] => readdirSync(directory, { recursive: true }).map(String).toSorted();
  expect(listed(to)).toEqual(listed(from));
  for (const name of names) expect(readFileSync(join(to, name))).toEqual(readFileSync(join(from, name)));
  await expect(copyTree(from, to)).rejects.toThrow('EEXIST');
});
