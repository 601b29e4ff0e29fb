import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { CannotStart } from './cannot-start';
import { refuseHiddenRollback, type Connection, type Statement, type Database } from './connection';
import { fillPrepared, readPrepared } from './copy/prepared-rows';
import { dropUnfinished, isEmpty, isUnfinished } from './copy/write-rows';
import { sqlState } from './failures';
import { lostConnections, type LostConnections, type LostOptions } from './lost-connections';
import { literal, readerOf, toParameter } from './parameters';
import { queryPrepared } from './prepared-query';
import type { DbRow } from './store';
import { applySchema, planFor, type ApplyOptions } from './tables/apply';
import { appRole } from './tables/ddl';
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

export interface SchemaStepOptions extends ApplyOptions {
  readonly url: string;
  readonly adminUrl?: string;
  readonly warn?: (line: string) => void;
  /** Rows that an empty database starts with (writePrepared). */
  readonly preparedDir?: string;
  /** Called when the server has the rest of a first start to do by itself. */
  readonly atWork?: () => void;
}

/**
 * Makes or changes the tables with the administrator's login; without one, start-up ends with the SQL that is pending. Then
 * makes sure that the runtime login is held by row security. Throws CannotStart.
 */
export async function prepareDatabase(resources: readonly AnyResource[], options: SchemaStepOptions): Promise<void> {
  const login = decodeURIComponent(new URL(options.url).username) || 'postgres';
  if (options.adminUrl) await prepareTables(resources, options.adminUrl, login, options);
  await withClient(options.url, async (connection) => {
    await checkLogin(connection);
    await warnOfLostWrites(connection, options.warn);
    if (options.adminUrl) return;
    if (await isUnfinished(connection))
      throw new CannotStart('The first start was cut off. Start once more with DATABASE_ADMIN_URL.');
    const plan = await planFor(connection, resources);
    const pending = [...plan.statements, ...plan.destructive];
    if (pending.length > 0)
      throw new CannotStart(
        `The tables do not match this version. Set DATABASE_ADMIN_URL, or run this SQL as the owner:\n${pending.join(';\n')};`,
      );
  });
}

/** The administrator's part: roles and tables as the schema files say, and the runtime login a member of the app role. */
export async function prepareTables(
  resources: readonly AnyResource[],
  adminUrl: string,
  login: string,
  { preparedDir, atWork, ...options }: ApplyOptions & Pick<SchemaStepOptions, 'preparedDir' | 'atWork'>,
): Promise<void> {
  await withClient(adminUrl, async (connection) => {
    // Processes that start together make the tables once.
    await connection.script('select pg_advisory_lock(727274)');
    await dropUnfinished(connection);
    const prepared = preparedDir && (await isEmpty(connection)) ? await readPrepared(resources, preparedDir) : undefined;
    if (prepared) {
      options.print?.('Creating the tables with the demo tenants.');
      await withClients(adminUrl, sideBySide - 1, (others) => fillPrepared([connection, ...others], prepared, atWork));
    } else await applyBetweenPeople(connection, resources, options);
    await admitLogin(connection, login);
  });
}

/** PostgreSQL waits until each new index is on the disk, so a first start has more connections than there are processors. */
const sideBySide = 8;

function withClients<T>(url: string, number: number, work: (connections: Connection[]) => Promise<T>): Promise<T> {
  if (number === 0) return work([]);
  return withClient(url, (one) => withClients(url, number - 1, (others) => work([one, ...others])));
}

/** Grants the app role to a login that is not a member; one that does not exist is left to the check that follows. */
export async function admitLogin(connection: Connection, login: string): Promise<void> {
  const [member] = await connection.script(
    `select pg_has_role(${literal(login)}, '${appRole}', 'usage') as yes from pg_roles where rolname = ${literal(login)}`,
  );
  if (member && member.yes !== true) await connection.script(`grant ${appRole} to ${quoteLogin(login)}`);
}

/**
 * The schema step waits at most two seconds for a table that others use, since everyone else queues up behind it; then it lets
 * go and tries again (TRUST-R19).
 */
async function applyBetweenPeople(
  connection: Connection,
  resources: readonly AnyResource[],
  options: ApplyOptions,
): Promise<void> {
  await connection.script(`set lock_timeout = '2s'; set statement_timeout = 0`);
  for (let attempt = 1; ; attempt++)
    try {
      return await applySchema(connection, resources, options);
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error;
      await connection.script('rollback');
      if (attempt === 30)
        throw new CannotStart('Long transactions are using the tables, so they could not be changed. Nothing was changed.', 69);
      options.print?.(`Schema: a table is in use; attempt ${attempt + 1} of 30.`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
}

/** An answer is given after the commit: it must be on the disk by then (TRUST-R5). */
export async function warnOfLostWrites(
  connection: { script(text: string): Promise<readonly DbRow[]> },
  warn: (line: string) => void = () => {},
): Promise<void> {
  const rows = await connection.script(`select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`);
  for (const { name } of rows)
    warn(`PostgreSQL runs with ${String(name)} = off, so a power failure can lose saved data. Set it to on.`);
}

/** The runtime login must be held by row security (TRUST-S1). */
async function checkLogin(connection: Connection): Promise<void> {
  const [login] = await connection.script(`select r.rolname as name, r.rolsuper as super, r.rolbypassrls as bypass,
    exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relowner <> 10 and pg_has_role(r.oid, c.relowner, 'usage')) as owner
    from pg_roles r where r.rolname = current_user`);
  const why = login?.super ? 'is a superuser' : login?.bypass ? 'has BYPASSRLS' : login?.owner ? 'owns the tables' : undefined;
  if (why)
    throw new CannotStart(
      `The login '${String(login!.name)}' of DATABASE_URL ${why}, so row security would not apply. Use a separate login that is a member of ${appRole}.`,
    );
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
      const given = values.map(toParameter);
      const sent = name
        ? queryPrepared<T & DbRow>(client, { text, values: given, name })
        : client.query<T & DbRow>({ text, values: given });
      const result = await watched(sent);
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

const quoteLogin = (name: string): string => `"${name.replaceAll('"', '""')}"`;
