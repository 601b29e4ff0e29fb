import { randomBytes } from 'node:crypto';
import { withClient } from '../store/postgres';
import { admitLogin } from '../store/prepare-database';
import { makeLogin } from '../store/logins';
import { Refused, type Given } from './command';

/** The login that the product runs as: subject to row security, owner of nothing. */
export interface RuntimeLogin {
  readonly name: string;
  readonly isNew: boolean;
  /** Undefined: it was there and keeps its password. */
  readonly password: string | undefined;
}

export const loginOptions = {
  login: { type: 'string', about: 'the login that the product runs as. Default: prospectus_runtime' },
  'new-password': { type: 'boolean', about: 'gives an existing login a new password' },
} as const;

export const loginName = (given: Given): string => {
  const name = given.text('login') ?? 'prospectus_runtime';
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
    throw new Refused(`--login can contain small letters, digits and _ only, not '${name}'.`);
  return name;
};

/** Before the tables are made the login is not a member yet; `admit` afterwards. */
export async function prepareLogin(adminUrl: string, name: string, newPassword: boolean): Promise<RuntimeLogin> {
  const password = randomBytes(24).toString('base64url');
  return withClient(adminUrl, async (connection) => {
    const isNew = await makeLogin(connection, name, password, newPassword);
    return { name, isNew, password: isNew || newPassword ? password : undefined };
  });
}

export const admit = (adminUrl: string, name: string): Promise<void> =>
  withClient(adminUrl, (connection) => admitLogin(connection, name));

/** The address for DATABASE_URL. */
export function runtimeUrl(adminUrl: string, { name, password }: RuntimeLogin): string {
  const url = new URL(adminUrl);
  url.username = name;
  url.password = password ?? 'ITS-PASSWORD';
  return url.href;
}

export function tellLogin(adminUrl: string, login: RuntimeLogin): void {
  if (!login.password)
    console.log(`The login ${login.name} already exists and keeps its password (--new-password sets a new one).`);
  console.log(`DATABASE_URL=${runtimeUrl(adminUrl, login)}`);
}
