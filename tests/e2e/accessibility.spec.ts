import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './product';

const desk = { width: 1366, height: 768 };
const phone = { width: 390, height: 844 };

/** axe finds nothing on the main screens: desk in the light, phone in the dark. */
test.describe('everybody can use it', () => {
  test('sign-in', async ({ page }) => {
    await page.goto('/login');
    await both(page, ['/login']);
  });

  test("the counsellor's screens", async ({ signIn }) => {
    const page = await signIn('counsellor@northstar.example', '/leads?type=all');
    const lead = await page.locator('tbody a[href^="/lp/"]').first().getAttribute('href');
    await both(page, ['/dashboard', '/leads?type=all'], async () => {
      await page.goto(lead!);
      await page.getByRole('button', { name: 'Add Lead Stage' }).first().click();
      await expect(page.getByRole('dialog').getByLabel('Comment')).toBeVisible();
    });
  });

  test("the administrator's screens", async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/config');
    await both(page, ['/config/lead-stages', '/users-roles/4/edit']);
  });
});

async function both(page: Page, paths: readonly string[], last?: () => Promise<void>): Promise<void> {
  for (const [size, colorScheme] of [
    [desk, 'light'],
    [phone, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await finds(page, `${path} ${colorScheme}`);
    }
    if (!last) continue;
    await last();
    await finds(page, `dialog ${colorScheme}`);
  }
}

async function finds(page: Page, where: string): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const said = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
  expect(said, where).toEqual([]);
}
