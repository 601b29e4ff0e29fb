import { expect, test } from '@playwright/test';
import { execFileSync, spawn } from 'node:child_process';
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

test('npm run dev: a saved schema file shows in the open form, what was typed into it stays, and a new one is a page', async ({
  page,
}, info) => {
  test.setTimeout(400_000);
  page.setDefaultTimeout(30_000);
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
    const withField = (title: string): string =>
      text.replace('status,', `motto: { type: 'string', title: '${title}', maxLength: 80 },\n      status,`);
    expect(withField('Motto')).not.toBe(text);
    const took: number[] = [];
    for (const title of ['Motto of the stream', 'Its motto', 'The motto']) {
      const saved = performance.now();
      writeFileSync(file, withField(title));
      await expect(form.getByLabel(title)).toBeAttached({ timeout: 150_000 });
      took.push(Math.round(performance.now() - saved));
      const built = printed.length;
      await expect.poll(() => printed.slice(built), { timeout: 150_000 }).toContain('Prospectus is ready at');
    }
    info.annotations.push({ type: 'from saved to shown', description: `${took.join(', ')} ms` });
    console.log(`from saved to shown: ${took.join(', ')} ms`);

    // a mistake is said where the work is, and its repair is followed like any other save
    writeFileSync(file, withField('Word').replace("columns: ['", "columns: ['nmae', '"));
    await expect(page.locator('vite-error-overlay')).toContainText("write 'name'", { timeout: 150_000 });
    writeFileSync(file, withField('Word'));
    await expect(form.getByLabel('Word')).toBeAttached({ timeout: 150_000 });
    await expect(form.getByLabel(/^Name/)).toHaveValue('Marine engineering');
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

    // a new file is a new catalogue: its table, its page, its first record
    execFileSync(process.execPath, ['scripts/new-resource.mjs', 'settings/hostel-rooms'], { cwd: root });
    await expect.poll(() => printed, { timeout: 150_000 }).toContain('Schema: create table "hostel_rooms"');
    const planned = printed.indexOf('Schema: create table "hostel_rooms"');
    await expect.poll(() => printed.slice(planned), { timeout: 150_000 }).toContain('Prospectus is ready at');
    // a new file has the open page loaded anew, which may come between
    await expect(() => page.goto(`${url}/config/hostel-rooms/new`)).toPass();
    await form.getByLabel(/^Name/).fill('Sahyadri', { timeout: 150_000 });

    // made what the guide makes of it, word by word: fields went and came, and nobody has to confirm anything
    const [, example = ''] = /```ts\n([\s\S]+?)```/.exec(readFileSync('docs/guides/add-a-resource.md', 'utf8'))!;
    expect(example.split('\n').length).toBeLessThan(60);
    const before = printed.length;
    writeFileSync(join(root, 'src/schemas/settings/hostel-rooms.ts'), example);
    await expect(form.getByLabel(/^Warden/)).toBeVisible({ timeout: 150_000 });
    await expect.poll(() => printed.slice(before), { timeout: 150_000 }).toContain('drop column "name"');
    await expect.poll(() => printed.slice(before), { timeout: 150_000 }).toContain('Prospectus is ready at');
    await form.getByLabel(/^Room/).fill('N-101');
    await form.getByLabel(/^Capacity/).fill('2');
    await form.getByLabel(/^Warden/).fill('Sunita Kale');
    await form.getByLabel(/^Fee/).fill('42000');
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'room.png', mimeType: 'image/png', buffer: readFileSync('public/icon-192.png') });
    await expect(form.getByText('room.png')).toBeVisible();
    await form.getByLabel(/^College/).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden({ timeout: 30_000 });
    await page.goto(`${url}/config/hostel-rooms?q=sunita`);
    await page.getByRole('link', { name: 'N-101', exact: true }).click();
    await expect(page.getByRole('img', { name: 'room.png' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'History' })).toContainText('created it');
    await page.goto(`${url}/config`);
    await expect(page.getByRole('link', { name: /Hostel rooms/ })).toBeVisible();
    const open = (await (await page.request.get(`${url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(open.paths)).toContain('/api/res/hostel-rooms/{id}');

    // and from a file
    await page.goto(`${url}/config/hostel-rooms/import`);
    const csv = 'room,capacity,warden\nS-7,4,Anil Rao\nS-8,40,Anil Rao\n';
    await page.getByLabel('CSV file').setInputFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Import' })).toContainText('1 new, 0 updated, 0 unchanged, 1 not taken.', {
      timeout: 60_000,
    });
  } finally {
    const gone = new Promise((done) => dev.once('exit', done));
    dev.kill('SIGTERM');
    await gone;
    rmSync(root, { recursive: true, force: true });
  }
});
