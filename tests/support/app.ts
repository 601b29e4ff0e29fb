import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { raw } from 'sql-template-tag';
import { buildApp, type AppOptions } from '../../server/app';
import type { PushSettings } from '../../server/config';
import type { Services } from '../../server/context/services';
import type { Bounds } from '../../server/http/pressure';
import { makeServices } from '../../server/services';
import { actor, freshStore, type TestStore } from './database';
import { freshPostgres } from './postgres';
import { refuseFilesInside } from './files-first';
import { makeFixture, password, secretKey, type Fixture } from './fixture';

/** The app over a fresh store with two tenants; it does not listen on a port. Close it in afterAll. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly store: TestStore;
  readonly services: Services;
  readonly fixture: Fixture;
  /** Lines of the sandbox channels, oldest first. */
  readonly messages: string[];
  /** Lines of the log. */
  readonly logged: { level: string; message: string; data: object }[];
  /** Moves server time. */
  readonly clock: { add(seconds: number): void; set(at: Date): void };
  close(): Promise<void>;
}
/** What a browser keeps between calls: cookies, and the token once signed in. */
export interface Browser {
  readonly cookies: Map<string, string>;
  token?: string;
  readonly ip: string;
  userId?: string;
  /** The chat token (D-114). */
  wpToken?: string;
}
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** The envelope's code, else the status. */
  readonly code: number;
  readonly body: {
    readonly [name: string]: unknown;
    code?: number;
    message?: string;
    errors?: { path: string; message: string }[];
  };
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

/** A push service that does not answer; enough for tests of its signatures. */
export const testPush: PushSettings = {
  appId: 'app',
  key: 'push-key',
  secret: 'push-secret',
  cluster: 'ap2',
  apiUrl: 'http://127.0.0.1:9',
};

interface BuildOptions {
  readonly publicUrl?: string;
  readonly store?: TestStore;
  readonly push?: PushSettings;
  readonly demo?: boolean;
  readonly redisUrl?: string;
  /** Tests call far more often than people do; tests of the limits set their own value. */
  readonly rateLimit?: number;
  /** A database in this process is slow, so waiting times are not limited by default. */
  readonly bounds?: Partial<Bounds>;
}

export async function build(options: AppOptions & BuildOptions = {}): Promise<TestApp> {
  const store = options.store ?? (await (process.env['TEST_ON'] === 'postgres' ? freshPostgres() : freshStore()));
  const fixture = await makeFixture(store);
  const messages: string[] = [];
  const logged: TestApp['logged'] = [];
  let offset = 0;
  const note = (level: string) => (data: object, message: string) => void logged.push({ level, message, data });
  const config = {
    port: 0,
    host: '127.0.0.1',
    dataDir: mkdtempSync(join(tmpdir(), 'prospectus-test-')),
    secretKey,
    publicUrl: options.publicUrl ?? 'http://127.0.0.1:3000',
    demo: options.demo ?? false,
    logLevel: 'silent',
    rateLimit: options.rateLimit ?? 1_000_000,
    ...(options.redisUrl ? { redisUrl: options.redisUrl } : {}),
    ...(options.push ? { push: options.push } : {}),
  } as const;
  const services = makeServices(config, store, {
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    now: () => new Date(Date.now() + offset),
    print: (line) => void messages.push(line),
    bounds: { waitMs: Infinity, ...options.bounds },
  });
  refuseFilesInside(services);
  const app = await buildApp(services, options);
  return {
    app,
    store,
    services,
    fixture,
    messages,
    logged,
    clock: {
      add: (seconds) => void (offset += seconds * 1000),
      set: (at) => void (offset = at.getTime() - Date.now()),
    },
    async close() {
      await services.jobs.stop();
      await app.close();
      await store.close();
    },
  };
}

let browsers = 0;
/** Each browser has its own address, so that the limits of one test do not affect another. */
export const newBrowser = (): Browser => {
  browsers++;
  return { cookies: new Map(), ip: `198.51.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}` };
};

/** One call as the browser makes it: cookies, anti-forgery header, bearer. `path` is relative to /api/. */
export async function call(
  { app }: Pick<TestApp, 'app'>,
  who: Browser,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  if (!who.cookies.has('XSRF-TOKEN'))
    keepCookies(who, (await app.inject({ method: 'GET', url: '/healthz' })).headers['set-cookie']);
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await app.inject({
    method,
    url: path.startsWith('/') ? path : `/api/${path}`,
    remoteAddress: who.ip,
    headers: {
      cookie,
      'x-xsrf-token': who.cookies.get('XSRF-TOKEN') ?? '',
      ...(who.token ? { authorization: `Bearer ${who.token}` } : {}),
      ...(body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  keepCookies(who, answer.headers['set-cookie']);
  const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
  const parsed = (isJson && answer.payload ? JSON.parse(answer.payload) : {}) as Answer['body'];
  const code = typeof parsed.code === 'number' ? parsed.code : answer.statusCode;
  return { status: answer.statusCode, code, body: parsed, headers: answer.headers, text: answer.payload };
}

/** Changes rows of the tenant directly in the database. */
export async function edit({ store }: Pick<TestApp, 'store'>, tenantId: string, statement: string): Promise<number> {
  return store.transaction(actor(tenantId), (tx) => tx.run(raw(statement)));
}

/** Signs in with password and code as a user such as 'admin@northstar.example'; throws with the answer when that fails. */
export async function signIn(test: TestApp, email: string, who: Browser = newBrowser()): Promise<Browser> {
  const first = await call(test, who, 'POST', 'users/signin', { email, username: email, password });
  if (first.code !== 200) throw new Error(`users/signin of ${email}: ${first.text}`);
  const sent = await call(test, who, 'POST', 'users/send-otp', { email });
  if (sent.code !== 200) throw new Error(`users/send-otp of ${email}: ${sent.text}`);
  const verified = await call(test, who, 'POST', 'users/verify-otp', { email, otp: lastCode(test, email) });
  const result = (verified.body as { result?: { token: string; wp_token: string; id: string } }).result;
  if (!result) throw new Error(`users/verify-otp of ${email}: ${verified.text}`);
  who.token = result.token;
  who.userId = result.id;
  who.wpToken = result.wp_token;
  return who;
}

/** The code in the newest sandbox message to that address. */
export function lastCode({ messages }: Pick<TestApp, 'messages'>, email: string): string {
  const line = messages.findLast((one) => one.includes(` to=${email} `));
  return /code=(\d+)$/.exec(line ?? '')?.[1] ?? '';
}

function keepCookies(who: Browser, lines: string | string[] | undefined): void {
  for (const line of [lines ?? []].flat()) {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) who.cookies.delete(pair.slice(0, at));
    else who.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
