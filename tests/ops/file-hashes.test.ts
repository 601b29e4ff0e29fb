import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fileHashes } from '../../scripts/file-hashes.mjs';

let folder: string;
beforeEach(() => {
  mkdirSync('tests/.tmp', { recursive: true });
  folder = mkdtempSync(resolve('tests/.tmp', 'hashes-'));
  // the clock is ahead, so all files here count as old enough to trust their state
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 3_600_000);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('TRUST-R26 another text of the same length is noticed, even if the file keeps its time', () => {
  const file = join(folder, 'one.ts');
  const look = fileHashes([folder]);
  writeFileSync(file, 'first text');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const first = look().get(file);
  expect(look().get(file)).toBe(first);
  writeFileSync(file, 'other text');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  expect(look().get(file)).not.toBe(first);
});
