import type { Page } from '@playwright/test';
import { expect, test } from './product';

/** The buttons and links inside these bars whose middle is outside the window or under something else. */
const covered = (page: Page, bars: string): Promise<string[]> =>
  page.evaluate((where) => {
    const parts = [...document.querySelectorAll<HTMLElement>(where)].flatMap((bar) => [
      ...bar.querySelectorAll<HTMLElement>('button, a, input, [role=combobox]'),
    ]);
    const shown = parts.filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 0);
    if (!shown.length) return [`nothing in ${where}`];
    return shown
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const ends = [left + 4, (left + right) / 2, right - 4].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
        return ends.some((hit) => !hit || !(part.contains(hit) || part.parentElement?.contains(hit)));
      })
      .map((part) => part.getAttribute('aria-label') ?? part.textContent);
  }, bars);

for (const { what, width, height } of [
  { what: 'a tablet', width: 768, height: 1024 },
  { what: 'a small laptop', width: 1024, height: 768 },
  { what: 'a phone', width: 390, height: 844 },
])
  test(`every action in the bars can be reached on ${what}`, async ({ signIn, page }) => {
    await page.setViewportSize({ width, height });
    await signIn('counsellor@northstar.example', '/dashboard');
    await page.locator('.db-tile').first().waitFor();
    expect(await covered(page, '.p-header')).toEqual([]);
    await page.goto('/leads?type=all');
    const lead = page.locator('a[href^="/lp/"]').first();
    await lead.waitFor();
    expect(await covered(page, '.p-header, .p-list-bar')).toEqual([]);
    await lead.click();
    await page.locator('.lp-entry').first().waitFor();
    expect(await covered(page, '.p-header, .lp-bar, .lp-reach')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

test('a long link is cut at the end of its card on a phone', async ({ signIn, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('admin@northstar.example', '/marketing/utm-builder');
  await page.locator('.p-card .p-contact').first().waitFor();
  const ends = await page.$$eval('.p-card', (cards) =>
    cards.flatMap((card) =>
      [...card.querySelectorAll('.p-contact')].map(
        (link) => link.getBoundingClientRect().right - card.getBoundingClientRect().right,
      ),
    ),
  );
  expect(Math.max(...ends)).toBeLessThan(0);
});
