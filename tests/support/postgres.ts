import { createHash } from 'node:crypto';
import pg from 'pg';
import { resources as allResources } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Database } from '../../server/store/connection';
import { sqlState } from '../../server/store/failures';
import { postgresDatabase, withClient } from '../../server/store/postgres';
import { prepareDatabase } from '../../server/store/prepare-database';
import { appRole } from '../../server/store/tables/ddl';
import { tableModels } from '../../server/store/tables/model';
import { makePlan } from '../../server/store/tables/plan';
import { freshStore, withAdmin, type TestStore } from './database';
import { isEmptied, keepsDatabases, shapeOf } from './emptied';

/** A server on which tests may create and drop databases and logins; it may be a superuser's. Empty: none, as `npm test` sets it when no server answers. */
export const serverUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The two logins that tests create: one owns the tables, one runs the product. Neither is a superuser. */
const ownerLogin = 'prospectus_test_owner';
const runtimeLogin = 'prospectus_test_runtime';

/** The databases that a test file can run on, by name; PostgreSQL only where a server is reachable. */
export async function reachableDatabases(): Promise<{ name: string; fresh: () => Promise<TestStore> }[]> {
  const embedded = { name: 'embedded', fresh: () => freshStore() };
  if (!(await isReachable())) {
    console.warn(`PostgreSQL skipped: ${serverUrl ? `no server at ${new URL(serverUrl).host}` : 'TEST_DATABASE_URL is empty'}.`);
    return [embedded];
  }
  return [embedded, { name: 'PostgreSQL', fresh: () => freshPostgres() }];
}

export async function isReachable(): Promise<boolean> {
  if (!serverUrl) return false; // pg would try a default server
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A new database, copied from one that has the tables; emptied for the next file or dropped when the store closes. */
export async function freshPostgres(
  resources: readonly AnyResource[] = allResources,
  open: (url: string) => Database = (url) => postgresDatabase(url, 4),
): Promise<TestStore> {
  const kept = idle.get(resources) ?? [];
  idle.set(resources, kept);
  const own = kept.pop() ?? (await withShape(await copyOfTables(resources)));
  const driver = open(own.database.runtime);
  const store = withAdmin(driver);
  const { superuser } = own.database.owner;
  let closed = false;
  return Object.assign(store, {
    admin: <T>(text: string) => withClient(superuser, (connection) => connection.script<T>(text)),
    close: async () => {
      if (closed) return;
      closed = true;
      await driver.close();
      if (keepsDatabases && (await isAlone(superuser, own.shape).catch(() => false))) kept.push(own);
      else await own.database.drop();
    },
  });
}

interface Kept {
  readonly database: Awaited<ReturnType<typeof emptyDatabase>>;
  readonly shape: string;
}
const idle = new WeakMap<readonly AnyResource[], Kept[]>();

async function withShape(database: Kept['database']): Promise<Kept> {
  const shape = (): Promise<string> =>
    withClient(database.owner.superuser, (connection) => shapeOf((text) => connection.script(text)));
  return { database, shape: keepsDatabases ? await shape() : '' };
}

/** Ends the connections that are left, and empties the database. */
function isAlone(superuser: string, shape: string): Promise<boolean> {
  return withClient(superuser, async (connection) => {
    await connection.script(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return isEmptied((text) => connection.script(text), shape);
  });
}

/** Drops what the processes of this run have kept: called when it ends, in the process that started them. */
export async function dropKept(): Promise<void> {
  await withClient(serverUrl, async (connection) => {
    const left = await connection.script(
      `select datname from pg_database where datname like 'prospectus\\_test\\_${process.pid}\\_%'`,
    );
    for (const { datname } of left) await connection.script(`drop database if exists ${String(datname)} with (force)`);
  });
}

/** Another checkout with different tables may drop the template between finding and copying it, so the copy is retried. */
async function copyOfTables(resources: readonly AnyResource[], tries = 4): ReturnType<typeof emptyDatabase> {
  try {
    const copy = await emptyDatabase(await template(resources));
    // No test cuts this server's power, and a commit that waits for the disk takes several times as long.
    await withClient(copy.owner.superuser, (connection) =>
      connection.script(`alter database ${copy.name} set synchronous_commit = off`),
    );
    return copy;
  } catch (error) {
    if (sqlState(error) !== '3D000' || tries === 0) throw error;
    return copyOfTables(resources, tries - 1);
  }
}

/** An empty database (or a copy of `from`) with the addresses of both logins and of the server's own user. */
export async function emptyDatabase(from = 'template0'): Promise<{
  name: string;
  runtime: string;
  owner: { url: string; superuser: string };
  drop: () => Promise<void>;
}> {
  const name = `prospectus_test_${process.ppid}_${Math.random().toString(36).slice(2, 8)}`;
  await withClient(serverUrl, async (connection) => {
    await connection.script('select pg_advisory_lock(727275)');
    await connection.script(logins);
    await connection.script(`create database ${name} owner ${ownerLogin} template ${from}`);
  });
  return {
    name,
    runtime: addressOf(name, runtimeLogin),
    owner: { url: addressOf(name, ownerLogin), superuser: addressOf(name) },
    drop: () =>
      withClient(serverUrl, async (connection) => void (await connection.script(`drop database if exists ${name} with (force)`))),
  };
}

const logins = `do $do$ begin
  if not exists (select from pg_roles where rolname = '${ownerLogin}') then
    create role ${ownerLogin} login createrole password 'test';
  end if;
  if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
  if not exists (select from pg_roles where rolname = '${runtimeLogin}') then
    create role ${runtimeLogin} login password 'test' in role ${appRole};
  end if;
end $do$`;

function addressOf(database: string, login?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (login) {
    url.username = login;
    url.password = 'test';
  }
  return url.href;
}

/** How many definitions keep their database: other checkouts with other tables may be copying theirs. */
const templates = 12;

/** A database with the tables, created once per definition by the owner's login as in production. */
async function template(resources: readonly AnyResource[]): Promise<string> {
  const plan = makePlan(tableModels(resources), { tables: new Map(), state: new Map() });
  const name = `prospectus_tables_${createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 12)}`;
  await withClient(serverUrl, async (connection) => {
    await connection.script('select pg_advisory_lock(727276)');
    const [found] = await connection.script(`select 1 from pg_database where datname = '${name}'`);
    if (found) return;
    for (const { datname } of await connection.script(
      `select datname from pg_database where datname like 'prospectus\\_tables\\_%' order by oid desc offset ${templates}`,
    ))
      await connection.script(`drop database if exists ${String(datname)} with (force)`).catch(() => {});
    const made = await emptyDatabase();
    await prepareDatabase(resources, { url: made.runtime, adminUrl: made.owner.url });
    await connection.script(`alter database ${made.name} rename to ${name}`);
  });
  return name;
}
