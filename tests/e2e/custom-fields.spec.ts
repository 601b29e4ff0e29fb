import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './product';

test.use({ actionTimeout: 20_000 });

test('SETTINGS-CF-004 D-136 a custom field is created, changed, deleted; it is in lead form and rules, not in the dialer', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/config/custom-fields');
  await expect(page.getByRole('heading', { name: 'Custom fields', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add custom field' }).first().click();
  const form = page.locator('form.p-form');
  await form.getByLabel(/^Label/).fill('Entrance mark');
  await choose(page, form.locator('#root_type'), 'Number');
  await save(page);
  const row = page.getByRole('row').filter({ hasText: 'entrance_mark' });
  await row.hover();
  await row.getByRole('link', { name: 'Edit Entrance mark' }).click();
  await form.getByLabel(/^Label/).fill('Entrance rank');
  await save(page);
  await expect(row).toContainText('Entrance rank');

  // in the lead form, among the folded fields; a wrong value is reported there
  await page.goto('/leads');
  await addLead(page);
  await form.locator('#root_name').fill('Custom Kulkarni');
  await form.locator('#root_phone').fill('9812300451');
  const rank = form.getByLabel('Entrance rank');
  await rank.fill('4200');
  await save(page);
  await page.waitForURL(/\/lp\//);

  // leads are found and sorted by it
  await page.goto('/leads?custom.entrance_mark_gte=4000');
  await expect(page.getByRole('row').filter({ hasText: 'Custom Kulkarni' })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(1);

  // in the conditions of a rule with the operators of a number, counted at once
  await page.goto('/rule-engine/new');
  await choose(page, page.getByRole('combobox', { name: 'Block 1, condition 1: column' }), 'Entrance rank');
  const operator = page.getByRole('combobox', { name: 'Block 1, condition 1: operator' });
  await operator.click();
  const words = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect(words).toHaveText(['Include', 'Exclude', 'Less than', 'More than', 'Between']);
  await words.filter({ hasText: 'More than' }).click();
  const value = page.getByRole('spinbutton', { name: 'Block 1, condition 1: value' });
  await value.fill('4199');
  await expect(page.getByText(/^1 lead matches now/)).toBeVisible();
  await value.fill('4200');
  await expect(page.getByText(/^0 leads match now/)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);

  // not in the conditions of the dialer
  await page.goto('/dialer-config');
  const column = page.getByRole('combobox', { name: 'Block 1, condition 1: column' });
  await column.fill('Stat');
  await expect(page.locator('.ant-select-item-option:visible', { hasText: 'State' }).first()).toBeVisible();
  await column.fill('Entrance');
  await expect(page.locator('.ant-select-item-option:visible')).toHaveCount(0);

  // deleted, it is gone from the form
  await page.goto('/config/custom-fields');
  await row.hover();
  await row.getByRole('button', { name: 'Delete Entrance rank' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/leads');
  await addLead(page);
  await expect(form.locator('#root_name')).toBeVisible();
  await expect(form.getByLabel('Entrance rank')).toHaveCount(0);
});

/** Opens the lead form and unfolds all its sections. */
async function addLead(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add lead' }).first().click();
  const fold = page.locator('.p-section-fold').last();
  await expect(async () => {
    if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'true', { timeout: 2000 });
  }).toPass();
}
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
}
async function choose(page: Page, select: Locator, text: string): Promise<void> {
  await select.click();
  await select.fill(text).catch(() => undefined);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first().click();
}
