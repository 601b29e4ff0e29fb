import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isRecord } from '../../../src/schemas/kit/is-record';

/** A process beyond its number, which is given again: when it started in the system's own words, and in which boot. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started?: string;
  readonly boot?: string;
}

export const isIdentity = (value: unknown): value is ProcessIdentity =>
  isRecord(value) &&
  typeof value['pid'] === 'number' &&
  ['started', 'boot'].every((name) => value[name] === undefined || typeof value[name] === 'string');

export const ownIdentity = (): ProcessIdentity => identityOf(process.pid);

/** Does this very process still run? One that has ended and waits to be reaped (a zombie) does not. */
export function isRunning({ pid, started, boot }: ProcessIdentity): boolean {
  const now = identityOf(pid);
  return now.started !== undefined && now.started === started && (boot === undefined || now.boot === boot);
}

/** `started` is missing when no such process runs. */
function identityOf(pid: number): ProcessIdentity {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat !== undefined) {
    // After the last ')' come the state and 19 more; the 20th is the start in clock ticks since boot.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = textOf('/proc/sys/kernel/random/boot_id')?.trim();
    return isOver(state) ? { pid } : { pid, started: rest[18]!, ...(boot ? { boot } : {}) };
  }
  if (process.platform === 'linux') return { pid };
  try {
    const [state, ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return isOver(state) ? { pid } : { pid, started: started.join(' ') };
  } catch {
    return { pid };
  }
}

/** Zombie, or dead: both have closed every file. */
const isOver = (state: string | undefined): boolean => state === undefined || /^[ZXx]/.test(state);

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
