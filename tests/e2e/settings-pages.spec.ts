import type { Locator, Page } from '@playwright/test';
import { expect, test } from './product';

/** The life of a record on its own pages: created, opened, changed, deactivated and activated, deleted. */
interface Life {
  readonly ids: string;
  readonly path: string;
  /** The singular name of a record. */
  readonly one: string;
  readonly name: string;
  /** The field that holds the name. */
  readonly field: string;
  readonly texts?: Readonly<Record<string, string>>;
  readonly choices?: Readonly<Record<string, string>>;
}
const lives: readonly Life[] = [
  { ids: 'SETTINGS-STATE-008', path: '/config/states', one: 'state', name: 'Vidarbha', field: 'State' },
  {
    ids: 'SETTINGS-CITY-007',
    path: '/config/cities',
    one: 'city',
    name: 'Lonavala',
    field: 'Name',
    choices: { State: 'Maharashtra' },
  },
  {
    ids: 'SETTINGS-COURSE-006',
    path: '/config/course-rules',
    one: 'course rule',
    name: 'Law in Goa',
    field: 'Name',
    choices: { States: 'Goa', Streams: 'Law', 'Colleges offered': 'Chamundi' },
  },
  {
    ids: 'SETTINGS-CAMP-010',
    path: '/email-campaign/templates',
    one: 'campaign template',
    name: 'Hostel fee',
    field: 'Name',
    texts: { Subject: 'Hostel fee', 'Body (HTML)': '<p>Dear {{name}}</p>' },
  },
  {
    ids: 'SETTINGS-CAMP-010',
    path: '/advertising-management/pages',
    one: 'campaign page',
    name: 'Pharmacy 2027',
    field: 'Name',
    texts: { 'URL path': 'pharmacy-2027', Title: 'B.Pharm admissions' },
  },
];

for (const life of lives)
  test(`${life.ids} ${life.one}: list, create, edit, status and delete on its pages`, async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', life.path);
    await page.getByRole('button', { name: `Add ${life.one}` }).click();
    const form = formOn(page);
    await labelled(form, life.field).fill(life.name);
    for (const [label, text] of Object.entries(life.texts ?? {})) await labelled(form, label).fill(text);
    for (const [label, text] of Object.entries(life.choices ?? {})) await choose(page, labelled(form, label), text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();

    await open(page, life.name);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = formOn(page);
    await expect(labelled(edit, life.field)).toHaveValue(life.name);
    await labelled(edit, life.field).fill(`${life.name} new`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { name: `${life.name} new` })).toBeVisible();

    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/^Search/))
      .first()
      .fill(life.name);
    await expect(page.getByText(/nothing|no .* found|no .* match/i).first()).toBeVisible();
  });

test('SETTINGS-SMS-009 SMS templates: list with tabs, create, edit and Send test', async ({ signIn, product }) => {
  const page = await signIn('admin@northstar.example', '/sms-campaign');
  await page.getByRole('navigation', { name: 'SMS Communication' }).getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Add SMS template' }).click();
  const form = formOn(page);
  await labelled(form, 'Name').fill('Result day');
  await labelled(form, 'Message').fill('Results are out');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await open(page, 'Result day');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test' });
  await dialog.getByLabel('Phone').fill('9876501234');
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Test message sent.')).toBeVisible();
  expect(product.log()).toContain('[sandbox sms] to=9876501234');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await labelled(form, 'Message').fill('Results are out today');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Results are out today').first()).toBeVisible();
});

const labelled = (form: Locator, label: string): Locator =>
  form.getByLabel(new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}\\b|^${label.replaceAll(/[()]/g, '\\$&')}`)).first();

/** A short form is in a drawer, a long one on a page of its own. */
const formOn = (page: Page): Locator => page.locator('form:visible').last();

async function choose(page: Page, box: Locator, text: string): Promise<void> {
  await box.click();
  await box.fill(text);
  await page.locator('.ant-select-item-option:visible', { hasText: text }).first().click();
  // a multiple select stays open; Escape without an open list would leave the form
  if (await page.locator('.ant-select-dropdown:visible').count()) await box.press('Tab');
}
async function open(page: Page, name: string): Promise<void> {
  await page
    .getByPlaceholder(/^Search/)
    .first()
    .fill(name);
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}
