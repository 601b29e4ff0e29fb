import { readFileSync } from 'node:fs';

/** CPU time of this very thread in ms, which neither other threads nor other processes add to; of the whole process where none is told. */
function threadCpu(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** The CPU time of the longest stretch in ms for which `work` kept the event loop from everything else. */
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
/** What the same work costs on a quiet machine of two cores, in ms. */
const quiet = 6;
/** How much slower than a quiet machine this one is at this moment; 1 at least. */
export function slowness(): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = threadCpu();
    JSON.stringify(JSON.parse(document));
    JSON.stringify(JSON.parse(document));
    return threadCpu() - before;
  });
  return Math.max(1, Math.min(...tries) / quiet);
}
