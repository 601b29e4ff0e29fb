// Preloaded into a process under test (NODE_OPTIONS=--import): at each SIGUSR2 its main thread collects garbage and writes its
// memory in bytes to MEMORY_FILE.
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.MEMORY_FILE) {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  let count = 0;
  process.on('SIGUSR2', () => {
    gc();
    setTimeout(() => {
      gc();
      writeFileSync(process.env.MEMORY_FILE, JSON.stringify({ count: ++count, ...process.memoryUsage() }));
    }, 300);
  });
}
