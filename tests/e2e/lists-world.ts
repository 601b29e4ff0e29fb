import type { Browser, Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { states } from '../../server/demo/places';
import { expect, signInOn, type Product } from './product';

/** The cities of the demo tenant: the expected rows follow from its seed data. */
export const cities = states.flatMap((state) => state.cities.map((city) => ({ ...city, state: state.value })));
export const named = (of: readonly { readonly name: string }[]): string[] =>
  of.map(({ name }) => name).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

/** The list of cities, signed in as the administrator. */
export let page: Page;
export async function openPage(browser: Browser, product: Product): Promise<void> {
  const context = await browser.newContext({ baseURL: product.url });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
  await signInOn(page, product, 'admin@northstar.example', '/config/cities');
}

export const heads = (on: Page = page): Locator => on.locator('thead th[scope=col]');
export const chips = (): Locator => page.locator('.p-chip-pair > .p-chip:first-child');
export const openViews = (on: Page = page): Promise<void> => on.getByRole('button', { name: /^Saved view/ }).click();

/** The rows that the list shows, by the name in their first column. */
export const expectRows = (names: readonly string[], on: Page = page): Promise<void> =>
  expect(on.locator('tbody th[scope=row]')).toHaveText([...names]);

export async function addFilter(field: string, fill: (panel: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('button', { name: field, exact: true }).click();
  await fill(panel);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toBeHidden();
}

export async function choose(box: Locator, text: string, on: Page = page): Promise<void> {
  await box.click();
  if (await box.isEditable()) await box.fill(text);
  const options = on.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await options.getByText(text, { exact: true }).first().click();
  await box.blur(); // a multiple select stays open
  await expect(on.locator('.ant-select-dropdown:visible')).toHaveCount(0);
}

/** The lines of the exported file, as cells. */
export async function exported(format: string): Promise<string[][]> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()]);
  return readFileSync(await file.path(), 'utf8')
    .replace('\u{FEFF}', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}
