import { test as base, expect, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The built product on a port and data directory of its own, one per Playwright worker. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** What the server has printed so far: sandbox messages, errors. */
  log(): string;
  /** The newest one-time code sent to this address, waiting for it up to a minute. */
  codeFor(email: string): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
}

/**
 * Ports of this run: two checkouts that run tests at the same time must not share them. All are below 32768, where Linux begins to
 * give ports to connections that go out.
 */
const portsFrom = 20_000 + (process.ppid % 120) * 100;
/** Of the server that a worker's tests share, and of one that a test starts for itself. */
export const portFor = (worker: number): number => portsFrom + (worker % 20);
export const ownPortFor = (worker: number): number => portsFrom + 20 + (worker % 20);
/** Of `npm run dev`: its API uses the next one. */
export const devPortFor = (worker: number): number => portsFrom + 40 + 2 * (worker % 30);

export const password = 'Prospectus#2026';

export async function startProduct(port: number, dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  let child: ChildProcess | undefined;
  let printed = '';
  const url = `http://127.0.0.1:${port}`;
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ['dist/server/main.js'], {
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready in 600 s: ${printed}`)), 600_000);
      const read = (chunk: Buffer): void => {
        printed += chunk.toString();
        if (printed.includes(`Prospectus is ready at`)) {
          clearTimeout(timer);
          resolve();
        }
      };
      child!.stdout!.on('data', read);
      child!.stderr!.on('data', read);
      child!.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)));
    });
    await ready;
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child!.once('exit', resolve));
    child.kill(signal);
    await gone;
    printed += '\n[stopped]\n';
  };
  await start();
  return {
    url,
    dataDir,
    log: () => printed,
    stop,
    start: async () => {
      printed = printed.replaceAll('Prospectus is ready at', 'Prospectus was ready at');
      await start();
    },
    async codeFor(email) {
      const code = await codeIn(() => printed, email);
      printed = printed.replaceAll(`code=${code}`, 'code=used');
      return code;
    },
  };
}

/** The newest one-time code that a server printed for this address, waiting for it up to a minute. */
export async function codeIn(printed: () => string, email: string): Promise<string> {
  const pattern = new RegExp(`\\[sandbox email\\] to=${email.replaceAll('.', '\\.')} .*?code=(\\d+)`, 'g');
  for (let tries = 0; tries < 600; tries++) {
    const last = [...printed().matchAll(pattern)].at(-1)?.[1];
    if (last) return last;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no code was sent to ${email}: ${printed().slice(-2000)}`);
}

/** Signs in on the pages with password and one-time code, as users do, and ends where `to` says. */
export async function signInOn(
  page: Page,
  product: Pick<Product, 'url' | 'codeFor'>,
  email: string,
  to = '/',
  own = password,
): Promise<Page> {
  await page.goto(`${product.url}/login?returnUrl=${encodeURIComponent(to)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(own);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/verify-otp/);
  const code = await product.codeFor(email);
  await page.locator('input[inputmode=numeric]').first().click();
  await page.keyboard.type(code);
  await page.waitForURL((url) => !/login|verify-otp/.test(url.pathname));
  return page;
}

/**
 * Opens `to` in a browser that signed in earlier: the same calls, and what the pages then store, without the two pages, which take
 * as long as many a test.
 */
export async function signedInOn(page: Page, product: Pick<Product, 'url' | 'codeFor'>, email: string, to = '/'): Promise<Page> {
  await page.request.get(product.url); // brings the anti-forgery cookie
  const ask = async (name: string, data: Record<string, string>): Promise<Record<string, unknown>> => {
    const forgery = (await page.context().cookies(product.url)).find((one) => one.name === 'XSRF-TOKEN')?.value ?? '';
    const headers = { 'x-xsrf-token': decodeURIComponent(forgery) };
    const asked = await page.request.post(`${product.url}/api/users/${name}`, { data, headers });
    const answer = (await asked.json()) as Record<string, unknown>;
    if (answer['code'] !== 200) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer;
  };
  await ask('signin', { email, username: email, password });
  await ask('send-otp', { email });
  const { result, tenantDetail } = await ask('verify-otp', { email, otp: await product.codeFor(email) });
  await page.route(`${product.url}/blank`, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 });
  await page.goto(`${product.url}/blank`);
  await page.evaluate(store, { user: result as SignedIn, tenant: tenantDetail as Tenant });
  await page.goto(product.url + to);
  return page;
}

type SignedIn = Readonly<Record<string, unknown>>;
type Tenant = SignedIn & { readonly id: string };
/** In the browser: what `startSession` stores. */
function store({ user, tenant }: { user: SignedIn; tenant: Tenant }): void {
  const { token: _, wp_token: __, ...currentUser } = user;
  const { logo_image = null, support_email = null, support_number = null } = tenant;
  const session = { tid: tenant.id, id: user['id'], logo_image, support_email, support_number, currentUser, tenant };
  localStorage.setItem('session', JSON.stringify(session));
  localStorage.setItem('currentUser', JSON.stringify(user));
}

interface OfTest {
  signIn: (email: string, to?: string) => Promise<Page>;
  /** Starts a product for this test alone, which ends with it, however the test ends: a second try finds its port free. */
  own: (env?: Record<string, string>) => Promise<Product>;
}

export const test = base.extend<OfTest, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use, info) => {
      const dataDir = join('tests/.tmp', `e2e-${info.workerIndex}-${process.pid}`);
      rmSync(dataDir, { recursive: true, force: true });
      mkdirSync(dataDir, { recursive: true });
      const product = await startProduct(portFor(info.workerIndex), dataDir);
      await use(product);
      await product.stop('SIGKILL'); // whatever it is still doing, nobody waits for it
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  own: async ({}, use, info) => {
    const dataDir = join('tests/.tmp', `e2e-own-${info.workerIndex}-${process.pid}`);
    let started: Product | undefined;
    await use(async (env) => {
      rmSync(dataDir, { recursive: true, force: true });
      mkdirSync(dataDir, { recursive: true });
      return (started = await startProduct(ownPortFor(info.workerIndex), dataDir, env));
    });
    await started?.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  },
  signIn: async ({ page, product }, use) => {
    await use((email, to) => signedInOn(page, product, email, to));
  },
});

export { expect };
