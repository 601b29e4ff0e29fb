import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBackup, writeBackup } from '../../server/operations/backup-file';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const path = join(folder, 'one.backup');
const key = 'a secret key of the backup tests, long enough';
/** Random bytes do not compress, so that the file has several blocks. */
const lines = Array.from(
  { length: 600 },
  (_, n) =>
    `${n} ${'x'.repeat(n)} ${Buffer.from(Array.from({ length: 900 }, (_, at) => (n * 31 + at * at * 7 + ((n * at) >> 3)) & 255)).toString('base64')}`,
);

beforeAll(async () => {
  await writeBackup(
    path,
    { kind: 'SECRET_KEY', text: key },
    (async function* () {
      for (const line of lines) yield `${line}\n`;
    })(),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(from: string, text = key): Promise<string[]> {
  const all: string[] = [];
  for await (const line of readBackup(from, text)) all.push(line);
  return all;
}
async function refusal(bytes: Buffer): Promise<string> {
  const other = join(folder, 'other.backup');
  writeFileSync(other, bytes);
  return read(other).then(
    () => 'read',
    (error: Error) => error.message,
  );
}

it('TRUST-R18 a backup is read back as it was written, and only with its own key', async () => {
  expect(await read(path)).toEqual(lines);
  await expect(read(path, 'another key of the backup tests, as long')).rejects.toThrow('made with another SECRET_KEY');
  await expect(read(join(folder, 'nowhere'))).rejects.toThrow('There is no backup at');
  expect(readFileSync(path).includes(Buffer.from('xxxxxxxx'))).toBe(false);
});

it('TRUST-R18 reports the block of any flipped byte, a missing end and a repeated block', async () => {
  const whole = readFileSync(path);
  const body = whole.indexOf('\n', 30) + 1;
  const blocks = Math.ceil((whole.length - body) / (256 * 1024 + 20));
  expect(blocks).toBeGreaterThan(1);
  const step = Math.floor((whole.length - body) / 37);
  for (let at = body; at < whole.length; at += step) {
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 1;
    const said = await refusal(flipped);
    const [, from, to] = /damaged in block \d+, bytes (\d+) to (\d+)/.exec(said) ?? [];
    expect([said, Number(from) <= at, at < Number(to) + 256 * 1024 + 20]).toEqual([said, true, true]);
  }
  expect(await refusal(Buffer.from(whole.subarray(0, whole.length - 9)))).toContain('cut off');
  expect(await refusal(Buffer.from(whole.subarray(0, body + 256 * 1024 + 20)))).toContain('cut off after block 1');
  const block = whole.subarray(body, body + 256 * 1024 + 20);
  expect(await refusal(Buffer.concat([whole.subarray(0, body), block, block, whole.subarray(body + block.length)]))).toContain(
    'block 2',
  );
  expect(await refusal(Buffer.concat([whole, Buffer.from('more')]))).toContain('damaged');
  for (const at of [3, 60, 100]) {
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 1;
    expect(await refusal(flipped)).toMatch(/first lines are damaged|damaged in block 1/);
  }
});
