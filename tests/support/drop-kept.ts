import { dropKept, isReachable } from './postgres';

/** Runs once before and after all files of the server part (vitest.config.ts). */
export default function keep(): () => Promise<void> {
  return async () => {
    if (await isReachable()) await dropKept();
  };
}
