import { CannotStart } from './cannot-start';
import type { Connection } from './connection';
import { quote } from './identifiers';
import { literal } from './parameters';
import { withClient } from './postgres';

/** Creates the database in the URL if it is missing and the login has the right to. Returns whether it did. */
export async function makeDatabase(adminUrl: string): Promise<boolean> {
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  if (!name) throw new CannotStart('The URL has no database name: postgres://user:password@host:5432/prospectus');
  const server = new URL(adminUrl);
  server.pathname = '/postgres';
  return withClient(server.href, async (connection) => {
    const [found] = await connection.script(`select 1 from pg_database where datname = ${literal(name)}`);
    if (!found) await connection.script(`create database ${quote(name)}`);
    return !found;
  });
}

/**
 * Creates the login that the product runs as; an existing one gets the password only with `renew`. Returns whether it is new.
 */
export async function makeLogin(connection: Connection, login: string, password: string, renew: boolean): Promise<boolean> {
  const [found] = await connection.script(`select 1 from pg_roles where rolname = ${literal(login)}`);
  if (!found) await connection.script(`create role ${quote(login)} login nosuperuser nobypassrls password ${literal(password)}`);
  else if (renew) await connection.script(`alter role ${quote(login)} password ${literal(password)}`);
  return !found;
}
