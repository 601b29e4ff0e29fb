import { expect, test } from './product';

test('ROUTE-114 SIDEBAR-016 an SMS template is written with a lead field, previewed with a real lead, saved and sent as a test', async ({
  signIn,
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn('admin@northstar.example', '/automation/templates?type=sms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SMS templates');
  await expect(page.getByRole('link', { name: 'Workflow', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Add SMS template' }).click();
  await expect(page.getByText('Save the template first.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Campus visit');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Hello , see you on Friday');
  await message.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(6, 6));
  await page.getByRole('textbox', { name: 'If empty' }).fill('there');
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(message).toHaveValue('Hello {{name|there}}, see you on Friday');
  const phone = page.getByRole('group', { name: 'Message on a phone' });
  await expect(phone).toContainText(/Hello [^{]+, see you on Friday/);
  await expect(page.getByText(/1 part, \d+ characters in GSM-7/)).toBeVisible();
  await message.fill('Hello {{nmae}}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('{{nmae}} is not a lead field').first()).toBeVisible();
  await message.fill('नमस्ते {{name|there}}');
  await expect(page.getByText(/in Unicode/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/template=(?!new)/);
  await page.getByRole('textbox', { name: 'Phone number' }).fill('98200 00009');
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Test sent to +919820000009.')).toBeVisible();
});

test('a WhatsApp template counts its placeholders, and its review state is fetched', async ({ signIn, page }) => {
  await signIn('admin@northstar.example', '/automation/templates?type=whatsapp&template=new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('visit_day');
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('Hi ');
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(message).toHaveValue('Hi {{1}}');
  await expect(page.getByRole('group', { name: 'Message on a phone' })).toContainText(/Hi [^{]+/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Fetch review state' }).click();
  await expect(page.getByText(/Review state requested/)).toBeVisible();
});

test('ROUTE-098 SIDEBAR-015 My automations has the workflows that the user made', async ({ signIn, page }) => {
  await signIn('admin@northstar.example', '/automation/my-automations');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My automations');
  await expect(page.getByRole('link', { name: 'Workflow', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText("You haven't added any workflows yet").or(page.locator('tbody tr').first())).toBeVisible();
});
