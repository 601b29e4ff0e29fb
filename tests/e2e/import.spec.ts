import { existsSync } from 'node:fs';
import { expect, test } from './product';
import { csvOfLeads } from '../support/csv-of-leads.mjs';

const realFile = '../shared/data/leads-with-contacts.csv';

test('TRUST-R17 a CSV of leads is previewed, tried and imported; the counts are exact though the server is killed half way', async ({
  signIn,
  product,
}) => {
  // The real file if it is next to the project; otherwise a generated file with the same kinds of errors.
  const made = 'tests/.tmp/import-e2e.csv';
  const real = existsSync(realFile);
  const expected = real ? { rows: 9240, created: 8872, re_enquiries: 292, failed: 76 } : csvOfLeads(made, 4000);
  const text = (count: number): string => count.toLocaleString('en-IN');

  const page = await signIn('admin@northstar.example', '/upload-csv-lead');
  await page.locator('input[type=file]').setInputFiles(real ? realFile : made);
  await expect(page.getByText(`${text(expected.rows)} rows`)).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  const counts = async (): Promise<void> => {
    for (const [title, count] of [
      ['Rows', expected.rows],
      ['New leads', expected.created],
      ['Re-enquiries', expected.re_enquiries],
      ['Errors', expected.failed],
    ] as const)
      await expect(page.getByText(title, { exact: true }).locator('xpath=..')).toContainText(text(count));
  };
  await counts();
  const below = await page.evaluate(
    () => document.documentElement.scrollHeight - (document.querySelector('.up-foot')?.getBoundingClientRect().bottom ?? 0),
  );
  expect(below, 'empty page below the buttons').toBeLessThan(300);

  await page.getByRole('button', { name: /^Import/ }).click();
  await expect(page).toHaveURL(/job=/);
  const progress = page.getByRole('progressbar');
  await expect(progress).toBeVisible();
  await expect
    .poll(async () => Number((await progress.getAttribute('aria-valuenow').catch(() => null)) ?? 100), {
      intervals: [50],
    })
    .toBeGreaterThan(10);
  await product.stop('SIGKILL');
  await product.start();
  await page.reload();
  await expect(page.getByRole('button', { name: 'See the leads' })).toBeVisible();
  await counts();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText(/^Download [\d,]+ rows? with errors$/).click(),
  ]);
  const stream = await download.createReadStream();
  let errors = '';
  for await (const chunk of stream) errors += String(chunk);
  expect(errors.trim().split(/\r?\n/)).toHaveLength(expected.failed + 1);
  expect(errors.split('\n')[0]).toMatch(/row,field,reason/);
});

test('a wrong cell is corrected before the import, and the row is imported with it', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/upload-csv-lead');
  const lines = ['Name,Mobile', 'Asha Corrected,98123', 'Bina Corrected,9822000102'];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  const cell = page.getByLabel('Mobile of row 2');
  await expect(cell).toHaveValue('98123');
  await cell.fill('9822000101');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeEnabled();
  await expect(cell).toBeHidden();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('button', { name: 'See the leads' }).click();
  await page.goto('/leads?type=all&q=Corrected');
  await expect(page.getByRole('link', { name: 'Asha Corrected' })).toBeVisible();
});

test('MOBILE-008 on a phone the buttons of an import stand at the end of the page, with nothing visible below them', async ({
  signIn,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('admin@northstar.example', '/upload-csv-lead');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Mobile\nAsha,9822000103') });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const isAtTheEnd = async (): Promise<void> => {
    const [bar, main] = await Promise.all(['.up-foot', 'main'].map((one) => page.locator(one).boundingBox()));
    expect(bar!.y + bar!.height).toBeCloseTo(main!.y + main!.height, 0);
  };
  await expect(page.getByRole('button', { name: 'Dry run' })).toBeVisible();
  await isAtTheEnd(); // of a long page
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await isAtTheEnd(); // of a short one
});

test('MOBILE-008 on a phone the reason of a wrong row is read without moving the table sideways', async ({ signIn, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('admin@northstar.example', '/upload-csv-lead');
  const buffer = Buffer.from('Name,Mobile\nAsha,98123\nMeera,9822000104\nBina,');
  await page.locator('input[type=file]').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  const table = page.locator('.up-errors .up-scroll');
  await expect(table.locator('.up-reason').first()).toBeInViewport({ ratio: 1 });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});
