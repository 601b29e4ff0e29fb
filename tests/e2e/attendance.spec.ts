import { expect, test } from './product';

test('a day is corrected: asked for by a counsellor, approved in bulk by the manager, shown in the month’s report', async ({
  browser,
  product,
  signIn,
}) => {
  const page = await signIn('counsellor@northstar.example', '/employee/attendance');
  await expect(page.getByRole('heading', { name: 'Attendance', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Corrections' }).click();
  await page.getByRole('button', { name: 'Ask for a correction' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a correction' });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('Enter the reason')).toBeVisible();
  // A day before the counsellor's first record has none, so only the request can make it one.
  await dialog.getByLabel('Day').fill('2 Mar 2026');
  await dialog.getByLabel('Day').press('Enter');
  await dialog.getByLabel('Came in at').fill('09:40');
  await dialog.getByLabel('Left at').fill('18:45');
  await dialog.getByLabel(/^Reason/).fill('The office was without power');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The office was without power')).toBeVisible();

  const context = await browser.newContext({ baseURL: product.url });
  const manager = await context.newPage();
  const { signInOn } = await import('./product');
  await signInOn(manager, product, 'admin@northstar.example', '/employee/attendance/corrections');
  const row = manager.getByRole('row').filter({ hasText: 'The office was without power' });
  await row.getByRole('checkbox').check();
  await manager.getByRole('toolbar', { name: 'Chosen rows' }).getByRole('button', { name: 'Approve' }).click();
  await expect(manager.getByText('1 correction approved.')).toBeVisible();
  await manager.goto('/employee/attendance-report?month=2026-03');
  await manager
    .getByRole('button', { name: /, 2 Mar 2026: Present$/ })
    .first()
    .click();
  await expect(manager.getByRole('dialog')).toContainText('First in');
  await manager.keyboard.press('Escape');

  await manager.getByRole('button', { name: 'Lock month' }).click();
  await manager.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(manager.getByRole('button', { name: 'Unlock month' })).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Ask for a correction' }).click();
  await dialog.getByLabel('Day').fill('3 Mar 2026');
  await dialog.getByLabel('Day').press('Enter');
  await dialog.getByLabel('Came in at').fill('09:40');
  await dialog.getByLabel(/^Reason/).fill('Forgot to check in');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toContainText('Mar 2026 is locked');
});
