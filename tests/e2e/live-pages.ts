import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { asks } from './asks';
import { expect, signInOn, type Product } from './product';

/** Shorter than the polling interval of a page without the channel; `npm run bench:live` measures the speed. */
const within = 45_000;

/** A separate browser, signed in. */
export async function open(
  browser: Browser,
  product: Product,
  email: string,
  to: string,
  more: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 }, ...more })).newPage();
  await signInOn(page, product, email, to);
  await page.locator('main h1').waitFor();
  return page;
}

/** Waits until the socket is connected and knows what its page shows: it connects after the page has loaded. */
export async function whenLive(page: Page): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => /\/api\/events(\?|$)/.test(name)),
    undefined,
  );
  await page.waitForTimeout(300);
}

export async function soon(...locators: Locator[]): Promise<void> {
  await Promise.all(locators.map((one) => expect(one).toBeVisible({ timeout: within })));
}
export const announce = (page: Page, title: string, more: object = {}): Promise<Record<string, unknown>> =>
  asks(page, 'POST', 'res/announcements', {
    title,
    body: 'To everybody.',
    starts_at: new Date(Date.now() - 1000).toISOString(),
    ...more,
  });
