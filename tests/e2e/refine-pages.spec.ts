import type { BrowserContext, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { ask, asks } from './asks';
import { expect, signInOn, test } from './product';
import { buildRefinePages, serveRefinePages, watchPolicy } from './refine-pages';

/** Screens written as refine's documentation writes them, on the product's providers, its API and its content-security policy. */
test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ actionTimeout: 20_000 });

let page: Page;
let context: BrowserContext;
/** What the content-security policy of the page refused. */
const refused: string[] = [];
test.beforeAll(async ({ browser, product }) => {
  buildRefinePages();
  context = await browser.newContext({ baseURL: product.url });
  await serveRefinePages(context);
  await watchPolicy(context, (what) => refused.push(what));
  page = await context.newPage();
  await signInOn(page, product, 'admin@northstar.example', '/leads?type=all');
});
test.beforeEach(() => {
  refused.length = 0;
});
test.afterEach(() => expect(refused).toEqual([]));
test.afterAll(() => context.close());

const open = (address: string, on = page): Promise<unknown> => on.goto(`/refine-pages/${address}`);
const rows = (on = page) => on.locator('tbody tr.ant-table-row');
const firstCells = (on = page) => on.locator('tbody tr.ant-table-row td:first-child');
const namesOf = (found: readonly Record<string, unknown>[]): string[] => found.map(({ name }) => String(name));

test('a list with useTable and antd: sorter, filter, pages, fields and buttons', async () => {
  await open('courses');
  const first = await ask(page, 'GET', 'res/courses?_sort=name&_order=asc&_start=0&_end=5');
  await expect(firstCells()).toHaveText(namesOf(first));
  const second = await ask(page, 'GET', 'res/courses?_sort=name&_order=asc&_start=5&_end=10');
  await page.getByTitle('2', { exact: true }).click();
  await expect(firstCells()).toHaveText(namesOf(second));
  await expect(page).toHaveURL(/currentPage=2/);
  await page.getByTitle('1', { exact: true }).click();
  await page.getByRole('columnheader', { name: 'Name' }).click();
  const last = await ask(page, 'GET', 'res/courses?_sort=name&_order=desc&_start=0&_end=5');
  await expect(firstCells()).toHaveText(namesOf(last));
  await page.getByRole('columnheader', { name: 'Level' }).getByRole('button').click();
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'diploma' }).click();
  await page.getByRole('combobox', { name: 'Level' }).blur();
  await page.locator('.ant-table-filter-dropdown').getByRole('button', { name: 'Filter' }).click();
  const diplomas = await ask(page, 'GET', 'res/courses?level=diploma&_sort=name&_order=desc&_start=0&_end=5');
  await expect(firstCells()).toHaveText(namesOf(diplomas));
  await page.reload();
  await expect(firstCells()).toHaveText(namesOf(diplomas));
});

test('a form with useForm: its own rules, a server-side refusal at its field, and the saved record', async () => {
  const [other] = await ask(page, 'GET', 'res/courses?_start=0&_end=1');
  await open('courses/create');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByLabel('Name').fill(String(other!['name']));
  await page.getByLabel('Stream').click();
  await page.locator('.ant-select-item-option').first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.ant-form-item', { hasText: 'Name' }).locator('.ant-form-item-explain-error')).toContainText(
    'is already taken',
  );
  await page.getByLabel('Name').fill('Marine Biology');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/refine-pages\/courses(\?|$)/);
  const [made] = await ask(page, 'GET', 'res/courses?q=Marine%20Biology');
  await open(`courses/edit/${String(made!['id'])}`);
  await expect(page.getByLabel('Name')).toHaveValue('Marine Biology');
  await page.getByLabel('Duration in months').fill('36');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/refine-pages\/courses(\?|$)/);
  expect(await asks(page, 'GET', `res/courses/${String(made!['id'])}`)).toMatchObject({ duration_months: 36 });
});

test('a record with useShow, useMany and useSelect', async () => {
  const [course] = await ask(page, 'GET', 'res/courses?q=Marine%20Biology');
  const stream = await asks(page, 'GET', `res/streams/${String(course!['stream_id'])}`);
  await open(`courses/show/${String(course!['id'])}`);
  await expect(page.getByText('Marine Biology')).toBeVisible();
  await expect(page.getByText(String(stream['name']))).toBeVisible();
  await expect(page.getByText('36', { exact: true })).toBeVisible();
  const [other] = await ask(page, 'GET', 'res/courses?_sort=name&_start=0&_end=1');
  await page.getByLabel('Other course').fill(String(other!['name']));
  await page.locator('.ant-select-item-option', { hasText: String(other!['name']) }).click();
  await expect(page.locator('.ant-card-body').getByText(String(other!['name'])).last()).toBeVisible();
});

test('useModalForm adds, useDrawerForm edits', async () => {
  await open('streams');
  await page.getByRole('button', { name: 'Add' }).click();
  const modal = page.getByRole('dialog', { name: 'Add a stream' });
  await modal.getByLabel('Name').fill('Oceanography');
  await modal.getByRole('button', { name: 'Save' }).click();
  const row = rows().filter({ hasText: 'Oceanography' });
  await expect(row).toBeVisible();
  await row.getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Edit the stream' });
  await expect(drawer.getByLabel('Name')).toHaveValue('Oceanography');
  await drawer.getByLabel('Name').fill('Ocean studies');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(rows().filter({ hasText: 'Ocean studies' })).toBeVisible();
});

test('useInfiniteList, useCustom, useInvalidate, useSubscription and useLogList', async () => {
  await open('activity');
  const streams = page.getByRole('list', { name: 'Streams' }).getByRole('listitem');
  const all = namesOf(await ask(page, 'GET', 'res/streams?_sort=name&_order=asc&_start=0&_end=100'));
  await expect(streams).toHaveText(all.slice(0, 4));
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(streams).toHaveText(all.slice(0, 8));
  await expect(page.getByText(/[1-9]\d* to choose from/)).toBeVisible(); // how many, other tests change meanwhile
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history.first()).toContainText('update Ocean studies');
  await expect(async () => {
    await ask(page, 'POST', 'res/streams', { name: `Aardvark studies ${Date.now()}` });
    await expect(page.getByText(/[1-9]\d* changes heard/)).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(history.first()).toContainText('create Aardvark studies');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(streams.first()).toContainText('Aardvark studies');
});

test('useImport and useExport, and nested filters that survive a reload', async () => {
  await open('streams/transfer');
  await page.locator('input[type=file]').setInputFiles({
    name: 'streams.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name\nArts of war\nRocket science\n'),
  });
  await expect.poll(async () => namesOf(await ask(page, 'GET', 'res/streams?q=Rocket'))).toEqual(['Rocket science']);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('"Rocket science","1"');
  const all = await ask(page, 'GET', 'res/courses?_start=0&_end=100');
  const wanted = all.filter(({ level, status }) => (level === 'diploma' && status === 1) || level === 'doctorate');
  expect(wanted.length).toBeGreaterThan(0);
  await expect(rows()).toHaveCount(all.length);
  await page.getByRole('button', { name: 'Diplomas or doctorates' }).click();
  await expect(rows()).toHaveCount(wanted.length);
  await page.reload();
  await expect(rows()).toHaveCount(wanted.length);
});

test("refine's REST provider as a second one", async () => {
  await open('sources');
  const first = await ask(page, 'GET', 'res/lead-sources?_sort=name&_order=asc&_start=0&_end=5');
  await expect(firstCells()).toHaveText(namesOf(first));
  await page.getByTitle('2', { exact: true }).click();
  const second = await ask(page, 'GET', 'res/lead-sources?_sort=name&_order=asc&_start=5&_end=10');
  await expect(firstCells()).toHaveText(namesOf(second));
  await rows().first().getByRole('button', { name: 'Switch off' }).click();
  await expect(rows().first().getByRole('button', { name: 'Switch on' })).toBeVisible();
  expect(await asks(page, 'GET', `res/lead-sources/${String(second[0]!['id'])}`)).toMatchObject({ status: 0 });
});

test('a counsellor reads the same lists, without the buttons that are not theirs', async ({ browser, product }) => {
  const own = await browser.newContext({ baseURL: product.url });
  await serveRefinePages(own);
  const counsellor = await signInOn(await own.newPage(), product, 'counsellor@northstar.example', '/leads');
  await open('courses', counsellor);
  await expect(rows(counsellor)).toHaveCount(5);
  await expect(rows(counsellor).first().getByRole('button')).toHaveCount(0);
  await expect(counsellor.getByRole('button', { name: 'Add' })).toHaveCount(0);
  await open('streams/transfer', counsellor);
  await expect(counsellor.getByText('You cannot add streams')).toBeVisible();
  await own.close();
});

test('a style without a nonce would have been seen', async () => {
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => refused).toEqual(['body { color: red }']);
  refused.length = 0;
});
