import { setFlagsFromString } from 'node:v8';
import { resources } from '../src/schemas/kit/all';
import { ConfigError, readConfig } from './config';
import { errorMessage } from './domain/error-details';
import { CannotStart } from './store/cannot-start';
import { openStore } from './store/open';

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
  let rest = (): Promise<void> => Promise.resolve();
  const store = await openStore(config, {
    resources,
    confirm: process.argv.includes('--confirm'),
    beforeChange: async () => {
      const { checkHooks } = await import('./hooks/check-hooks');
      checkHooks();
    },
    atWork: () => void read().catch(() => {}), // seen below
    later: (work) => void (rest = work),
  });
  const { serve } = await read();
  await serve(config, store);
  // By default, V8 lets old objects grow to four times what lives before it collects them; a quarter more is enough (SPEED-B9).
  // While the server starts, almost all that it makes is kept.
  setFlagsFromString('--heap-growing-percent=25');
  await rest().catch((error: unknown) =>
    console.error(`Some indexes of the tables are missing, so lists are slow; the next start makes them. ${errorMessage(error)}`),
  );
}
