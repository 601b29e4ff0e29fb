import { isRecord } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';
import { dayOf } from '../../ui/time/dates';
import { serverAt } from '../../ui/time/server-clock';

/** What this browser knows of one user's work today; all times in milliseconds (D-072, D-073). */
export interface WorkRecord {
  /** The tenant's day that `today` belongs to. */
  day: string;
  today: number;
  /** Counted but not yet accepted by the server. */
  unsent: number;
  /** The moment up to which time was counted: two tabs never count the same second. */
  countedTo: number;
  /** When it was last tried to send. */
  triedAt: number;
  /** Names the unsent time until the server accepts it, so that a lost reply does not count it twice (D-074). */
  ref?: string;
}

const keyOf = (userId: string): string => `work-time:${userId}`;
const wholeDay = 86_400_000;

/** The record as it stands, of today; whatever was edited by hand into something else counts as nothing. */
export function readWork(userId: string, now: number): WorkRecord {
  const day = dayOf(new Date(serverAt(now)));
  const kept = parsed(localStorage.getItem(keyOf(userId)));
  const upTo = (value: unknown, most: number): number =>
    typeof value === 'number' && value >= 0 && value <= most ? Math.floor(value) : 0;
  return {
    day,
    today: kept['day'] === day ? upTo(kept['today'], wholeDay) : 0,
    unsent: upTo(kept['unsent'], wholeDay),
    countedTo: upTo(kept['countedTo'], now),
    triedAt: upTo(kept['triedAt'], now) || now,
    ...(typeof kept['ref'] === 'string' && kept['ref'].length <= 64 ? { ref: kept['ref'] } : {}),
  };
}
export function writeWork(userId: string, record: WorkRecord): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(record));
}

/** Tells when another tab counted. */
export function onWork(userId: string, changed: () => void): () => void {
  const look = ({ key }: StorageEvent): void => {
    if (key === null || key === keyOf(userId)) changed();
  };
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}

function parsed(text: string | null): AnyRow {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
