import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start';
import { isIdentity, isRunning, ownIdentity, type ProcessIdentity } from './process-identity';
import { errorCode } from '../../domain/error-details';

const pauseMs = 20;
/** How long taking over from a dead process may last, and a lock may lack its text before it counts as cut off. */
const longestMs = 2000;

/**
 * One process per data directory: two would corrupt it silently. The lock names the process and when it started, so that neither
 * a number used again nor a dead process that nobody has reaped locks anyone out. Returns a function to release it; throws
 * CannotStart.
 */
export function lockDirectory(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const own = JSON.stringify(ownIdentity());
  const inUse = (by: ProcessIdentity | undefined): CannotStart =>
    new CannotStart(
      `The data directory ${dataDir} is in use by another Prospectus${by ? ` (process ${by.pid})` : ''}. Stop it first, or set DATA_DIR to another directory.`,
    );
  if (!placed(path, own)) takeOver(path, own, inUse);
  const release = (): void => {
    process.off('exit', release);
    if (textOf(path) === own) rmSync(path, { force: true });
  };
  process.on('exit', release);
  return release;
}

/**
 * Removes what a dead process left, and locks. Only one process at a time may remove a lock, and it looks again before it does:
 * else the second of two that saw the dead one's lock would remove the living one's.
 */
function takeOver(path: string, own: string, inUse: (by: ProcessIdentity | undefined) => CannotStart): void {
  const taking = `${path}.taking`;
  for (let waited = 0; !placed(taking, own); waited += pauseMs) {
    const other = holderOf(taking);
    if (other && !isRunning(other)) rmSync(taking, { force: true });
    else if (waited >= longestMs) throw inUse(other);
    else pause();
  }
  try {
    const holder = holderOf(path);
    if (holder && isRunning(holder)) throw inUse(holder);
    rmSync(path, { force: true });
    if (!placed(path, own)) throw inUse(holderOf(path));
  } finally {
    rmSync(taking, { force: true });
  }
}

/** False when the file is there already. */
function placed(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Who created the lock file, nobody (0) if it is incomplete; a new one gets its text in a moment. Undefined if it is gone. */
function holderOf(path: string): ProcessIdentity | undefined {
  for (let waited = 0; waited <= longestMs; waited += pauseMs) {
    const text = textOf(path);
    if (text === undefined) return undefined;
    try {
      const holder: unknown = JSON.parse(text);
      if (isIdentity(holder)) return holder;
    } catch {
      // Cut off, or not written to its end yet.
    }
    pause();
  }
  return { pid: 0 };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
