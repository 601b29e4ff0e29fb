import type { Services } from '../context/services';
import type { LiveServer } from './connected';

/** Says something to the other processes; their `io` hears it by that name. */
export type TellOthers = (what: 'recheck' | 'rights', tenantId: string) => void;

const mostWaiting = 10_000;

/**
 * Several processes share events through Redis when REDIS_URL is set. While Redis is away each tells its own connections; what
 * the others missed their pages fetch by its number.
 */
export async function joinBus(io: LiveServer, services: Services): Promise<{ tellOthers: TellOthers; close(): Promise<void> }> {
  const { redisUrl } = services.config;
  if (!redisUrl) return { tellOthers: () => {}, close: async () => {} };
  // Only where it is used: reading these packages is a tenth of a start.
  const [{ createClient }, { createAdapter }] = await Promise.all([import('redis'), import('@socket.io/redis-adapter')]);
  const publisher = createClient({ url: redisUrl, commandsQueueMaxLength: mostWaiting, pingInterval: 20_000 });
  const subscriber = publisher.duplicate();
  let lastSaid = 0;
  const say = (error: unknown): void => {
    if (Date.now() - lastSaid < 10_000) return;
    lastSaid = Date.now();
    services.log.error({ err: error }, 'Redis cannot be reached; events stay within this process');
  };
  for (const client of [publisher, subscriber]) {
    client.on('error', say);
    client.connect().catch(say);
  }
  const publish = publisher.publish.bind(publisher);
  // The adapter awaits nothing: a refused publish would be an unhandled rejection.
  const careful = (...args: Parameters<typeof publish>) => publish(...args).catch(say);
  Object.defineProperty(publisher, 'publish', { value: careful });
  io.adapter(createAdapter(publisher, subscriber));
  return {
    tellOthers: (what, tenantId) => void io.serverSideEmit(what, tenantId),
    async close() {
      for (const client of [publisher, subscriber]) client.destroy();
    },
  };
}
