import { expect, test } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, asks } from './asks';
import { extensionCopy, type ExtensionCopy } from './extension-copy';
import { codeIn, ownPortFor, signInOn } from './product';

/** An extension in a folder outside of the repository, with a report: built and started by `npm start` after the product was upgraded. */
let copy: ExtensionCopy;
let child: ChildProcess | undefined;
let url: string;
let printed = '';

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
test.beforeAll(async ({}, info) => {
  url = `http://127.0.0.1:${ownPortFor(info.workerIndex)}`;
  copy = extensionCopy();
  const [, report = ''] = /```ts\n([\s\S]+?)```/.exec(readFileSync('docs/guides/add-a-report.md', 'utf8'))!;
  writeFileSync(join(copy.extension, 'calls/stage-sources.ts'), report.replace('../kit/', 'prospectus/src/schemas/kit/'));
  // Too many fields for a drawer: the form is a page.
  const notes = Array.from({ length: 12 }, (_, n) => `note_${n}`);
  const many = notes.map((name) => `${name}: { type: 'string', maxLength: 40 },\n`).join('');
  const requests = readFileSync('tests/fixtures/bed-requests.ts', 'utf8')
    .replace('../../src/', 'prospectus/src/')
    .replace("{ code: 'Setting_Configuration' }", "'org'")
    .replace("{ field: 'branch', is: { my: 'custom.branch' } }", "{ field: 'block', in: ['South'] }")
    .replace(
      "paid: { type: 'boolean' },",
      `paid: { type: 'boolean' },\n      terms: { type: 'string', maxLength: 5000 },\n${many}letter: { type: 'string', format: 'uri-reference' },`,
    )
    .replace("refs: { warden_id: 'users' },", "refs: { warden_id: 'users' },\n  files: ['letter'],")
    .replace("['student'] },", `['student', '${notes.join("', '")}', 'letter'] },`)
    .replace("fields: ['fee', 'paid'] }", "fields: ['fee', 'paid', 'terms'] }")
    .replace('  dashboard: [', "  ui: { terms: { widget: 'rich-text' } },\n  dashboard: [");
  writeFileSync(join(copy.extension, 'schemas/bed-requests.ts'), requests);
  upgrade();
  await start();
});
test.afterAll(async () => {
  await stop();
  copy?.remove();
});

test('npm start: what the guides make works, and an upgrade of the product keeps it', async ({ page }) => {
  const product = { url, codeFor: (email: string) => codeIn(() => printed, email) };
  await signInOn(page, product, 'admin@northstar.example', '/config/streams');
  await expect(page.getByRole('heading', { name: 'Fields of study' })).toBeVisible(); // the newer product

  await test.step('labels in Hindi, a group of the menu, demo rows, a kind of field and a cell', async () => {
    await page.goto(`${url}/hostel/rooms`);
    await expect(page.getByRole('heading', { name: 'छात्रावास कक्ष' })).toBeVisible();
    const row = page.getByRole('row', { name: /N-101/ });
    await expect(row).toContainText('North block');
    await expect(row.getByRole('meter')).toHaveAttribute('max', '6');
    await page.goto(`${url}/hostel/rooms/new`);
    await expect(page.locator('form.p-form').getByLabel('खंड')).toBeAttached();
    await page.locator('.ant-segmented').getByText('4').click();
  });

  await test.step('a section of the record, a screen and a call', async () => {
    await page.goto(`${url}/hostel/rooms`);
    await page.getByRole('link', { name: 'N-101', exact: true }).click();
    await expect(page.getByText('1 of 2 beds booked')).toBeVisible();
    await page.goto(`${url}/hostel/occupancy`);
    await expect(page.getByText('1 of 5 beds booked')).toBeVisible();
  });

  await test.step('hooks around a write', async () => {
    const room = async () => (await ask(page, 'GET', 'res/hostel-rooms')).find((one) => one['room'] === 'N-101')!;
    const { id } = await room();
    const book = (guest: string) => asks(page, 'POST', 'res/hostel-bookings', { room_id: id, guest, from: '2026-08-01' });
    expect(await book('Ravi Rao')).toMatchObject({ guest: 'Ravi Rao' });
    await expect(book('Anil Rao')).rejects.toThrow('All 2 beds of this room are booked');
    expect(await room()).toMatchObject({ status: 0 });
  });

  await test.step('pages of its own around the list and the record, and an action with a dialog', async () => {
    await page.goto(`${url}/hostel/bookings`);
    await expect(page.getByText('Arrivals are from 10 am.')).toBeVisible();
    await page.getByRole('link', { name: 'Ravi Rao', exact: true }).click();
    await expect(page.getByText('Expected on')).toBeVisible();
    await page.getByRole('button', { name: 'Check out' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Leaves/).fill('2026-08-02');
    await dialog.getByLabel(/^Reason for leaving/).fill('Moved to a flat');
    await dialog.getByRole('button', { name: 'Check out' }).click();
    await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Moved to a flat');
  });

  await test.step('a report', async () => {
    await page.goto(`${url}/stage-sources`);
    await expect(page.getByRole('heading', { name: 'Stages by source' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /Source/ })).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'Hostel' }).click();
    await expect(menu.getByRole('link', { name: 'कक्ष' })).toBeVisible();
  });
});

test('a schema with tabs, a dashboard and rules about rows', async ({ page, browser }) => {
  const product = { url, codeFor: (email: string) => codeIn(() => printed, email) };
  const requests = `${url}/config/bed-requests`;
  await signInOn(page, product, 'admin@northstar.example', '/config/bed-requests/new');

  await test.step('the page scrolls, the window never does', async () => {
    await page.setViewportSize({ width: 390, height: 300 });
    const form = page.locator('form.p-form');
    await expect(form.locator('input[type=file]')).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  await test.step('a mistake opens its tab, and the tab of a record is in its address', async () => {
    const form = page.locator('form.p-form');
    await form.getByLabel(/^Student/).fill('Asha Kale');
    await expect(form.getByRole('tab', { name: 'Stay' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByRole('tab', { name: /^Money/ })).toHaveAttribute('aria-selected', 'true');
    await expect(form.getByLabel(/^Fee/)).toBeFocused();
    await form.getByLabel(/^Fee/).fill('42000');
    await form.getByRole('textbox', { name: 'Terms' }).fill('See the rules');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await form.getByRole('button', { name: 'Link', exact: true }).click();
    await page.keyboard.type('example.com/rules');
    await page.keyboard.press('Enter');
    await expect(form).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await page.goto(requests);
    await page.getByRole('link', { name: 'Asha Kale', exact: true }).click();
    await page.getByRole('tab', { name: 'Money' }).click();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Money' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: 'Money' })).toContainText('42,000');
    await expect(page.getByRole('link', { name: 'rules', exact: true })).toHaveAttribute('href', 'https://example.com/rules');
  });

  const users = await ask(page, 'GET', 'res/users?_end=100');
  const { id: warden } = users.find((one) => one['email'] === 'counsellor@northstar.example')!;
  await asks(page, 'POST', 'res/bed-requests', { student: 'Own', fee: 1, block: 'North', warden_id: warden });
  await asks(page, 'POST', 'res/bed-requests', { student: 'Seen', fee: 1, block: 'South' });

  await test.step('each number of the dashboard opens the list with the rows that it counts', async () => {
    await page.goto(requests);
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
    const blocks = page.getByRole('region', { name: 'Block' });
    await blocks.getByRole('link', { name: 'South: 1' }).click();
    await expect(page.getByRole('link', { name: 'Seen', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Own', exact: true })).toHaveCount(0);
  });

  await test.step('someone else reads and changes the rows that the rules say', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signInOn(other, product, 'counsellor@northstar.example', '/config/bed-requests');
    const row = (student: string) => other.getByRole('row', { name: new RegExp(student) });
    await expect(row('Own').getByRole('link', { name: 'Edit Own' })).toBeVisible();
    await expect(row('Seen')).toBeVisible();
    for (const name of [/^Edit/, /^Change/, /^Delete/]) {
      await expect(row('Own').getByLabel(name).first()).toBeAttached();
      await expect(row('Seen').getByLabel(name)).toHaveCount(0);
    }
    await expect(row('Asha Kale')).toHaveCount(0);
    await other.goto(`${requests}/dashboard`);
    await expect(other.getByRole('region', { name: 'Bed requests' }).getByRole('link', { name: '2' })).toBeVisible();
    await context.close();
  });
});

/** A newer version of the product arrives with `git pull`. */
function upgrade(): void {
  const git = (folder: string, ...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder, stdio: 'pipe' });
  const newer = join(copy.folder, 'newer');
  git(copy.root, 'init', '-q', '-b', 'main');
  git(copy.root, 'add', 'src', 'server', 'scripts', 'public', 'index.html', 'package.json', 'package-lock.json');
  git(copy.root, 'commit', '-qm', 'The version before');
  git(copy.folder, 'clone', '-q', copy.root, newer);
  const streams = join(newer, 'src/schemas/settings/streams.ts');
  const text = readFileSync(streams, 'utf8');
  writeFileSync(streams, text.replace("label: 'Stream',", "label: 'Field of study',\n  plural: 'Fields of study',"));
  git(newer, 'commit', '-qam', 'A newer version');
  git(copy.root, 'pull', '-q', newer, 'main');
}

function start(): Promise<void> {
  const env = { ...process.env, PORT: new URL(url).port, DATA_DIR: join(copy.folder, 'data'), DEMO: '1', LOG_LEVEL: 'warn' };
  const started = spawn('npm', ['start'], { cwd: copy.root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child = started;
  return new Promise((ready, failed) => {
    const read = (text: Buffer): void => {
      printed += text.toString();
      if (printed.includes('Prospectus is ready at')) ready();
    };
    for (const stream of [started.stdout, started.stderr]) stream.on('data', read);
    started.once('exit', (code) => failed(new Error(`npm start ended with ${code}: ${printed}`)));
  });
}

async function stop(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child!.once('exit', done));
  process.kill(-child.pid!, 'SIGTERM'); // npm, start.mjs and the server
  await gone;
}
