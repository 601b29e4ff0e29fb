import type { Download, Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { choose } from './choose';
import { expect, test } from './product';
import { sheetsOf } from '../support/xlsx';

/** Reports in a real browser: each number is followed to its rows, and the rows to work on them. */

/** What a cell of a report says: its number, and the address that it opens. */
async function cellOf(
  page: Page,
  row: string | RegExp,
  column: string,
): Promise<{ text: string; number: Locator; link: Locator }> {
  const table = page.getByRole('region').locator('table.rp-table');
  await expect(table).toBeVisible();
  const heads = await table.locator('thead tr').first().locator('th .rp-sort').allInnerTexts();
  const at = heads.findIndex((head) => head.replace(/\s+/g, ' ').trim() === column);
  expect(at, `column ${column} of ${heads.join(', ')}`).toBeGreaterThan(0);
  const cell = table
    .locator('tr')
    .filter({ has: page.locator('th[scope=row]').filter({ hasText: row }) })
    .first()
    .locator('td')
    .nth(at - 1);
  const number = cell.locator('a, .rp-plain').first();
  return { text: (await number.innerText()).trim(), number, link: cell.getByRole('link').first() };
}
const numberOf = (text: string): number => Number(text.replaceAll(',', ''));
/** The list that opened has exactly as many rows as the number said. */
async function expectCounted(page: Page, count: number): Promise<void> {
  await expect(page.getByText(`Total: ${count.toLocaleString('en-IN')}`, { exact: true })).toBeVisible();
}
const textOf = async (file: Download): Promise<string> => readFileSync(await file.path(), 'utf8');

// in the last days, as hardly anything has happened on a Sunday or early in the morning
const day = (ago: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() - ago * 86_400_000);
const quickReport = `/quick-report?from=${day(6)}&to=${day(0)}`;

test('a report is filtered, compared and kept as a view; its address reproduces it', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', quickReport);
  const whole = numberOf((await cellOf(page, /^Total/, 'Activities')).text);
  expect(whole).toBeGreaterThan(0);
  await expect(page.getByRole('img', { name: /Activities/ }).or(page.getByRole('figure'))).not.toHaveCount(0);

  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'User', exact: true }).click();
  await choose(page, page.getByLabel('User', { exact: true }), 'Meera Das');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/filters=user/);
  const own = await cellOf(page, 'Meera Das', 'Activities');
  await expect.poll(async () => (await cellOf(page, /^Total/, 'Activities')).text).toBe(own.text);
  expect(numberOf(own.text)).toBeLessThan(whole);

  await page.getByRole('switch', { name: 'Compare with previous period' }).click();
  await expect(page).toHaveURL(/compare=1/);
  await expect(page.locator('.rp-change').first()).toBeVisible();

  await page.getByRole('button', { name: /^Saved view/ }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByRole('textbox').fill('Meera against the week before');
  await views.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Saved view/ })).toContainText('Meera against the week before');

  const kept = page.url();
  await page.goto('/dashboard');
  await page.goto(kept);
  await expect(page.locator('.rp-change').first()).toBeVisible();
  expect((await cellOf(page, /^Total/, 'Activities')).text).toBe(own.text);
});

test('a percentage says its two numbers, an act opens its lead, and leads behind a number are changed in bulk', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', quickReport);
  const inTime = (await cellOf(page, /^Total/, 'In time')).number; // no link when nobody was answered in time
  await expect(inTime).toHaveAttribute('title', /^[\d,]+ of [\d,]+$/);

  const acts = await cellOf(page, /^Total/, 'Activities');
  await acts.link.click();
  await expect(page).toHaveURL(/\/lead-activity\?.*cell=/);
  await expectCounted(page, numberOf(acts.text));
  await page.goBack();

  const untouched = await cellOf(page, /^Total/, 'Untouched');
  await untouched.link.click();
  await expect(page).toHaveURL(/\/leads\?.*cell=/);
  await expectCounted(page, numberOf(untouched.text));
  await page.getByLabel('Select the page').click();
  const bar = page.getByRole('toolbar', { name: 'Chosen rows' });
  if (numberOf(untouched.text) > 10) await bar.getByRole('button', { name: `Select all ${untouched.text}` }).click();
  await expect(bar).toContainText(`${untouched.text} selected`);
  await expect(
    bar
      .getByRole('button', { name: 'Reassign' })
      .or(bar.getByRole('button', { name: 'Edit' }))
      .first(),
  ).toBeVisible();
});

test('CSV and XLSX have what the page shows', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/source-wise-report');
  const assigned = (await cellOf(page, /^Total/, 'Leads assigned')).text;
  const write = async (format: string): Promise<Download> => {
    await page.getByRole('button', { name: 'Export and print' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()]);
    return file;
  };
  const csv = (await textOf(await write('Export as CSV'))).replace('\u{FEFF}', '').trim().split(/\r?\n/);
  const at = csv[0]!.split(',').indexOf('Leads assigned');
  expect(csv[1]!.split(',')[at]).toBe(String(numberOf(assigned)));

  const sheets = sheetsOf(readFileSync(await (await write('Export as XLSX')).path()));
  expect(sheets).toHaveLength(2);
  const [table = [], about = []] = sheets;
  expect(table[0]!.slice(0, 3)).toEqual(csv[0]!.split(',').slice(0, 3));
  expect(table[1]![at]).toBe(String(numberOf(assigned)));
  expect(table).toHaveLength(csv.length);
  expect(about.map(([name]) => name)).toEqual(expect.arrayContaining(['Report', 'From', 'To', 'Time zone', 'As of']));
  expect(about[0]).toEqual(['Report', 'User Source Wise']);
});

test('on a phone no report is wider than the screen, hours on leave or on a break included', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/hourly-counsoler-report');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/hourly-counsoler-report', '/hourly-all-counsoler-report', '/lead-calls-advance-history']) {
    await page.goto(path);
    await expect(page.getByRole('region').getByRole('table').first()).toBeVisible();
    await expect(page.locator('tbody tr').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});

test('the figures above the call history leave as a spreadsheet, in the group that is shown', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/lead-calls-advance-history?by=day&started_at_between=last_7_days');
  await expect(page.getByRole('region', { name: 'Calls by day' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Export figures' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as XLSX' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Call history by day \d{4}-\d\d-\d\d\.xlsx$/);
  const [table, about] = sheetsOf(readFileSync(await download.path()));
  expect([table?.[0]?.[0], table?.[1]?.[0], about?.[0]?.[0]]).toEqual(['Day', 'Total', 'From']);
});

test('the hub has every report that the reader may open, favourites first, and what goes out by email', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/lead-reports');
  const cards = page.locator('.rp-card');
  await expect(cards).toHaveCount(16);
  const calls = page.getByRole('region', { name: 'Calls' });
  await calls.getByRole('button', { name: 'Favourite: Call History User' }).click();
  await page.reload();
  await expect(calls.locator('.rp-card').first()).toContainText('Call History User');

  await page.goto('/quick-report');
  await page.getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this report by email' });
  await dialog.getByLabel('Name').fill('Every morning');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Report scheduled.')).toBeVisible();
  await page.goto('/lead-reports');
  const scheduled = page.getByRole('region', { name: 'Scheduled by email' });
  await expect(scheduled.getByRole('link', { name: 'Every morning' })).toBeVisible();
  await scheduled.getByRole('button', { name: 'Delete Every morning' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await expect(scheduled).toBeHidden();
});

test('a report on paper says of which days it is, as of when, and whom it is narrowed to', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/quick-report?from=2026-03-02&to=2026-03-04');
  await expect(page.locator('table.rp-table')).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'User', exact: true }).click();
  await choose(page, page.getByLabel('User', { exact: true }), 'Meera Das');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  const days = page.locator('.rp-bar input[date-range]');
  await expect(days.first()).toBeVisible();
  expect(await days.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    '2 Mar 2026',
    '4 Mar 2026',
  ]);
  await expect(page.locator('.rp-filter')).toContainText('Meera Das');
  await expect(page.locator('.rp-as-of-day')).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d$/);
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeHidden();
});
