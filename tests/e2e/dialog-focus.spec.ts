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

test('a form that is a page has the focus in its first field, and gives it back to the control that opened it', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/college-list');
  const add = page.getByRole('button', { name: 'Add college' });
  await add.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(add).toBeFocused();

  await page.goto('/users');
  const edit = page.getByRole('link', { name: /^Edit / }).first();
  await edit.press('Enter');
  await page.waitForURL(/\/edit$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeFocused();
});
