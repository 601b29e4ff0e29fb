import { appendFileSync } from 'node:fs';
import type { StoreHooks } from '../../server/store/run-once';

/**
 * With RUN_TWICE set, every transaction does its work twice: its first commit fails with 40001 and 40P01 alternately (TRUST-R24).
 * RUN_TWICE names a file that lists the kinds of jobs to which this happened.
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

/** The error of a database that requires the transaction to be repeated. */
export const tryAgain = (turn = 0): Error => Object.assign(new Error('try again'), { code: turn % 2 ? '40P01' : '40001' });
