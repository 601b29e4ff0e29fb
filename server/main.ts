import { setFlagsFromString } from 'node:v8';
import { resources } from '../src/schemas/kit/all';
import { ConfigError, readConfig } from './config';
import { CannotStart } from './store/cannot-start';
import { openStore } from './store/open';

// By default, V8 lets old objects grow to four times what lives before it collects them; half more is enough (SPEED-B9).
setFlagsFromString('--heap-growing-percent=50');

start().catch((error: unknown) => {
  // One sentence for the operator; a stack only for what nobody foresaw.
  const foreseen = error instanceof ConfigError || error instanceof CannotStart;
  console.error(foreseen ? error.message : error);
  process.exit(error instanceof ConfigError ? 78 : error instanceof CannotStart ? error.exitCode : 1);
});

/** The server and its packages are read while the database opens: half of what a start computes, on another core. */
async function start(): Promise<void> {
  const config = readConfig();
  let reading: Promise<typeof import('./serve')> | undefined;
  const read = () => (reading ??= import('./serve'));
  const store = await openStore(config, {
    resources,
    confirm: process.argv.includes('--confirm'),
    beforeChange: async () => {
      const { checkHooks } = await import('./hooks/check-hooks');
      checkHooks();
    },
    atWork: () => void read().catch(() => {}), // seen below
  });
  const { serve } = await read();
  await serve(config, store);
}
