import { expect, test } from './product';

test('a dialog of the header focuses its first field, and returns the focus when it closes', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/dashboard');
  const feedback = page.getByRole('button', { name: 'Give feedback' });
  await feedback.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Feedback' }).getByLabel(/^Comments/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(feedback).toBeFocused();

  const ticket = page.getByRole('link', { name: 'Raise a ticket' });
  await ticket.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Raise a ticket' }).getByLabel(/^Subject/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(ticket).toBeFocused();

  await page.getByRole('button', { name: /^Status:/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Break' }).click();
  await expect(page.getByRole('dialog', { name: 'Break Reason' }).getByRole('radio').first()).toBeFocused();
});

test('a form that replaces its list focuses its first field, and returns the focus to the control that opened it', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/college-list');
  const add = page.getByRole('button', { name: 'Add college' });
  await add.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  // Pressing takes the focus from a required field, whose error appears: the button must stay under the pointer.
  await page.setViewportSize({ width: 1366, height: 2200 });
  const cancel = page.getByRole('button', { name: 'Cancel' });
  const at = (await cancel.boundingBox())!;
  await page.mouse.move(at.x + at.width / 2, at.y + 4);
  await page.mouse.down();
  await expect(page.getByRole('textbox', { name: /^Name/ })).not.toBeFocused();
  await page.mouse.up();
  await expect(add).toBeFocused();

  // A drawer over a list that belongs to another room's page.
  await page.goto('/docs/webhooks');
  const webhook = page.locator('.p-page-actions').getByRole('button', { name: 'Add webhook' });
  await webhook.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add webhook' }).getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(webhook).toBeFocused();

  await page.goto('/users');
  const edit = page.getByRole('link', { name: /^Edit / }).first();
  await edit.press('Enter');
  await page.waitForURL(/\/edit$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeFocused();
});
