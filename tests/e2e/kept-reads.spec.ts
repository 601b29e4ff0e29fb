import { expect, test } from './product';

test('the timeline shows its cached entries when it is visited again, and reloads its first pages in the background', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/timeline');
  const list = page.getByRole('region', { name: 'Changes' });
  await expect(list.getByRole('listitem').nth(3)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const newest = await list.getByRole('listitem').first().innerText();
  await page.locator('a[href^="/tenant-profile/"]').first().click();
  await page.getByRole('region', { name: 'Basic Details' }).waitFor();
  await page.waitForTimeout(5000); // younger data is not reloaded
  let asked = 0;
  let answer!: () => void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/getTimeline?**', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.goBack();
  await expect(list.getByRole('listitem').first()).toHaveText(newest, { useInnerText: true });
  await expect(page.getByRole('status', { name: 'Loading changes' })).toHaveCount(0);
  await expect.poll(() => asked).toBeGreaterThan(0);
  const before = await list.getByRole('listitem').count();
  answer();
  await page.waitForLoadState('networkidle');
  expect(await list.getByRole('listitem').count()).toBe(before);
});

test('an order that failed to load is shown after Retry, and at once when its page is visited again', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/order-reports');
  const orders = '**/api/product-order-detail/**';
  await page.route(orders, (route) => route.abort());
  await page.locator('tbody a[href^="/product-order-detail/"]').first().click();
  await expect(page.getByRole('alert').getByText('This order could not be shown.')).toBeVisible();
  await page.unroute(orders);
  await page.getByRole('button', { name: 'Retry' }).click();
  const order = page.getByRole('region', { name: 'Order' });
  await expect(order).toBeVisible();
  await page.goBack();
  await page.locator('tbody a[href^="/product-order-detail/"]').first().waitFor();
  await page.route(orders, () => undefined); // never answered
  await page.goForward();
  await expect(order).toBeVisible();
});

test("the tenant's profile stays on screen while it is reloaded, also when that fails", async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all');
  await page.locator('a[href^="/tenant-profile/"]').first().click();
  const facts = page.getByRole('region', { name: 'Basic Details' });
  await expect(facts).toBeVisible();
  await page.goBack();
  await page.getByRole('row').nth(5).waitFor();
  await page.waitForTimeout(5000);
  await page.route('**/api/get_tenant_by_id/**', (route) => route.abort());
  await page.goForward();
  await expect(facts).toBeVisible();
  await expect(page.getByText('Some Error')).toBeVisible();
  await expect(facts).toBeVisible();
});
