import { expect, test } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose } from './choose';
import { patience, startDev, type DevCopy } from './dev-copy';
import { devPortFor } from './product';

let dev: DevCopy;

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
test.beforeAll(async ({}, info) => {
  dev = await startDev(devPortFor(info.workerIndex));
  const made = (name: string): string => `Schema: create table "${name}"`;
  for (const [name, table] of [
    ['booking-meals', 'booking_meals'],
    ['bookings', 'bookings'],
  ] as const) {
    const text = readFileSync(`tests/fixtures/${name}.ts`, 'utf8').replaceAll('../../src/schemas/kit/', '../kit/');
    writeFileSync(join(dev.root, `src/schemas/settings/${name}.ts`), text);
    if (name === 'bookings') await dev.says(made(table));
  }
  await dev.says('Prospectus is ready at', dev.printed().indexOf(made('bookings')));
});
test.afterAll(() => dev?.stop());

test('a stranger’s file: rows in a record, rules in parts, versions and states', async ({ page }) => {
  test.setTimeout(400_000);
  page.setDefaultTimeout(30_000);
  const { url } = dev;
  await dev.signIn(page, '/config');
  await expect(() => page.goto(`${url}/config/bookings/new`)).toPass();
  const form = page.locator('form.p-form');
  await form.getByLabel(/^Name/).fill('Annual day', { timeout: patience });
  await expect(form.getByLabel(/^State/)).toHaveCount(0);
  await expect(form.getByLabel(/^Caterer/)).toHaveCount(0);
  await choose(page, form.getByLabel(/^Kind/), 'Hall');
  await form.getByLabel(/^Guests/).fill('120');
  await form.getByLabel(/^Caterer/).fill('Nair');

  // rows: one by hand with a reference, two from a spreadsheet, one moved by the keys
  await form.getByRole('button', { name: 'Add row' }).click();
  const id = (name: string): string => `#root_items\\.0\\.${name}`;
  await form.locator(id('what')).fill('Chairs');
  await choose(page, form.locator(id('stream_id')), /\w/);
  await form.locator(id('price')).fill('10');
  await expect(form.locator(id('from'))).toHaveCount(0);
  await form.locator(id('hired')).click();
  await expect(form.locator(id('from'))).toHaveCount(1);
  await form.locator(id('hired')).click();
  await form.locator('#root_items').evaluate((list) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Item\tCount\tPrice\nTent\t2\t900\nSofa\t1\t90');
    list.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(form.locator('tfoot')).toContainText('1,000');
  await form.getByRole('button', { name: /^Move row 3/ }).press('ArrowUp');
  await expect(form.locator('#root_items\\.1\\.what')).toHaveValue('Sofa');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden({ timeout: patience });

  // the record: names of references, sums, an earlier version restored
  await page.goto(`${url}/config/bookings?q=annual`);
  await page.getByRole('link', { name: 'Annual day', exact: true }).click();
  const rows = page.locator('.p-mini tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0).locator('td').nth(1)).not.toHaveText('–');
  await expect(page.locator('.p-mini tfoot')).toHaveText(/^Total.*1,000/);
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows.nth(0)).toBeVisible(); // a phone leaves out nothing of a record
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await form.getByLabel(/^Guests/).fill('80');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden({ timeout: patience });
  const history = page.getByRole('complementary', { name: 'History' });
  await history.getByRole('button', { name: 'Compare with now' }).first().click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await expect(versions.getByRole('row', { name: /^Guests/ })).toHaveText(/Guests\s*120\s*80/);
  await versions.getByRole('button', { name: 'Restore 1 field' }).click();
  await expect(versions).toBeHidden();
  await expect(page.locator('dd', { hasText: /^120$/ })).toBeVisible();

  // records that it holds: added, changed and deleted in place
  const meals = page.getByRole('region', { name: 'Meals', exact: true });
  await meals.getByRole('button', { name: 'Add meal' }).click();
  await expect(form.getByLabel(/^Name/)).toBeFocused(); // whose meal it is, is not asked
  await expect(form.getByText('Booking', { exact: true })).toHaveCount(0);
  await form.getByLabel(/^Name/).fill('Lunch');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(meals.getByRole('link', { name: 'Lunch' })).toBeVisible();
  await meals.getByRole('button', { name: 'Edit Lunch' }).click();
  await form.getByLabel(/^Plates/).fill('75');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(meals.getByRole('cell', { name: '75' })).toBeVisible();
  await meals.getByRole('button', { name: 'Delete Lunch' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(meals).toContainText('None yet.');

  // the states: buttons in place of a field, closed once submitted, cancelled with a reason
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('dialog', { name: 'Submit?' }).getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('dd', { hasText: 'Submitted' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel' });
  await cancel.getByLabel(/^Reason/).fill('Rain');
  await cancel.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.locator('dd', { hasText: 'Cancelled' })).toBeVisible();
  await expect(history).toContainText('Submitted → Cancelled');
});
