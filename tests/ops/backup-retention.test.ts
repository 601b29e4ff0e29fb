import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteOldBackups } from '../../server/operations/daily-backup';
import { backupsToKeep } from '../../server/operations/backup-retention';

const nameOf = (at: number): string => `prospectus-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
const day = 86_400_000;
const start = Date.parse('2025-01-01T03:00:00Z');

it('TRUST-R18 daily backups are kept for 7 days, 4 weeks and 12 months, and never fewer after a pause', () => {
  let names: string[] = [];
  for (let n = 0; n < 500; n++) names = [...backupsToKeep([...names, nameOf(start + n * day)])];
  const last = start + 499 * day; // 2026-05-15, a Friday
  const kept = names
    .toSorted()
    .toReversed()
    .map((name) => name.slice(11, 21));
  expect(kept.slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, n) => new Date(last - n * day).toISOString().slice(0, 10)));
  expect(kept.slice(7, 9)).toEqual(['2026-05-03', '2026-04-30']);
  expect(new Set(kept.map((one) => one.slice(0, 7))).size).toBe(12);
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12);
  // A server that was down for a year keeps its backups.
  expect(backupsToKeep(names).size).toBe(names.length);
});

it('TRUST-R18 of several backups on one day the newest is kept, and files with other names are not touched', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  const many = [0, 1, 2].map((hours) => nameOf(start + hours * 3_600_000));
  for (const name of [...many, 'before-the-upgrade.backup', 'notes.txt']) writeFileSync(join(folder, name), '');
  await deleteOldBackups(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['before-the-upgrade.backup', 'notes.txt', many[2]]);
  rmSync(folder, { recursive: true });
});
