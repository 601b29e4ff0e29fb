import { expect, test } from '@playwright/test';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeIn, portFor, signInOn } from './product';

/** A copy of the sources, since their schema file is changed here. */
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

test('npm run dev: a saved schema file shows in the open form, and what was typed into it stays', async ({ page }, info) => {
  test.setTimeout(400_000);
  const root = resolve('tests/.tmp', `dev-${process.pid}`);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (const one of copied) cpSync(one, join(root, one), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const port = portFor(info.workerIndex) + 50; // the calls have the next one
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(root, 'data'), DEMO: '1', LOG_LEVEL: 'warn' };
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  try {
    await expect.poll(() => printed, { timeout: 240_000 }).toContain('Prospectus is ready at');
    const url = `http://127.0.0.1:${port}`;
    await signInOn(
      page,
      { url, codeFor: (email) => codeIn(() => printed, email) },
      'admin@northstar.example',
      '/config/streams/new',
    );
    const form = page.locator('form.p-form');
    await form.getByLabel(/^Name/).fill('Marine engineering', { timeout: 150_000 });
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

    const file = join(root, 'src/schemas/settings/streams.ts');
    const text = readFileSync(file, 'utf8');
    const changed = text.replace(
      'status,',
      "motto: { type: 'string', title: 'Motto of the stream', maxLength: 80 },\n      status,",
    );
    expect(changed).not.toBe(text);
    const before = performance.now();
    writeFileSync(file, changed);
    await expect(form.getByLabel('Motto of the stream')).toBeAttached({ timeout: 150_000 });
    info.annotations.push({ type: 'from saved to shown', description: `${Math.round(performance.now() - before)} ms` });
    await expect(form.getByLabel(/^Name/)).toHaveValue('Marine engineering');
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  } finally {
    const gone = new Promise((done) => dev.once('exit', done));
    dev.kill('SIGTERM');
    await gone;
    rmSync(root, { recursive: true, force: true });
  }
});
