import type { Page } from '@playwright/test';
import { expect, test } from './product';

const lakeview = 'admin@lakeview.example';
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#8c2f39"/></svg>`;
const primary = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--p-primary').trim());

test.describe('branding of a tenant', () => {
  test('PRODUCT-007 colour, name, words and logo are the tenant’s on every page, and follow its profile', async ({ signIn }) => {
    const page = await signIn(lakeview, '/dashboard');
    await expect.poll(() => primary(page)).toBe('#8c2f39');
    await page.locator('a[href^="/tenant-profile/"]').first().click();
    await page.getByRole('button', { name: 'Change branding' }).click();
    const dialog = page.getByRole('dialog', { name: 'Branding' });
    await dialog.getByLabel('Brand name').fill('Lakeview');
    await dialog.getByLabel('Entity name').fill('University');
    await dialog.getByLabel('Brand colour').fill('#2F6D3A');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => primary(page)).toBe('#2f6d3a');
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    await expect(edit).toHaveCSS('background-color', 'rgb(47, 109, 58)');
    await page.reload();
    await expect.poll(() => primary(page)).toBe('#2f6d3a');
    await edit.click();
    const form = page.getByRole('dialog', { name: 'Edit Tenant Profile' });
    await form.getByLabel('Logo file').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    const image = sidebar.locator('.p-brand img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    await expect(sidebar.locator('footer')).toContainText('Lakeview');
    await expect(page).toHaveTitle(/· Lakeview$/);
    await sidebar.getByRole('button', { name: 'Setting' }).click();
    await expect(sidebar.getByRole('link', { name: 'University List' })).toBeVisible();
    await page.goto('/aibot');
    await expect(page.locator('main')).toContainText('Lakeview');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => primary(page)).not.toBe('#2f6d3a');
  });

  test('an invalid colour is refused at its field', async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/dashboard');
    await page.locator('a[href^="/tenant-profile/"]').first().click();
    await page.getByRole('button', { name: 'Change branding' }).click();
    const dialog = page.getByRole('dialog', { name: 'Branding' });
    await dialog.getByLabel('Brand colour').fill('green');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Enter a colour such as #0f5f7d.');
  });
});

test('the app can be installed: the manifest is valid and its icons exist', async ({ page }) => {
  const broken: string[] = [];
  page.on('console', (message) => /Content Security Policy|manifest/i.test(message.text()) && broken.push(message.text()));
  await page.goto('/login');
  const cdp = await page.context().newCDPSession(page);
  const { errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  for (const { src } of (JSON.parse(data!) as { icons: { src: string }[] }).icons)
    expect((await page.request.get(src)).status(), src).toBe(200);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // a browser window of a test has no profile
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0);
  expect(broken).toEqual([]);
});

test.describe('a new version', () => {
  test('is announced, and no typed text is lost', async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/config/lead-sources');
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      const answered = route.fulfill({ response, headers: { ...response.headers(), 'x-build': '0123456789abcdef' } });
      await answered.catch(() => undefined); // the page that asked has left
    });
    await page.goto('/config/lead-sources/new');
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    await page.locator('form').getByRole('textbox').first().fill('School fair');
    await page.locator('.p-new-version button').evaluate((button: HTMLElement) => button.click());
    await expect(page.getByRole('dialog', { name: 'Reload now?' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep writing' }).click();
    await expect(page.locator('form').getByRole('textbox').first()).toHaveValue('School fair');
    await page.unroute('**/api/**');
    await page.locator('.p-new-version button').evaluate((button: HTMLElement) => button.click());
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload anyway' }).click();
    await loaded;
    await expect(page.getByText('A new version is ready.')).toBeHidden();
  });

  test('TRUST-R23 SHELL-014 SHELL-015 a page whose code is gone reloads the document once, then shows an error', async ({
    signIn,
  }) => {
    const page = await signIn('admin@northstar.example', '/dashboard');
    let asked = 0;
    let documents = 0;
    await page.route(/\/assets\/timeline-page-[^/]+\.js/, (route) => {
      asked++;
      return route.fulfill({ status: 404, body: '' });
    });
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Access Control' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Timeline' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(documents).toBe(1);
    expect(asked).toBeGreaterThanOrEqual(2);
    await page.unroute(/\/assets\/timeline-page-[^/]+\.js/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Timeline' })).toBeVisible();
  });
});
