import { expect, test } from './product';

test('an email and an SMS to a lead are sent next to the page, and stand in the thread and in the journey', async ({
  signIn,
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn('counsellor@northstar.example', '/leads?type=all');
  const links = page.locator('tbody a[href^="/lp/"]');
  await expect(links.first()).toBeVisible();
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
  const drawer = page.locator('.lm');
  const log = drawer.getByRole('log', { name: 'Messages' });
  let found = false;
  for (const address of new Set(addresses)) {
    await page.goto(new URL(address, page.url()).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.lp-reach')).toBeVisible();
    const email = page.locator('.lp-reach').getByRole('button', { name: 'Email' });
    if (!(await email.count())) continue;
    await email.click();
    await expect(log).toBeVisible();
    await expect(drawer.getByRole('textbox', { name: 'Message' }).or(drawer.locator('.lm-refused'))).toBeVisible();
    found = (await drawer.locator('.lm-refused').count()) === 0;
    if (found) break;
    await page.keyboard.press('Escape');
  }
  expect(found, 'a lead that can be written to').toBe(true);
  await drawer.getByRole('textbox', { name: 'Subject' }).fill('Your campus visit');
  await drawer.getByRole('textbox', { name: 'Message' }).fill('Hello {{name}}, we expect you on Friday.');
  await page.keyboard.press('Control+Enter');
  await expect(log).toContainText('we expect you on Friday.');
  await expect(log).toContainText('Sent');
  await drawer.getByText('SMS', { exact: true }).click();
  await drawer.getByRole('textbox', { name: 'Message' }).fill('See you on Friday at ten.');
  await drawer.getByRole('button', { name: 'Send' }).click();
  await expect(log).toContainText('See you on Friday at ten.');
  if (process.env['SHOTS']) await shots(page, process.env['SHOTS']);
  const entries = page.locator('.lp-entry');
  await expect(entries.filter({ hasText: 'sent an SMS' }).first()).toContainText('See you on Friday at ten.');
  await expect(entries.filter({ hasText: 'sent an email' }).first()).toContainText('Your campus visit');
  await drawer.getByRole('textbox', { name: 'Message' }).press('Escape');
  await expect(drawer).toHaveCount(0);
});

async function shots(page: import('@playwright/test').Page, folder: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 768 });
      await page.screenshot({ path: `${folder}/${scheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 });
}
