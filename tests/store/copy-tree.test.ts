import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  chmodSync(join(from, 'base'), 0o700);
  symlinkSync('../elsewhere', join(from, 'pg_wal'));
  const to = join(work, 'to');
  await copyTree(from, to);
  const listed = (directory: string): string[] => readdirSync(directory, { recursive: true }).map(String).toSorted();
  expect(listed(to)).toEqual(listed(from));
  for (const name of names) expect(readFileSync(join(to, name))).toEqual(readFileSync(join(from, name)));
  expect(readlinkSync(join(to, 'pg_wal'))).toBe('../elsewhere');
  expect(statSync(join(to, 'base')).mode & 0o777).toBe(0o700);
  await expect(copyTree(from, to)).rejects.toThrow('EEXIST');
});

it('writes nothing more once it has said why a file cannot be copied', async () => {
  const from = join(work, 'many');
  mkdirSync(from);
  for (let at = 0; at < 400; at++) writeFileSync(join(from, `file ${at}`), 'x'.repeat(50_000));
  const to = join(work, 'many-to');
  const copying = copyTree(from, to);
  while (!existsSync(to) || readdirSync(to).length === 0) await new Promise(setImmediate);
  const copied = new Set(readdirSync(to));
  for (const name of readdirSync(from)) if (!copied.has(name)) rmSync(join(from, name));
  await expect(copying).rejects.toMatchObject({ code: 'ENOENT' });
  const written = readdirSync(to).length;
  expect(written).toBeLessThan(400);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(readdirSync(to)).toHaveLength(written);
});
