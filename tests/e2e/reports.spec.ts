import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from '@playwright/test';
import { goWithin, settled } from './pages';
import { expect, test } from './product';

/** The reports and the pages around them, with the words of their headings. */
const pages = [
  ['/lead-reports', 'Report'],
  ['/quick-report', 'User Productivity Report'],
  ['/today-activity', 'My Today Activity'],
  ['/hourly-counsoler-report', 'User Hourly Lead Activity'],
  ['/hourly-all-counsoler-report', 'User Hourly Call Activity'],
  ['/caller-dashboard-report', 'User Home Dashboard'],
  ['/lead-status-report', 'Lead Frequency Report'],
  ['/source-wise-report', 'User Source Wise'],
  ['/user-clg-wise-report', 'User College Wise'],
  ['/utm-wise-report', 'User UTM Wise'],
  ['/clg-wise-report', 'Collegewise Lead Report'],
  ['/lead-report-by-call-action', 'User Lead Stage Report'],
  ['/follow-up-report', 'Follow-up Report'],
  ['/lead-calls-advance-history', 'Advance Call History User'],
  ['/lead-calls-history', 'Call History User'],
  ['/order-reports', 'CAF Application Form Report'],
  ['/leads/live-call', 'Live'],
  ['/lead-activity', 'Lead Activity'],
  ['/employee/attendance-report', 'Attendance'],
  ['/employee/authentication', 'Authentication'],
  ['/analytics', 'Traffic Analytics'],
  ['/marketing-analytics/google', 'Marketing Analytics'],
  ['/ads-management-facebook', 'Facebook'],
  ['/ads-management-google', 'Google'],
] as const;

const numberIn = (text: string): number => Number(text.replaceAll(/[^\d]/g, ''));
const table = (page: Page) => page.locator('main table').first();

test('each report and history opens with its numbers, at both widths and in both themes', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/lead-reports');
  for (const [address, heading] of pages) {
    expect(await goWithin(page, address), address).toBe(true);
    await expect(page.getByRole('heading', { level: 1 }), address).toContainText(heading);
    await expect(page.getByText('could not be loaded'), address).toHaveCount(0);
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width}`)
        .toBeLessThanOrEqual(width);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    // On paper there is the table, and nothing to click.
    await page.emulateMedia({ colorScheme: 'light', media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Main' }), `${address} printed`).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1366, height: 844 });
  }
});

test('a number opens as many leads as it says, and the file has the numbers of the page', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/quick-report?from=2024-12-01&to=2024-12-01');
  await goWithin(page, '/source-wise-report');
  await page
    .getByRole('button', { name: /Last 30 Days|This Month|Range|–/ })
    .first()
    .waitFor();
  const totals = table(page)
    .locator('tr')
    .filter({ hasText: /^Total/ })
    .first();
  const link = totals.getByRole('link').first();
  const said = numberIn(await link.innerText());
  await link.click();
  await expect(page).toHaveURL(/\/leads\?type=all&cell=L3/);
  await settled(page);
  await expect(
    page
      .locator('main')
      .getByText(new RegExp(`^${said.toLocaleString('en-IN')} leads?$|Total: ${said}`))
      .first(),
  ).toBeVisible();
  await page.goBack();
  await settled(page);
  const shown = await totals.locator('td').allInnerTexts();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export and print' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  const [titles = [], total = []] = parse(text.replace(/^\uFEFF/, '')) as string[][];
  expect(titles).toContain('Leads assigned');
  expect(total[0]).toBe('Total');
  expect(Number(total[titles.indexOf('Leads assigned')])).toBe(said);
  expect(shown.map(numberIn)).toContain(said);
});

test('a filter and other days are in the address, and a reload shows the same numbers', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/lead-status-report');
  await settled(page);
  await page.getByRole('tab', { name: 'Arrival frequency' }).click();
  await settled(page);
  await expect(page).toHaveURL(/tab=arrival/);
  const totals = table(page)
    .locator('tr')
    .filter({ hasText: /^Total/ })
    .first();
  const before = await totals.innerText();
  await page.reload();
  await settled(page);
  expect(await totals.innerText()).toBe(before);
});

test("the call history's figures open the calls that they counted", async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/lead-calls-advance-history?started_at_between=this_month');
  await settled(page);
  const summary = page.getByRole('region', { name: 'Calls by user' });
  const link = summary.locator('tfoot').getByRole('link').first();
  const said = numberIn(await link.innerText());
  await link.click();
  await settled(page);
  await expect(page).toHaveURL(/cell=C1/);
  await expect(page.getByRole('button', { name: 'Show all rows again' })).toBeVisible();
  await expect(summary.locator('tfoot').locator('td').nth(1)).toHaveText(said.toLocaleString('en-IN'));
});
