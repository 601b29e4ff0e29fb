import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { address, oneOf, text, wholeNumber } from './domain/setting-checks';
import { formerKeyFile, keyFile, keyIn } from './store/key-files';
import { errorCode } from './domain/error-details';

/** The environment, read and validated in this one place. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Unset: the embedded database. */
  readonly databaseUrl?: string;
  readonly databaseAdminUrl?: string;
  readonly redisUrl?: string;
  /** A service that speaks the Pusher protocol; unset: no push channel. */
  readonly push?: PushSettings;
  readonly secretKey: string;
  /** The key before the last rotation; it opens what has not been sealed again yet. */
  readonly secretKeyBefore?: string;
  readonly publicUrl: string;
  readonly demo: boolean;
  /** Daily backups by the server itself. */
  readonly backups?: boolean;
  /** Hosts inside the operator's own network that the outbound client may reach. */
  readonly outboundAllow?: readonly string[];
  /** The operator's own mail server: sign-in codes, and the mail of tenants without a provider. */
  readonly mail?: MailSettings;
  /** The URL of the WhatsApp client that /chat embeds; unset: the product's own (D-113). */
  readonly whatsappClientBase?: string;
  /** An online viewer of office files, to which a file's address is appended; unset: none (D-128). */
  readonly officeViewerBase?: string;
  /** Factor on the limits of calls (src/schemas/kit/limits). */
  readonly rateLimit: number;
  readonly logLevel: (typeof logLevels)[number];
}

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly from: { readonly name: string; readonly address: string };
}

export interface PushSettings {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  readonly cluster: string;
  /** Where events are posted. */
  readonly apiUrl: string;
  /** Where browsers connect, when it is not the service's own cluster. */
  readonly wsUrl?: string;
}

/** A wrong environment: one sentence for the operator, exit code 78. */
export class ConfigError extends Error {}

export interface Setting {
  readonly name: string;
  /** The default, as the README prints it. */
  readonly fallback: string;
  readonly about: string;
  /** What is wrong with the value, after the variable's name; undefined when nothing is. */
  readonly wrong: (value: string) => string | undefined;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Every variable the product knows; the README's table is printed from here. */
export const settings: readonly Setting[] = [
  { name: 'PORT', fallback: '3000', about: 'Port of pages and API', wrong: wholeNumber(0, 65535) },
  { name: 'HOST', fallback: '127.0.0.1', about: 'Address to listen on', wrong: text() },
  { name: 'DATA_DIR', fallback: './data', about: 'Embedded database, files, generated secret', wrong: text() },
  {
    name: 'DATABASE_URL',
    fallback: 'embedded database',
    about: 'PostgreSQL login: not superuser, not owner, no BYPASSRLS',
    wrong: address('postgres', 'postgresql'),
  },
  {
    name: 'DATABASE_ADMIN_URL',
    fallback: 'unset',
    about: 'Login that can create roles and tables; used for the schema step only',
    wrong: address('postgres', 'postgresql'),
  },
  { name: 'REDIS_URL', fallback: 'in-process bus', about: 'Bus between several processes', wrong: address('redis', 'rediss') },
  {
    name: 'PUSH_URL',
    fallback: 'no push channel',
    about: 'https://KEY:SECRET@HOST/apps/APP_ID of a service that speaks the Pusher protocol',
    wrong: pushAddress,
  },
  {
    name: 'PUSH_CLUSTER',
    fallback: 'ap2',
    about: 'Cluster of the push service',
    wrong: (value) => (/^[a-z0-9-]{1,20}$/.test(value) ? undefined : 'must be a name such as ap2'),
  },
  {
    name: 'SECRET_KEY',
    fallback: 'generated and kept in DATA_DIR; required with DATABASE_URL',
    about: 'Minimum 32 characters; signs sessions and seals secrets',
    wrong: (value) => (value.length < 32 ? 'must have 32 characters or more' : undefined),
  },
  {
    name: 'SECRET_KEY_BEFORE',
    fallback: 'none, or the one a rotation left in DATA_DIR',
    about: 'The key before the last `npm run rotate`: it opens what has not been sealed again yet',
    wrong: (value) => (value.length < 32 ? 'must have 32 characters or more' : undefined),
  },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://HOST:PORT',
    about: 'Address that browsers use; https makes cookies Secure',
    wrong: address('http', 'https'),
  },
  {
    name: 'DEMO',
    fallback: '1 embedded, 0 with DATABASE_URL',
    about: '1: demo tenants in an empty database',
    wrong: oneOf(['0', '1']),
  },
  {
    name: 'BACKUPS',
    fallback: '1 embedded, 0 with DATABASE_URL',
    about: '1: a daily backup in DATA_DIR/backups; the last 7 days, 4 weeks and 12 months are kept',
    wrong: oneOf(['0', '1']),
  },
  {
    name: 'OUTBOUND_ALLOW',
    fallback: 'public addresses only',
    about: 'Hosts (or host:port, separated by commas) in your own network that webhooks can reach',
    wrong: (value) => (/^[\w.:[\]-]+(,[\w.:[\]-]+)*$/.test(value) ? undefined : 'must be hosts, separated by commas'),
  },
  {
    name: 'WHATSAPP_CLIENT_BASE',
    fallback: '/wa-client, the built-in one',
    about: 'URL of an external WhatsApp client; the only other origin that can be framed',
    wrong: (value) =>
      address('https', 'http')(value) ?? (/[?#;,\s]/.test(value) ? 'must have neither a query nor a fragment' : undefined),
  },
  {
    name: 'OFFICE_VIEWER_BASE',
    fallback: 'no viewer',
    about: 'https URL of an online viewer for office files, up to the `=` before the file URL; the user is asked each time',
    wrong: (value) =>
      address('https')(value) ?? (/^[^#\s;,]+=$/.test(value) ? undefined : 'must end with = (the file URL follows it)'),
  },
  {
    name: 'SMTP_URL',
    fallback: 'codes and email stay in the sandbox',
    about: 'smtp(s)://USER:PASSWORD@HOST:PORT of a mail server for sign-in codes and for tenants without one',
    wrong: address('smtp', 'smtps'),
  },
  {
    name: 'MAIL_FROM',
    fallback: 'required with SMTP_URL',
    about: 'Sender of that email: name@example.com, or Name <name@example.com>',
    wrong: (value) => (senderOf(value) ? undefined : 'must be name@example.com, or Name <name@example.com>'),
  },
  {
    name: 'RATE_LIMIT',
    fallback: '1',
    about: 'Multiplies how many calls an address, a user and a tenant can make',
    wrong: (value) => (Number(value) >= 0.1 && Number(value) <= 1_000_000 ? undefined : 'must be a number from 0.1 to 1000000'),
  },
  { name: 'LOG_LEVEL', fallback: 'warn embedded, info with DATABASE_URL', about: logLevels.join(', '), wrong: oneOf(logLevels) },
];

/**
 * Reads the environment. Embedded, it makes the secret key, unless `makeKey` is false (then a missing one is an empty text);
 * `dataDir` names an embedded database other than the environment's. Throws ConfigError.
 */
export function readConfig(
  given: Readonly<Record<string, string | undefined>> = process.env,
  { makeKey = true, dataDir: beside }: { readonly makeKey?: boolean; readonly dataDir?: string | undefined } = {},
): Config {
  const environment = beside === undefined ? given : embeddedIn(beside, given);
  for (const name of Object.keys(environment)) {
    if (name.startsWith('PROSPECTUS_'))
      throw new ConfigError(
        `${name} is not a setting of Prospectus. The settings are ${settings.map((one) => one.name).join(', ')}.`,
      );
  }
  for (const { name, wrong } of settings) {
    const value = environment[name];
    const what = value ? wrong(value) : undefined;
    if (what) throw new ConfigError(`${name} ${what}.`);
  }
  const value = (name: string): string | undefined => environment[name] || undefined;
  const databaseUrl = value('DATABASE_URL');
  if (value('DATABASE_ADMIN_URL') && !databaseUrl) throw new ConfigError('DATABASE_ADMIN_URL needs DATABASE_URL as well.');
  if (databaseUrl && !value('SECRET_KEY')) throw new ConfigError('SECRET_KEY is required when DATABASE_URL is set.');
  if (value('SMTP_URL') && !value('MAIL_FROM')) throw new ConfigError('MAIL_FROM is required when SMTP_URL is set.');
  const port = Number(value('PORT') ?? 3000);
  const host = value('HOST') ?? '127.0.0.1';
  const dataDir = resolve(value('DATA_DIR') ?? './data');
  const secretKeyBefore = value('SECRET_KEY_BEFORE') ?? (value('SECRET_KEY') ? undefined : keyIn(formerKeyFile(dataDir)));
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    databaseAdminUrl: value('DATABASE_ADMIN_URL'),
    redisUrl: value('REDIS_URL'),
    ...pushOf(value('PUSH_URL'), value('PUSH_CLUSTER') ?? 'ap2'),
    ...mailOf(value('SMTP_URL'), value('MAIL_FROM')),
    secretKey: value('SECRET_KEY') ?? (makeKey ? keptSecret(dataDir) : (keyIn(keyFile(dataDir)) ?? '')),
    ...(secretKeyBefore ? { secretKeyBefore } : {}),
    publicUrl: (value('PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(/\/$/, ''),
    demo: (value('DEMO') ?? (databaseUrl ? '0' : '1')) === '1',
    backups: (value('BACKUPS') ?? (databaseUrl ? '0' : '1')) === '1',
    outboundAllow: value('OUTBOUND_ALLOW')?.split(',') ?? [],
    ...(value('WHATSAPP_CLIENT_BASE') ? { whatsappClientBase: value('WHATSAPP_CLIENT_BASE')!.replace(/\/+$/, '') } : {}),
    ...(value('OFFICE_VIEWER_BASE') ? { officeViewerBase: value('OFFICE_VIEWER_BASE')! } : {}),
    rateLimit: Number(value('RATE_LIMIT') ?? 1),
    logLevel: logLevels.find((one) => one === value('LOG_LEVEL')) ?? (databaseUrl ? 'info' : 'warn'),
  };
}

/** The README's table. */
export function settingsTable(): string {
  const rows = settings.map((one) => `| \`${one.name}\` | ${one.fallback} | ${one.about} |`);
  return ['| variable | unset | meaning |', '|---|---|---|', ...rows].join('\n');
}

function mailOf(text: string | undefined, from: string | undefined): { mail?: MailSettings } {
  const sender = from === undefined ? undefined : senderOf(from);
  if (!text || !sender) return {};
  const { protocol, hostname: host, port, username, password } = new URL(text);
  const secure = protocol === 'smtps:';
  const login = username ? { user: decodeURIComponent(username), password: decodeURIComponent(password) } : {};
  return { mail: { host, port: Number(port) || (secure ? 465 : 587), secure, ...login, from: sender } };
}

function senderOf(text: string): { name: string; address: string } | undefined {
  const found = /^(?:([^<>\r\n"]*)<([^<>@\s]+@[^<>@\s]+)>|([^<>@\s]+@[^<>@\s]+))$/.exec(text.trim());
  return found ? { name: found[1]?.trim() ?? '', address: found[2] ?? found[3]! } : undefined;
}

function pushAddress(value: string): string | undefined {
  return pushOf(value, '').push ? undefined : 'must look like https://KEY:SECRET@HOST/apps/APP_ID';
}

/** Pusher's own hosts are named after the cluster; any other host takes both events and browsers. */
function pushOf(text: string | undefined, cluster: string): { push?: PushSettings } {
  if (!text) return {};
  try {
    const { protocol, host, username, password, pathname } = new URL(text);
    const appId = /^\/apps\/([\w-]+)\/?$/.exec(pathname)?.[1];
    if (!['http:', 'https:'].includes(protocol) || !appId || !username || !password) return {};
    const own = host.endsWith('pusher.com') ? {} : { wsUrl: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}` };
    return {
      push: {
        appId,
        key: decodeURIComponent(username),
        secret: decodeURIComponent(password),
        cluster,
        apiUrl: `${protocol}//${host}`,
        ...own,
      },
    };
  } catch {
    return {};
  }
}

/** The environment for the embedded database of that directory, with the key that is in it. */
const embeddedIn = (dataDir: string, given: Readonly<Record<string, string | undefined>>): typeof given => ({
  ...given,
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  DATABASE_ADMIN_URL: undefined,
  ...(existsSync(keyFile(resolve(dataDir))) ? { SECRET_KEY: undefined, SECRET_KEY_BEFORE: undefined } : {}),
});

function keptSecret(dataDir: string): string {
  const path = keyFile(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true });
    // 'wx': two simultaneous starts agree on one key.
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EEXIST' || (error instanceof Error && 'syscall' in error && error.syscall === 'mkdir'))
      throw new ConfigError(`DATA_DIR ${dataDir} cannot be written (${code}).`);
  }
  try {
    const key = readFileSync(path, 'utf8').trim();
    if (key.length >= 32) return key;
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be read (${errorCode(error)}).`);
  }
  throw new ConfigError(`DATA_DIR ${path} is damaged: it must contain the secret key. Restore it, or set SECRET_KEY.`);
}
