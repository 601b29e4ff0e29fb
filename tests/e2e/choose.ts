import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens a select and takes the first option with this text, once its list is in place: it first opens outside the window, and the
 * list of the select before it may still be closing.
 */
export async function choose(page: Page, select: Locator, text: string | RegExp): Promise<void> {
  await expect(page.locator('.ant-select-dropdown[class*="-leave"]')).toHaveCount(0);
  await select.click();
  const option = page.locator('.ant-select-item-option', { hasText: text });
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(1);
  const list = page.locator('.ant-select-dropdown:visible').filter({ has: option });
  await expect(list).toBeInViewport();
  await list.locator(option).first().click();
}
