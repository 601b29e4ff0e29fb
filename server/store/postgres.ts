import type { Duplex } from 'node:stream';
import pg from 'pg';
import { CannotStart } from './cannot-start';
import { refuseHiddenRollback, type Connection, type Statement, type Database } from './connection';
import { sqlState } from './failures';
import { lostConnections, type LostConnections, type LostOptions } from './lost-connections';
import { readerOf, toParameter } from './parameters';
import { queryRows } from './rows-query';
import type { DbRow } from './store';
import { errorMessage } from '../domain/error-details';

/** What the driver has and its types leave out: the server's process behind a connection, and the socket to it. */
declare module 'pg' {
  interface ClientBase {
    readonly processID: number;
    readonly connection: { readonly stream: Duplex };
  }
}

/** Connecting is given up sooner than waiting for a connection that others use: it hangs only where nobody answers. */
const connectMs = 3000;

class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectMs });
  }
}

/** A pool whose login is the app role itself: it neither owns the tables nor passes row security. */
export function postgresDatabase(url: string, most = 10, lost: LostOptions = {}): Database {
  const pool = new pg.Pool({
    ...settings(url),
    Client: QuickClient,
    max: most,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    pipeline: true,
  });
  // A connection that breaks while idle is replaced by the next use.
  pool.on('error', () => {});
  // One that is taken out of the pool may still say why it broke, and nobody else listens to it then.
  pool.on('connect', (client) => client.on('error', () => {}));
  const watcher = lostConnections(settings(url), lost);
  return {
    kind: 'postgres',
    takeRole: '',
    async use(work) {
      const client = await pool.connect();
      let broken = false;
      const watch = (): void => void (broken = true);
      client.on('error', watch);
      try {
        return await work(pgConnection(client, watcher));
      } finally {
        client.off('error', watch);
        client.release(broken);
      }
    },
    async close() {
      watcher.stop();
      await pool.end();
    },
  };
}

/** One connection of the given login, closed afterwards. Throws CannotStart when the database cannot be reached. */
export async function withClient<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...settings(url), connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw cannotReach(url, error);
  }
  try {
    return await work(pgConnection(client));
  } finally {
    await client.end().catch(() => {});
  }
}

function cannotReach(url: string, error: unknown): CannotStart {
  const { host, pathname } = new URL(url);
  const where = `${host}${pathname}`;
  const state = sqlState(error) ?? '';
  if (state.startsWith('28')) return new CannotStart(`PostgreSQL at ${where} refused the login: ${errorMessage(error)}.`);
  if (state === '3D000') return new CannotStart(`PostgreSQL at ${host} has no database '${pathname.slice(1)}'.`);
  return new CannotStart(`PostgreSQL at ${where} cannot be reached (${state || errorMessage(error)}).`, 69);
}

const settings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'prospectus',
  // Compiling a statement of a report takes longer than running it, and nothing is kept for the next one.
  options:
    '-c timezone=UTC -c datestyle=ISO -c jit=off -c work_mem=16MB -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      format === 'binary' ? pg.types.getTypeParser(oid, format) : readerOf(oid),
  },
});

function pgConnection(client: pg.ClientBase, watcher?: LostConnections): Connection {
  const together = togetherOn(client);
  const watched = <T>(statement: Promise<T>): Promise<T> => (watcher ? watcher.watch(client, statement) : statement);
  return {
    async query<T>({ text, values = [], name }: Statement) {
      together();
      const named = name === undefined ? {} : { name };
      const result = await watched(queryRows<T & DbRow>(client, { text, values: values.map(toParameter), ...named }));
      return { rows: result.rows, count: result.rowCount ?? 0 };
    },
    async script<T>(text: string) {
      together();
      const results = [await watched(client.query<T & DbRow>(text))].flat();
      refuseHiddenRollback(text, results[0]?.command);
      return results.findLast((result) => result.fields.length > 0)?.rows ?? [];
    },
    copyIn: (text, rows) =>
      new Promise((resolve, reject) => {
        client.query(new CopyIn(text, rows).on('end', () => resolve()).on('error', reject));
      }),
  };
}

/** A COPY: the driver asks for its rows once the server is ready to take them. */
class CopyIn extends pg.Query {
  constructor(
    text: string,
    private readonly bytes: Buffer,
  ) {
    super(text);
  }
  handleCopyInResponse(connection: CopyingConnection): void {
    connection.sendCopyFromChunk(this.bytes);
    connection.endCopyFrom();
  }
}
interface CopyingConnection {
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
}

/** Statements that are sent without waiting for each other leave in one packet. */
function togetherOn(client: pg.ClientBase): () => void {
  const { stream } = client.connection;
  return () => {
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  };
}
