import type { Locator, Page } from '@playwright/test';
import { ask, asks } from './asks';
import { expect, signInOn, test } from './product';

test.use({ actionTimeout: 20_000 });

const counsellor = 'counsellor@northstar.example';
const assigned = '/leads?type=assigned-leads';
const refer = (page: Page, leads: readonly unknown[], to: unknown): Promise<unknown> =>
  asks(page, 'POST', 'leads/refer', { lead_ids: leads, to_user_ids: [to] });

test('leads are referred from the list, answered on a phone without hovering, and count and list follow', async ({
  signIn,
  browser,
  product,
}) => {
  const admin = await signIn('admin@northstar.example', '/leads');
  const people = await ask(admin, 'GET', `res/users?q=${encodeURIComponent(counsellor)}`);
  const to = people.find(({ email }) => email === counsellor)!;
  const leads = await ask(admin, 'GET', `res/leads?user_id_ne=${String(to['id'])}&_start=0&_end=50`);
  const byName = new Map(leads.map(({ id, name }) => [String(name), { id: String(id), name: String(name) }])); // names repeat
  const [first, second, third, fourth] = [...byName.values()];

  const phone = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const page = await signInOn(await phone.newPage(), product, counsellor, assigned);
  await expect(page.getByText("You're all caught up")).toBeVisible();
  const chip = page.getByRole('button', { name: /^Referred to me/ });
  const accept = (name: string): Locator => page.getByRole('button', { name: `Accept ${name}`, exact: true });

  await admin.goto(`/leads?type=all&q=${encodeURIComponent(first!.name)}`);
  const row = admin.getByRole('row').filter({ hasText: first!.name }).first();
  await row.hover();
  await row.getByRole('button', { name: `More for ${first!.name}` }).click();
  await admin.getByRole('menuitem', { name: 'Refer' }).click();
  const dialog = admin.getByRole('dialog', { name: `Refer ${first!.name}` });
  const select = dialog.getByRole('combobox', { name: 'Refer to' });
  await expect(select).toBeFocused();
  await admin.keyboard.type(String(to['name']));
  await expect(admin.locator('.ant-select-item-option')).toHaveText([String(to['name'])]);
  await admin.keyboard.press('Enter');
  await admin.keyboard.press('Tab');
  await dialog.getByLabel('Note').fill('Lives near your branch');
  await dialog.getByRole('button', { name: 'Refer' }).click();
  await expect(admin.getByText(`1 lead referred to ${String(to['name'])}.`)).toBeVisible();

  await expect(accept(first!.name)).toBeVisible();
  await expect(chip).toHaveText(/1$/);
  await refer(admin, [second!.id, third!.id, fourth!.id], to['id']);
  await expect(accept(third!.name)).toBeVisible();
  await expect(chip).toHaveText(/4$/);

  await accept(first!.name).press('Enter');
  await page.getByRole('dialog', { name: 'Accept?' }).getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(accept(first!.name)).toHaveCount(0);
  await expect(chip).toHaveText(/3$/);

  await page.getByRole('button', { name: `Reject ${second!.name}`, exact: true }).press('Enter');
  const reject = page.getByRole('dialog', { name: 'Reject' });
  await reject.getByLabel(/^Reason/).fill('Not my city');
  const [open] = await ask(admin, 'GET', `res/lead-referrals?lead_id=${second!.id}&state=pending`);
  await asks(admin, 'PUT', `res/lead-referrals/${String(open!['id'])}/decision`, { state: 'cancelled' });
  await expect(accept(second!.name)).toHaveCount(0);
  await expect(chip).toHaveText(/2$/);
  await reject.getByRole('button', { name: 'Reject' }).click();
  await expect(reject.getByText('This referral was taken back.')).toBeVisible();
  await reject.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: third!.name, exact: true }).click();
  const bar = page.getByRole('region', { name: 'Referral' });
  await expect(bar).toContainText('referred this lead to you');
  await expect(page.getByRole('button', { name: 'Add Lead Stage' })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await bar.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog', { name: 'Accept?' }).getByRole('button', { name: 'Accept' }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Lead Stage' }).first()).toBeVisible();

  await page.goto(assigned);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(accept(fourth!.name)).toBeInViewport();
  await phone.close();
});

test('selected leads are dealt to several colleagues, as the dialog said', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all&view=unassigned');
  const boxes = page.locator('tbody input[type=checkbox]');
  // the last rows of the page: colleagues were asked about the first ones by the test above
  for (const at of [7, 8, 9]) await boxes.nth(at).check();
  await page.getByRole('button', { name: 'More for the selected leads' }).click();
  await page.getByRole('menuitem', { name: 'Refer', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Refer 3 leads' });
  await dialog.getByRole('combobox', { name: 'Refer to' }).click();
  for (const at of [0, 1]) await page.locator('.ant-select-item-option').nth(at).click();
  await expect(dialog.getByText(/^By round robin, .+ 2.+ 1/)).toBeVisible();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Refer' }).click();
  await expect(dialog.getByText('3 done')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('3 selected')).toHaveCount(0);
});
