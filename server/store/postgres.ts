import type { Writable } from 'node:stream';
import pg from 'pg';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { CannotStart } from './cannot-start';
import { refuseHiddenRollback, type Connection, type Database } from './connection';
import { sqlState } from './failures';
import { literal, readers, toParameter } from './parameters';
import type { DbRow } from './store';
import { applySchema, planFor, type ApplyOptions } from './tables/apply';
import { appRole } from './tables/ddl';

/** A pool whose login is the app role itself: it neither owns the tables nor passes row security. */
export function postgresDatabase(url: string, most = 10): Database {
  const pool = new pg.Pool({
    ...settings(url),
    max: most,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    pipeline: true,
  } as pg.PoolConfig);
  // A connection that breaks while idle is replaced by the next use.
  pool.on('error', () => {});
  return {
    kind: 'postgres',
    takeRole: '',
    async use(work) {
      const client = await pool.connect();
      let broken = false;
      const watch = (): void => void (broken = true);
      client.on('error', watch);
      try {
        return await work(pgConnection(client));
      } finally {
        client.off('error', watch);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

export interface SchemaStepOptions extends ApplyOptions {
  readonly url: string;
  readonly adminUrl?: string;
}

/**
 * Makes or changes the tables with the administrator's login; without one, start-up ends with the SQL that is pending. Then
 * makes sure that the runtime login is held by row security. Throws CannotStart.
 */
export async function prepareDatabase(resources: readonly AnyResource[], options: SchemaStepOptions): Promise<void> {
  const login = decodeURIComponent(new URL(options.url).username) || 'postgres';
  if (options.adminUrl)
    await withClient(options.adminUrl, async (connection) => {
      // Processes that start together make the tables once.
      await connection.script('select pg_advisory_lock(727274)');
      await applySchema(connection, resources, options);
      const [member] = await connection.script(
        `select pg_has_role(${literal(login)}, '${appRole}', 'usage') as yes from pg_roles where rolname = ${literal(login)}`,
      );
      if (member && member.yes !== true) await connection.script(`grant ${appRole} to ${quoteLogin(login)}`);
    });
  await withClient(options.url, async (connection) => {
    await checkLogin(connection);
    if (options.adminUrl) return;
    const plan = await planFor(connection, resources);
    const pending = [...plan.statements, ...plan.destructive];
    if (pending.length > 0)
      throw new CannotStart(
        `The tables are not as this version needs them. Set DATABASE_ADMIN_URL, or run this SQL as the owner:\n${pending.join(';\n')};`,
      );
  });
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
      `The login '${String(login!.name)}' of DATABASE_URL ${why}, so row security would not hold it. Use a login of its own that is a member of ${appRole}.`,
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
  if (state.startsWith('28')) return new CannotStart(`PostgreSQL at ${where} refused the login: ${(error as Error).message}.`);
  if (state === '3D000') return new CannotStart(`PostgreSQL at ${host} has no database '${pathname.slice(1)}'.`);
  return new CannotStart(`PostgreSQL at ${where} cannot be reached (${state || (error as Error).message}).`, 69);
}

const settings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'prospectus',
  options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      (format !== 'binary' && readers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
  } as pg.CustomTypesConfig,
});

function pgConnection(client: pg.ClientBase): Connection {
  const together = togetherOn(client);
  return {
    async query({ text, values = [], name }) {
      together();
      const result = await client.query<DbRow>({ text, values: values.map(toParameter), ...(name ? { name } : {}) });
      return { rows: result.rows, count: result.rowCount ?? 0 };
    },
    async script(text) {
      together();
      const results = [await client.query<DbRow>(text)].flat();
      refuseHiddenRollback(text, results[0]?.command);
      return results.findLast((result) => result.fields.length > 0)?.rows ?? [];
    },
  };
}

/** Statements that are sent without waiting for each other leave in one packet. */
function togetherOn(client: pg.ClientBase): () => void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  return () => {
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  };
}

const quoteLogin = (name: string): string => `"${name.replaceAll('"', '""')}"`;
