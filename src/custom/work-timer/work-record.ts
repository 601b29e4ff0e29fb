import { browserStored, readJson } from '../../providers/stored';
import { recordIn } from '../../schemas/kit/is-record';
import { dayOf } from '../../ui/time/dates';
import { serverAt } from '../../ui/time/server-clock';

/** What this browser has counted of one user's work today; all times in milliseconds (D-072, D-073). */
export interface WorkRecord {
  /** The tenant's day that `today` belongs to. */
  day: string;
  today: number;
  /** Counted, but not accepted by the server yet. */
  unsent: number;
  /** The time up to which work was counted, so that two tabs never count the same second. */
  countedTo: number;
  /** When sending was last tried. */
  triedAt: number;
  /** Identifies the unsent time until the server accepts it, so that a lost reply does not count it twice (D-074). */
  ref?: string;
}

const keyOf = (userId: string): string => `work-time:${userId}`;
const wholeDay = 86_400_000;

/** The stored record if it is valid and of today; otherwise an empty one. */
export function readWork(userId: string, now: number): WorkRecord {
  const day = dayOf(new Date(serverAt(now)));
  const stored = recordIn(readJson(browserStored.read(keyOf(userId))));
  const upTo = (value: unknown, most: number): number =>
    typeof value === 'number' && value >= 0 && value <= most ? Math.floor(value) : 0;
  return {
    day,
    today: stored['day'] === day ? upTo(stored['today'], wholeDay) : 0,
    unsent: upTo(stored['unsent'], wholeDay),
    countedTo: upTo(stored['countedTo'], now),
    triedAt: upTo(stored['triedAt'], now) || now,
    ...(typeof stored['ref'] === 'string' && stored['ref'].length <= 64 ? { ref: stored['ref'] } : {}),
  };
}
export function writeWork(userId: string, record: WorkRecord): void {
  browserStored.write(keyOf(userId), JSON.stringify(record));
}

/** Calls the listener when another tab counted. */
export function onWork(userId: string, changed: () => void): () => void {
  const look = ({ key }: StorageEvent): void => {
    if (key === null || key === keyOf(userId)) changed();
  };
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}
