import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start';

/**
 * One process per data directory: two would corrupt it silently. The lock names the process and when it started, so that a
 * number used again after a crash does not lock anybody out. Answers how to let go; throws CannotStart.
 */
export function lockDirectory(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) });
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
      const holder = readHolder(path);
      if (holder && holder.started !== undefined && startOf(holder.pid) === holder.started)
        throw new CannotStart(
          `The data directory ${dataDir} is in use by another Prospectus (process ${holder.pid}). Stop it first, or set DATA_DIR to another directory.`,
        );
      // Left behind by a crash. Renaming succeeds for one of several who see it.
      try {
        const aside = `${path}.${process.pid}`;
        renameSync(path, aside);
        unlinkSync(aside);
      } catch {}
    }
  }
  const release = (): void => {
    process.off('exit', release);
    try {
      if (readFileSync(path, 'utf8') === own) unlinkSync(path);
    } catch {}
  };
  process.on('exit', release);
  return release;
}

function readHolder(path: string): { pid: number; started?: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { pid: number; started?: string };
  } catch {
    return undefined;
  }
}

/** When the process started, in the system's own words; undefined when there is none. */
function startOf(pid: number): string | undefined {
  try {
    // After the last ')' come state, parent, …; the 20th of those is the start in clock ticks since boot.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {}
  if (process.platform === 'linux') return undefined;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
