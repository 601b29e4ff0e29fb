import type { Limits } from '../context/limits';
import sql from 'sql-template-tag';
import { perMinute, perMinuteOfKey, type LimitKind } from '../../src/schemas/kit/limits';
import type { Config } from '../config';
import type { Tx } from '../store/store';
import type { Services } from '../context/services';
import type { Endpoint } from './endpoints';
import { networkOf } from '../identity/network-of';
import { tooOften, TryLater } from '../identity/try-later';
import { localWindows, sharedWindows, type Counted } from './windows';

const minute = 60_000;
/** How long to wait for Redis before this process counts on its own, in ms. */
const patience = 250;

export function makeLimits(config: Pick<Config, 'redisUrl' | 'rateLimit'>, { log, now }: Pick<Services, 'log' | 'now'>): Limits {
  const own = localWindows(minute, () => now().getTime());
  let shared: Shared | undefined;
  let closed = false;
  // Until it is joined, this process counts for itself, as when Redis is away.
  if (config.redisUrl)
    void joinRedis(config.redisUrl, log).then((joined) => {
      shared = joined;
      if (closed) joined.close();
    });
  const count = async (names: readonly Counted[]): Promise<void> => {
    const scaled = names.map(({ key, most }) => ({ key, most: Math.ceil(most * config.rateLimit) }));
    const wait = (await shared?.count(scaled)) ?? own(scaled);
    if (wait > 0) throw tooOften(Math.ceil(wait / 1000));
  };
  return {
    call(kind, { ip, user, tenant }) {
      const most = perMinute[kind];
      return count([
        ...(user && most.user ? [{ key: `${kind}:user:${user}`, most: most.user }] : []),
        ...(tenant && most.tenant ? [{ key: `${kind}:tenant:${tenant}`, most: most.tenant }] : []),
        { key: `${kind}:address:${networkOf(ip)}`, most: most.address },
      ]);
    },
    key: (id) => count([{ key: `key:${id}`, most: perMinuteOfKey }]),
    close() {
      closed = true;
      shared?.close();
    },
  };
}

/** The kind under which an endpoint's calls are counted. */
export function limitOf({ call, access, operation }: Pick<Endpoint, 'call' | 'access' | 'operation'>): LimitKind {
  if (call?.limit) return call.limit;
  if (access === 'public') return 'visitor';
  if (operation === 'export') return 'export';
  return operation === 'list' || operation === 'read' ? 'read' : 'write';
}

/**
 * Counts one paid use, for the tenant and the last 24 hours, in the transaction that does it: what is refused or
 * fails costs nothing. Without a transaction it counts at once.
 */
export async function checkDay(services: Services, { name, perDay }: Endpoint, tenantId: string, tx?: Tx): Promise<void> {
  if (perDay === undefined) return;
  const key = `day:${name}:${tenantId}`;
  const most = Math.ceil(perDay * services.config.rateLimit);
  const used = tx
    ? Number((await tx.row<{ n: number }>(sql`select add_attempt(${key}, ${day}) as n`))?.n)
    : (await services.store.hits(key, day)) + 1;
  if (used > most) throw new TryLater(429, doneForToday, hour);
  if (!tx) await services.store.hit(key, day);
}
const hour = 3600;
const day = 24 * hour;
const doneForToday = 'Your organisation has reached its daily limit for this. Please try again tomorrow.';

interface Shared {
  /** Counts of all processes; undefined while Redis is away or slow, and then each process counts for itself. */
  count(names: readonly Counted[]): Promise<number | undefined>;
  close(): void;
}

async function joinRedis(url: string, log: Services['log']): Promise<Shared> {
  const { createClient } = await import('redis');
  const client = createClient({ url, disableOfflineQueue: true, commandsQueueMaxLength: 10_000, pingInterval: 20_000 });
  let lastSaid = 0;
  const say = (error: unknown): undefined => {
    if (Date.now() - lastSaid < 10_000) return;
    lastSaid = Date.now();
    log.error({ err: error }, 'Redis cannot be reached; each process counts calls on its own');
  };
  client.on('error', say);
  client.connect().catch(say);
  return {
    async count(names) {
      if (!client.isReady) return undefined;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patience, undefined)));
      const keys = names.map(({ key }) => `limits:${key}`);
      const counted = client
        .eval(sharedWindows, { keys, arguments: [String(minute), ...names.map(({ most }) => String(most))] })
        .then(Number)
        .catch(say);
      const answer = await Promise.race([counted, late]);
      clearTimeout(timer);
      return answer;
    },
    close: () => void (client.isOpen && client.destroy()),
  };
}
