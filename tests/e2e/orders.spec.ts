import { expect, test } from './product';

test('ORDER-001 ORDER-004 ORDER-014 an order is found and opened by keyboard, and reads well on a phone', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/order-reports');
  const link = page.locator('tbody a[href^="/product-order-detail/"]').first();
  await link.focus();
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product-order-detail\//);
  const order = page.getByRole('region', { name: 'Order' });
  await expect(order.getByText('First Name', { exact: true })).toBeVisible();
  await expect(order.locator('dd').filter({ hasText: /^[A-Z][a-z]{2} \d\d, \d{4} \d{1,2}:\d\d [AP]M$/ })).not.toHaveCount(0);
  for (const width of [1366, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // the sidebar takes a moment to fold
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // A value does not break inside a word where there is enough space.
    const total = order.locator('dl > div').filter({ hasText: 'Total' }).locator('dd');
    expect((await total.boundingBox())!.height).toBeLessThanOrEqual(24);
  }
  await page.getByRole('link', { name: 'CAF Application Form Report' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/order-reports/);
});

test('TIMELINE-022 TIMELINE-023 TENANT-025 comparison and tenant form close by keyboard and return the focus', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/timeline');
  const compare = page.getByRole('button', { name: 'View compare' }).first();
  await compare.focus();
  await page.keyboard.press('Enter');
  const modal = page.getByRole('dialog', { name: 'Comparison of Old and New details' });
  await expect(modal).toBeVisible();
  expect(await modal.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(compare).toBeFocused();
  // At every width the text of who changed what has enough space.
  for (const width of [1366, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const who = page.locator('.p-timeline-who').first();
    await expect.poll(async () => (await who.boundingBox())!.width, `at ${width}`).toBeGreaterThan(180);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator('a[href^="/tenant-profile/"]').first().click();
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit Tenant Profile' });
  await expect(form.getByLabel('Short Name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(edit).toBeFocused();
});
