import type { Locator, Page } from '@playwright/test';
import { asks } from './asks';
import { rowsOfFile, writeDayFile } from './day-leads';
import { expect, type Product } from './product';

export const email = 'asha.day@northstar.example';
const password = 'Monsoon-Verandah-27';

/**
 * Moves the organisation to a time zone in which it is between 8:00 and 17:00 now, and names it: in the evening "in an hour" is
 * tomorrow, and a day that ends meanwhile has other numbers than it began with.
 */
export async function inWorkingHours(admin: Page): Promise<string> {
  const hourIn = (timeZone: string): number =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(new Date()));
  const zones = ['Asia/Kolkata', 'Europe/London', 'America/New_York', 'Pacific/Honolulu'];
  const zone = zones.find((one) => hourIn(one) >= 8 && hourIn(one) < 17)!;
  const tenant = await admin.evaluate(() => (JSON.parse(localStorage.getItem('session')!) as { tid: string }).tid);
  await asks(admin, 'PUT', `update_tenant/${tenant}`, { timezone: zone });
  return zone;
}

/** Adds a counsellor and imports the leads of the day for her; the file's own column says whose they are. */
export async function importDay(admin: Page): Promise<void> {
  await asks(admin, 'POST', 'res/users', { name: 'Asha Kelkar', email, role: 4, type: 'org', password });
  const file = 'tests/.tmp/day.csv';
  writeDayFile(file, email);
  await admin.goto(new URL('/upload-csv-lead', admin.url()).href);
  await admin.locator('input[type=file]').setInputFiles(file);
  await admin.getByText(`${rowsOfFile.all} rows`).first().waitFor();
  await admin.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(admin.getByRole('radio', { name: 'From the owner column' })).toBeChecked();
  await admin.getByRole('button', { name: 'Dry run' }).click();
  const result = (of: string): Locator => admin.getByText(of, { exact: true }).locator('xpath=..');
  await expect(result('Errors')).toContainText(String(rowsOfFile.refused));
  await admin.getByRole('button', { name: /^Import \d+ rows$/ }).click();
  await admin.getByRole('button', { name: 'See the leads' }).waitFor();
  await expect(result('New leads')).toContainText(String(rowsOfFile.leads));
  await expect(result('Re-enquiries')).toContainText(String(rowsOfFile.again));
}

export async function signInByKeyboard(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/login?returnUrl=/dashboard`);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/verify-otp/);
  await page.keyboard.type(await product.codeFor(email));
  await page.waitForURL(/dashboard/);
}
