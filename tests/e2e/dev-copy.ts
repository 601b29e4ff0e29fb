import { expect, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeIn, signInOn } from './product';

/** `npm run dev` on a copy of the sources, since the tests change schema files. */
export interface DevCopy {
  readonly root: string;
  readonly url: string;
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Waits until this text has been printed, after so many characters of output. */
  readonly says: (text: string, behind?: number) => Promise<void>;
  /** Signs in the administrator on this page. */
  readonly signIn: (page: Page, to: string) => Promise<Page>;
  readonly stop: () => Promise<void>;
}

const copied = [
  'src',
  'server',
  'scripts',
  'public',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'dist/template',
];

/** Milliseconds that a step of the dev server may take on a busy machine: it builds the server and starts it. */
export const patience = 150_000;

export function startDev(port: number): Promise<DevCopy> {
  const root = resolve('tests/.tmp', `dev-${process.pid}-${port}`);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (const one of copied) cpSync(one, join(root, one), { recursive: true });
  rmSync(join(root, 'src/schemas/settings/hostel-rooms.ts'), { force: true }); // exists already if the guide was followed
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return startDevIn(root, port);
}

/** In a copy that exists already. */
export async function startDevIn(root: string, port: number): Promise<DevCopy> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(root, 'data'), DEMO: '1', LOG_LEVEL: 'warn' };
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const url = `http://127.0.0.1:${port}`;
  const says = (text: string, behind = 0): Promise<void> =>
    expect.poll(() => printed.slice(behind), { timeout: 2 * patience }).toContain(text);
  const stop = async (): Promise<void> => {
    const gone = new Promise((done) => dev.once('exit', done));
    if (dev.exitCode === null && dev.signalCode === null) {
      dev.kill('SIGTERM');
      await gone;
    }
    rmSync(root, { recursive: true, force: true });
  };
  const signIn = async (page: Page, to: string): Promise<Page> => {
    page.setDefaultNavigationTimeout(patience);
    // The server may be starting again, or the page be loaded again, in the middle of it: a developer signs in once more.
    await expect(async () => {
      const before = printed.length; // the code of an earlier sign-in is used up
      const codeFor = (email: string): Promise<string> => codeIn(() => printed.slice(before), email);
      await signInOn(page, { url, codeFor }, 'admin@northstar.example', to);
    }).toPass({ timeout: 4 * patience });
    return page;
  };
  try {
    await says('Prospectus is ready at');
  } catch (error) {
    await stop();
    throw error;
  }
  return { root, url, printed: () => printed, says, signIn, stop };
}
