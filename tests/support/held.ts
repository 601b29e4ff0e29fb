import { readFileSync } from 'node:fs';

/** CPU time of this thread alone in ms; of the whole process where the system does not report threads. */
function threadCpu(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** The CPU time in ms of the longest stretch for which `work` blocked the event loop. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadCpu();
  let over = false;
  const watch = (async () => {
    while (!over) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = threadCpu();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await work();
  over = true;
  await watch;
  return longest;
}

const document = JSON.stringify(
  Array.from({ length: 4000 }, (_, n) => ({ id: n, name: `Person ${n}`, tags: ['a', 'b', String(n)] })),
);
/** The cost of the same work on an idle machine with two cores, in ms. */
const quiet = 6;
/** How much slower this machine is right now than an idle one; at least 1. */
export function slowness(): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = threadCpu();
    JSON.stringify(JSON.parse(document));
    JSON.stringify(JSON.parse(document));
    return threadCpu() - before;
  });
  return Math.max(1, Math.min(...tries) / quiet);
}
