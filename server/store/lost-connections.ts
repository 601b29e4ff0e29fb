import pg from 'pg';

export interface LostOptions {
  /** A statement that waits longer than this is checked, in ms. */
  readonly suspectAfter?: number;
  readonly everyMs?: number;
  /** How long the server may take to say what it works on, in ms. */
  readonly patience?: number;
}
export interface LostConnections {
  /** A statement of this client is under way until the promise settles. */
  watch<T>(client: pg.ClientBase, statement: Promise<T>): Promise<T>;
  stop(): void;
}
interface Pending {
  statements: number;
  since: number;
  /** Consecutive checks in which the server was not working on it. */
  misses: number;
}

/**
 * A connection whose other end is gone without a word (a router, a machine that lost power) would hold its statement for many
 * minutes, and the server its locks. So whatever waits long is looked up over a connection of its own: a server that twice does
 * not answer, or is not at work on it, has lost it. Then the statement fails as one of a broken connection, and the server's side
 * is ended. How long a statement may work is the server's statement_timeout, not this.
 */
export function lostConnections(
  settings: pg.ClientConfig,
  { suspectAfter = 2000, everyMs = 1000, patience = 2000 }: LostOptions = {},
): LostConnections {
  const pending = new Map<pg.ClientBase, Pending>();
  let looking = false;
  const look = async (): Promise<void> => {
    const suspects = [...pending].filter(([, { since }]) => performance.now() - since > suspectAfter);
    if (suspects.length === 0) return;
    const asked = performance.now();
    await withServer({ ...settings, connectionTimeoutMillis: patience, query_timeout: patience }, async (server) => {
      const working = await server?.workingOn(suspects.map(([client]) => client.processID)).catch(() => undefined);
      const lost: pg.ClientBase[] = [];
      for (const [client, one] of suspects) {
        if (pending.get(client) !== one || one.since > asked) continue; // answered meanwhile
        one.misses = working?.has(client.processID) ? 0 : one.misses + 1;
        if (one.misses >= 2) lost.push(client);
      }
      for (const client of lost)
        client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
      if (lost.length > 0) await server?.end(lost.map((client) => client.processID));
    });
  };
  const timer = setInterval(() => {
    if (looking || pending.size === 0) return;
    looking = true;
    void look()
      .catch(() => {})
      .finally(() => (looking = false));
  }, everyMs).unref();
  return {
    async watch(client, statement) {
      const mine = pending.get(client) ?? { statements: 0, since: performance.now(), misses: 0 };
      mine.statements++;
      pending.set(client, mine);
      try {
        return await statement;
      } finally {
        mine.since = performance.now();
        mine.misses = 0;
        if (--mine.statements === 0) pending.delete(client);
      }
    },
    stop: () => clearInterval(timer),
  };
}

interface Server {
  /** Those of these server processes that are at work now. */
  workingOn(pids: readonly number[]): Promise<ReadonlySet<number>>;
  /** A login may end what it began itself. */
  end(pids: readonly number[]): Promise<void>;
}

/** Undefined: the server does not answer. */
async function withServer(settings: pg.ClientConfig, work: (server: Server | undefined) => Promise<void>): Promise<void> {
  const client = new pg.Client(settings);
  client.on('error', () => {});
  const mine = 'pid = any($1::int[]) and usename = current_user and datname = current_database()';
  try {
    await client.connect();
  } catch {
    return work(undefined);
  }
  try {
    await work({
      async workingOn(pids) {
        const text = `select pid from pg_stat_activity where ${mine} and state = 'active'`;
        const rows = await client.query<{ pid: number }>(text, [pids]).then((answer) => answer.rows);
        return new Set(rows.map(({ pid }) => pid));
      },
      async end(pids) {
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`, [pids]);
      },
    });
  } finally {
    void client.end().catch(() => {});
  }
}
