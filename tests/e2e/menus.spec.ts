import type { Page } from '@playwright/test';
import { expect, test } from './product';

const shots = process.env['SHOTS'];
/** For looking at, where a folder is named; both themes. */
async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ animations: 'disabled', path: `${shots}/${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
const narrow = { width: 390, height: 844 };

test('ROUTE-092 the hierarchy is searched, and a person is moved with the keyboard alone', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/users');
  await page.getByRole('link', { name: 'User Hierarchy' }).click();
  const tree = page.getByRole('tree');
  await tree.waitFor();
  const name = (await page.locator('.uh-name').nth(2).innerText()).replace(' (you)', '');
  await picture(page, 'hierarchy-1366');
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(page.getByText(/^1 of/)).toBeVisible();
  await expect(page.locator('.uh-line[data-matches=true]').first()).toBeVisible();
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: /^Move / });
  const moved = await dialog
    .getByText(/^Move /)
    .first()
    .innerText();
  await expect(dialog.getByRole('combobox', { name: 'New manager' })).toBeFocused();
  await page.keyboard.type('Administrator');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Move' }).press('Enter');
  await page
    .getByRole('dialog', { name: new RegExp(`^${moved} under `) })
    .getByRole('button', { name: 'Move' })
    .press('Enter');
  await expect(page.getByText(/ now reports to /)).toBeVisible();
  await page.setViewportSize(narrow);
  await expect(page.locator('.uh-line').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await picture(page, 'hierarchy-390');
});

test('the sidebar cuts no label at 210 px, and FollowUps is in it', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/leads?type=all');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: /^FollowUps/ })).toBeVisible();
  const closed = menu.locator('.p-menu > li > button[aria-expanded=false]');
  while (await closed.count()) await closed.first().click();
  const cut = await menu.evaluate((one) =>
    [...one.querySelectorAll('.p-menu-item > span')]
      .filter((text) => text.scrollWidth > text.clientWidth)
      .map((text) => text.textContent),
  );
  expect(cut).toEqual([]);
  await picture(page, 'leads-1366');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of this page' })).toContainText('Next row');
  await picture(page, 'keys-1366');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search screens, leads and actions' }).click();
  await expect(page.getByRole('combobox', { name: 'Screen, lead or action' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(menu.getByRole('img', { name: 'Powered by Prospectus' })).toBeVisible();
  await picture(page, 'rail-1366');
});

test('MOBILE-008 at 390 px nothing of a page is under the dialer’s button, and the dialer list stays in its cards', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all');
  await page.setViewportSize(narrow);
  for (const path of ['/leads?type=all', '/dialer-list', '/config/dialer-lists', '/dialer-config']) {
    await page.goto(path);
    await page.locator('main h1').waitFor();
    await expect(page.locator('main :is([aria-busy=true], .p-bone)')).toHaveCount(0);
    if (path !== '/dialer-config') await page.locator('.p-card').first().waitFor();
    const button = await page.getByRole('button', { name: 'Dialer', exact: true }).boundingBox();
    const main = await page.locator('main').boundingBox();
    expect(button!.y, path).toBeGreaterThanOrEqual(main!.y + main!.height);
    const outside = await page.evaluate(
      () =>
        [...document.querySelectorAll('.p-card')].filter((card) => {
          const edge = card.getBoundingClientRect().right;
          return edge > 390 || [...card.querySelectorAll('*')].some((one) => one.getBoundingClientRect().right > edge + 1);
        }).length,
    );
    expect(outside, path).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    await picture(page, `${path.slice(1).replace(/\?.*/, '').replace('/', '-')}-390`);
  }
});

test('a select of several has no ids in its hidden texts, and Tab leaves it without choosing', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/timeline');
  const select = page.getByRole('combobox', { name: 'Select User' });
  await select.click();
  await page.locator('.ant-select-item-option').first().waitFor();
  const texts = await page.locator('.ant-select-dropdown').allTextContents();
  expect(texts.join(' ')).not.toMatch(/\b[0-9A-HJKMNP-TV-Z]{26}\b/);
  await page.keyboard.press('Tab');
  await expect(select).not.toBeFocused();
  await expect(page.locator('.ant-select-selection-item')).toHaveCount(0);
  await picture(page, 'timeline-1366');
});
