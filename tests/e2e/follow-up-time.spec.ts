import { expect, test } from './product';

test('a follow-up’s time is typed or chosen, at both widths and in both themes', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/leads?type=all&view=fresh');
  await page.locator('tbody a[href^="/lp/"]').first().click();
  await page.waitForURL(/\/lp\//);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/violates/.test(message.text())) refused.push(message.text());
  });
  for (const [theme, width] of [
    ['light', 1366],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: 'Add Lead Stage' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Stage', { exact: true }).click();
    await page.keyboard.type('Call back');
    await page.keyboard.press('Enter');
    const when = dialog.getByLabel('Followup Date');
    await when.click();
    const calendar = page.locator('.p-moment-panel');
    await expect(calendar).toBeVisible();
    await expect(calendar).toBeInViewport({ ratio: 1 });
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/moment-${theme}-${width}.png` });
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.type('24 Nov 2031 17:30');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    await expect(when).toHaveValue('Mon 24 Nov 2031 17:30');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  }
  expect(refused, 'styles that the policy refuses').toEqual([]);
});
