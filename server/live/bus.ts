import type { Services } from '../context/services';
import type { BetweenServers, LiveServer } from './connected';

/** Sends a message to the other processes; their `io` receives it under that name. */
export type TellOthers = <E extends keyof BetweenServers>(what: E, ...said: Parameters<BetweenServers[E]>) => void;
export interface Bus {
  readonly tellOthers: TellOthers;
  /** Whether what the other processes said in the last so many ms came here; without others, yes. */
  heardAll(ms: number): boolean;
  close(): Promise<void>;
}

const mostWaiting = 10_000;

/**
 * Several processes share events through Redis when REDIS_URL is set. While Redis is away each tells its own connections; what
 * the others missed their pages fetch by its number.
 */
export async function joinBus(io: LiveServer, services: Services): Promise<Bus> {
  const { redisUrl } = services.config;
  if (!redisUrl) return { tellOthers: () => {}, heardAll: () => true, close: async () => {} };
  // Loaded only when used, because these packages take a tenth of a start.
  const [{ createClient }, { createAdapter }] = await Promise.all([import('redis'), import('@socket.io/redis-adapter')]);
  const publisher = createClient({ url: redisUrl, commandsQueueMaxLength: mostWaiting, pingInterval: 20_000 });
  const subscriber = publisher.duplicate();
  let lastSaid = 0;
  const say = (error: unknown): void => {
    if (Date.now() - lastSaid < 10_000) return;
    lastSaid = Date.now();
    services.log.error({ err: error }, 'Redis cannot be reached; events stay within this process');
  };
  /** Since when the connection from the others has been up. */
  let listening: number | undefined;
  subscriber.on('ready', () => (listening = performance.now()));
  for (const cut of ['error', 'reconnecting', 'end']) subscriber.on(cut, () => (listening = undefined));
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
    tellOthers: (what, ...said) => void io.serverSideEmit(what, ...said),
    heardAll: (ms) => listening !== undefined && performance.now() - listening > ms,
    async close() {
      for (const client of [publisher, subscriber]) client.destroy();
    },
  };
}
