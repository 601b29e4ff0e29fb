import type { AnyResource } from '../../src/schemas/kit/resource';
import { CannotStart } from './cannot-start';
import type { Connection } from './connection';
import { fillPrepared, readPrepared } from './copy/prepared-rows';
import { dropUnfinished, isEmpty, isUnfinished } from './copy/write-rows';
import { sqlState } from './failures';
import { literal } from './parameters';
import { withClient } from './postgres';
import type { DbRow } from './store';
import { applySchema, planFor, type ApplyOptions } from './tables/apply';
import { appRole } from './tables/ddl';
import { hasLeftIndexes, lacksOnlyIndexes } from './tables/left-indexes';

export interface SchemaStepOptions extends ApplyOptions {
  readonly url: string;
  readonly adminUrl?: string;
  readonly warn?: (line: string) => void;
  /** Rows that an empty database starts with (writePrepared). */
  readonly preparedDir?: string;
  /** Called when the server has the rest of a first start to do by itself. */
  readonly atWork?: () => void;
  /** Takes what can wait until the product is ready; without it, nothing waits. */
  readonly later?: (work: () => Promise<void>) => void;
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
    if (pending.length > 0 && lacksOnlyIndexes(plan) && (await hasLeftIndexes(connection)))
      return options.warn?.(
        'Indexes of the first start are missing, so lists are slow: a server that has DATABASE_ADMIN_URL is making them, or makes them at its next start.',
      );
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
  { preparedDir, atWork, later, ...options }: ApplyOptions & Pick<SchemaStepOptions, 'preparedDir' | 'atWork' | 'later'>,
): Promise<void> {
  const hasLeft = await withClient(adminUrl, async (connection) => {
    // Processes that start together make the tables once.
    await connection.script('select pg_advisory_lock(727274)');
    await dropUnfinished(connection);
    const prepared = preparedDir && (await isEmpty(connection)) ? await readPrepared(resources, preparedDir) : undefined;
    if (prepared) {
      options.print?.('Creating the tables with the demo tenants.');
      await withClients(adminUrl, sideBySide - 1, (others) => fillPrepared([connection, ...others], prepared, atWork));
    }
    // Of a first start that was cut off, or of another server's that is still at it.
    const isLeft =
      prepared !== undefined || ((await hasLeftIndexes(connection)) && lacksOnlyIndexes(await planFor(connection, resources)));
    if (!isLeft) await applyBetweenPeople(connection, resources, options);
    await admitLogin(connection, login);
    return isLeft;
  });
  if (!hasLeft) return;
  const work = (): Promise<void> => makeIndexes(resources, adminUrl);
  if (later) later(work);
  else await work();
}

/**
 * The indexes that a first start leaves, each in a transaction of its own: people are at work already. Where this is cut off, the
 * next start makes the rest.
 */
async function makeIndexes(resources: readonly AnyResource[], adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (connection) => {
    await connection.script('select pg_advisory_lock(727274)');
    const { statements } = await planFor(connection, resources);
    for (const statement of statements)
      await betweenPeople(connection, () => connection.script(statement), { attempts: Infinity, wait: '200ms' });
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

const quoteLogin = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const applyBetweenPeople = (connection: Connection, resources: readonly AnyResource[], options: ApplyOptions): Promise<void> =>
  betweenPeople(connection, () => applySchema(connection, resources, options), { attempts: 30, print: options.print });

interface Patience {
  readonly attempts: number;
  /** Of one attempt for a table that others use: everyone else queues up behind it. */
  readonly wait?: string;
  readonly print?: ApplyOptions['print'] | undefined;
}
/** A table that was not free in time, or two who waited for each other. */
const inUse = new Set(['55P03', '40P01']);

/** Waits only so long for a table that others use, then lets go and tries again (TRUST-R19). */
async function betweenPeople<T>(
  connection: Connection,
  work: () => Promise<T>,
  { attempts, wait = '2s', print = () => {} }: Patience,
): Promise<T> {
  await connection.script(`set lock_timeout = ${literal(wait)}; set statement_timeout = 0`);
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!inUse.has(sqlState(error) ?? '')) throw error;
      await connection.script('rollback');
      if (attempt === attempts)
        throw new CannotStart('Long transactions are using the tables, so they could not be changed. Nothing was changed.', 69);
      print(`Schema: a table is in use; attempt ${attempt + 1} of ${attempts}.`);
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
