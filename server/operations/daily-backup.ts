import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Services } from '../context/services';
import { beside } from '../store/open';
import { backupsToKeep, timeOfBackup } from './backup-retention';

const hour = 3_600_000;
const firstLookMs = hour / 4;

/** A daily backup while the process runs, made by `backup` in a separate process; old ones are deleted. */
export function startDailyBackups(services: Pick<Services, 'config' | 'log' | 'now'>): void {
  const { config, log, now } = services;
  const command = beside('operate.js');
  if (!config.backups || !command) return;
  const folder = join(config.dataDir, 'backups');
  const look = async (): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    const newest = Math.max(0, ...names.map((name) => timeOfBackup(name) ?? 0));
    if (now().getTime() - newest < 24 * hour) return;
    await backUpApart(fileURLToPath(command));
    await deleteOldBackups(folder);
  };
  const safely = (): void => void look().catch((error: unknown) => log.error({ err: error }, 'the daily backup failed'));
  setTimeout(safely, firstLookMs).unref();
  setInterval(safely, hour).unref();
}

export async function deleteOldBackups(folder: string): Promise<void> {
  const names = await readdir(folder);
  const kept = backupsToKeep(names);
  for (const name of names)
    if (timeOfBackup(name) !== undefined && !kept.has(name)) await rm(join(folder, name), { force: true });
}

/** With what the environment of this process says, and behind it when there is not enough to do both. */
function backUpApart(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, 'backup'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += String(text)));
    child.once('spawn', () => setPriority(child.pid!, constants.priority.PRIORITY_LOW));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(said.trim() || `backup ended with ${code}`))));
  });
}
