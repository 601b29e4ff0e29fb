import { appendFileSync } from 'node:fs';
import type { StoreHooks } from '../../server/store/make-store';

/**
 * With RUN_TWICE set, every transaction does its work twice: at its first commit the database says 40001 and 40P01 in turn
 * (TRUST-R24). RUN_TWICE names a file that lists the kinds of jobs to which that happened.
 */
export function runTwice(file = process.env['RUN_TWICE']): NonNullable<StoreHooks['beforeCommit']> {
  if (!file) return () => {};
  let turns = 0;
  return (attempt, { agent, reason }) => {
    if (attempt > 1) return;
    appendFileSync(file, `${agent} ${reason ?? ''}\n`);
    throw tryAgain(turns++);
  };
}

/** What a database throws that wants the transaction again. */
export const tryAgain = (turn = 0): Error => Object.assign(new Error('try again'), { code: turn % 2 ? '40P01' : '40001' });
