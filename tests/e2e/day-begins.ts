import type { Locator, Page } from '@playwright/test';
import { asks } from './asks';
import { rowsOfFile, writeDayFile } from './day-leads';
import { expect, type Product } from './product';

export const email = 'asha.day@northstar.example';
const password = 'Monsoon-Verandah-27';

/** Adds a counsellor and imports the leads of the day for her; the file's own column says whose they are. */
export async function importDay(admin: Page): Promise<void> {
  await asks(admin, 'POST', 'res/users', { name: 'Asha Kelkar', email, role: 4, type: 'org', password });
  const file = 'tests/.tmp/day.csv';
  writeDayFile(file, email);
  await admin.goto('/upload-csv-lead');
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
