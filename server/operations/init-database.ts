import { randomBytes } from 'node:crypto';
import { resources } from '../../src/schemas/kit/all';
import { makeDatabase } from '../store/logins';
import { prepareDatabase, prepareTables } from '../store/prepare-database';
import { Refused, type Command } from './command';
import { loginName, loginOptions, prepareLogin, runtimeUrl, tellLogin } from './runtime-login';

export const initDatabase: Command = {
  about: 'creates the database, roles, tables and runtime login on a PostgreSQL server; prints what to set',
  options: {
    admin: { type: 'string', about: 'postgres://… of a login that can create roles and tables' },
    ...loginOptions,
  },
  async run(given) {
    const admin = serverAddress('--admin', given.text('admin'));
    const name = loginName(given);
    const isNewDatabase = await makeDatabase(admin);
    const login = await prepareLogin(admin, name, given.flag('new-password'));
    await prepareTables(resources, admin, name, { print: console.log });
    if (login.password) await prepareDatabase(resources, { url: runtimeUrl(admin, login), warn: console.error });
    console.log('The roles and tables are ready. Run the product with:');
    tellLogin(admin, login);
    console.log(`SECRET_KEY=${randomBytes(36).toString('base64url')}   (a new one; keep the one you have, if you have one)`);
    return {
      inputs: { database: new URL(admin).pathname.slice(1), login: name, isNewDatabase, isNewLogin: login.isNew },
      failures: 0,
    };
  },
};

/** A postgres:// address; throws Refused. */
export function serverAddress(option: string, text: string | undefined): string {
  if (!text) throw new Refused(`Name the server: ${option} postgres://user:password@host:5432/database`);
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new Refused(`${option} must be a URL that starts with postgres://`);
  return text;
}
