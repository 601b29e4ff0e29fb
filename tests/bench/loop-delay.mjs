// Preloaded into a product under test (NODE_OPTIONS=--import): at the second SIGUSR2 it writes to LOOP_DELAY_FILE how long its
// event loop was blocked since the first, in ms.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.LOOP_DELAY_FILE) {
  const resolution = 5;
  const delay = monitorEventLoopDelay({ resolution });
  let on = false;
  process.on('SIGUSR2', () => {
    if (!on) delay.enable();
    else {
      const ms = (nanoseconds) => Math.max(0, Math.round(nanoseconds / 1e6 - resolution));
      const whole = `${process.env.LOOP_DELAY_FILE}.new`;
      writeFileSync(whole, JSON.stringify({ max: ms(delay.max), p99: ms(delay.percentile(99)) }));
      renameSync(whole, process.env.LOOP_DELAY_FILE);
    }
    on = true;
  });
}
