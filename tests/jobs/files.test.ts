import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanName } from '../../server/files/disk-files';
import { readAddress, signAddress } from '../../server/files/signed-address';
import { sweepFiles } from '../../server/files/sweep-files';
import { writeWhole } from '../../server/files/write-file';
import { makeWorld, tenantId, type World } from './import-world';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const put = async (bytes: Buffer, fail = false) => {
  const stored = await world.services.files.store(tenantId, bytes);
  return world.write(async (tx) => {
    const file = await world.services.files.put(tx, tenantId, {
      name: '../../etc/a\u202Efdp.csv',
      mime: 'text/csv',
      purpose: 'import',
      stored,
    });
    if (fail) throw new Error('rolled back');
    return file;
  });
};
const blobs = (): string[] =>
  readdirSync(join(world.dir, 'files'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name) : [],
  );

it('TRUST-S21 stores bytes under a random key of the tenant, with size, hash and a cleaned name', async () => {
  const file = await put(Buffer.from('hello'));
  expect(file).toMatchObject({ size: 5, sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' });
  const found = await world.write((tx) => world.services.files.pathOf(tx, tenantId, file.id));
  expect(found.name).toBe('afdp.csv');
  expect(found.path).toMatch(new RegExp(`^${world.dir}/files/${tenantId}/`));
  await expect(world.write((tx) => world.services.files.pathOf(tx, 'another', file.id))).rejects.toMatchObject({ code: 404 });
  expect(cleanName('C:\\temp\\x\u0000.csv')).toBe('x.csv');
});

it('removes bytes without a row after an hour, and nothing else', async () => {
  const kept = await put(Buffer.from('kept'));
  await put(Buffer.from('lost'), true).catch(() => undefined);
  expect(await sweepFiles(world.store, world.dir, new Date())).toBe(0);
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const path of blobs()) utimesSync(path, old, old);
  const before = blobs().length;
  expect(await sweepFiles(world.store, world.dir, new Date())).toBe(1);
  expect(blobs()).toHaveLength(before - 1);
  expect((await world.write((tx) => world.services.files.pathOf(tx, tenantId, kept.id))).size).toBe(4);
});

it('removes drafts to which nothing was added for a day', async () => {
  const folder = join(world.dir, 'tmp');
  mkdirSync(folder, { recursive: true });
  for (const [name, hours] of [
    ['export-left', 25],
    ['export-going-on', 23],
  ] as const) {
    writeFileSync(join(folder, name), 'phone,name');
    const at = new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(folder, name), at, at);
  }
  await sweepFiles(world.store, world.dir, new Date());
  expect(readdirSync(folder)).toEqual(['export-going-on']);
});

it('TRUST-R20 a full disk answers 507 and leaves nothing half written', async () => {
  async function* filling() {
    yield Buffer.from('part');
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  }
  const { Readable } = await import('node:stream');
  const target = join(world.dir, 'full', 'file');
  await expect(writeWhole(Readable.from(filling()), target)).rejects.toMatchObject({ code: 507 });
  expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
  writeFileSync(join(world.dir, 'full', 'after'), 'room again');
});

it('an address is valid for one file, one user and fifteen minutes', () => {
  const { secrets } = world.services;
  const at = new Date('2026-01-01T00:00:00Z');
  const address = new URL(signAddress(secrets, 'file-1', { tenantId: 't', userId: 'u' }, at), 'http://x');
  const [e, s] = [address.searchParams.get('e')!, address.searchParams.get('s')!];
  expect(e.length).toBeLessThanOrEqual(200);
  expect(readAddress(secrets, 'file-1', e, s, at)).toEqual({ tenantId: 't', userId: 'u' });
  expect(readAddress(secrets, 'file-2', e, s, at)).toBeUndefined();
  expect(readAddress(secrets, 'file-1', e, s, new Date('2026-01-01T00:15:00Z'))).toBeUndefined();
  const longer = Buffer.from(JSON.stringify(['t', 'u', 9e9])).toString('base64url');
  expect(readAddress(secrets, 'file-1', longer, s, at)).toBeUndefined();
});
