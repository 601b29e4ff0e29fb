import { fileURLToPath } from 'node:url';
import { buildApp } from './app';
import type { Config } from './config';
import { firstStart } from './demo/seed-demo';
import { makeLog } from './http/log';
import { startCustomValueSweep } from './catalogue/sweep-custom-values';
import { startAuditSealer, type Sealer } from './jobs/audit-sealer';
import { startFileSweep } from './files/sweep-files';
import { startClockRules } from './automation/watch-clock';
import { startReminders } from './live/reminders';
import { startDailyBackups } from './operations/daily-backup';
import { makeServices } from './services';
import { startWebhookWorker, type WebhookWorker } from './webhooks/webhook-worker';
import { startVisitSweep } from './visits/sweep-visits';
import { CannotStart } from './store/cannot-start';
import { beside } from './store/open';
import type { Store } from './store/store';
import { errorCode } from './domain/error-details';

const longestGoodbyeMs = 12_000;

/** Listens and works until a signal ends the process. Throws CannotStart when the port cannot be had. */
export async function serve(config: Config, store: Store): Promise<void> {
  const services = makeServices(config, store, { log: makeLog(config.logLevel) });
  await firstStart(services);
  const client = beside('../client/index.html');
  const app = await buildApp(services, client ? { clientDir: fileURLToPath(new URL('.', client)) } : {});

  let webhooks: WebhookWorker | undefined;
  let sealer: Sealer | undefined;
  let leaving = false;
  const leave = async (): Promise<void> => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => process.exit(1), longestGoodbyeMs).unref();
    await Promise.all([services.jobs.stop(), webhooks?.stop()]);
    await app.close(); // /readyz says 503 from here on; running requests are finished
    await sealer?.stop();
    await store.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void leave());
  process.on('SIGINT', () => void leave());

  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await store.close();
    throw cannotListen(error, config.host, config.port);
  }
  services.jobs.start();
  startFileSweep(services);
  startVisitSweep(services);
  startReminders(services);
  startClockRules(services);
  startCustomValueSweep(services);
  startDailyBackups(services);
  webhooks = startWebhookWorker(services);
  sealer = startAuditSealer(services);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  console.log(`Prospectus is ready at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

function cannotListen(error: unknown, host: string, port: number): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new CannotStart(`PORT ${port} on ${host} is in use. Stop the other process, or set PORT to another one.`, 69);
  if (code === 'EACCES') return new CannotStart(`This user cannot use PORT ${port}. Choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new CannotStart(`HOST ${host} is not an address of this machine.`);
  return error;
}
