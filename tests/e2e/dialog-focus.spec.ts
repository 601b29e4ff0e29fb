import { expect, test } from './product';

test('a dialog of the header has the focus in its first field, and gives it back', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/dashboard');
  const feedback = page.getByRole('button', { name: 'Give feedback' });
  await feedback.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Feedback' }).getByLabel(/^Comments/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(feedback).toBeFocused();

  await page.getByRole('link', { name: 'Raise a ticket' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Raise a ticket' }).getByLabel(/^Subject/)).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Status:/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Break' }).click();
  await expect(page.getByRole('dialog', { name: 'Break Reason' }).getByRole('radio').first()).toBeFocused();
});
