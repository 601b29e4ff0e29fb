import type { Locator, Page } from '@playwright/test';
import { choose } from './choose';
import { firstOption } from './fill-form';
import { expect, test } from './product';

/** Forms and records in a real browser: three resources, drawn by a seed, go through everything a form and a record can do. */
const catalogues = [
  { path: '/config/streams', label: 'Stream' },
  { path: '/config/courses', label: 'Course' },
  { path: '/college-list', label: 'College' },
  { path: '/config/lead-sources', label: 'Lead source' },
  { path: '/config/lead-stages', label: 'Lead stage' },
] as const;
const seed = Number(process.env['FORMS_SEED'] ?? 20261121);
const drawn = catalogues
  .map((one, index) => ({ one, order: Math.abs(Math.sin(seed * (index + 1))) }))
  .toSorted((a, b) => a.order - b.order)
  .slice(0, 3)
  .map(({ one }) => one);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

for (const { path, label } of drawn)
  test(`${label} (seed ${seed}): create with every field, edit, conflict, deactivate, duplicate, delete, restore`, async ({
    signIn,
    context,
  }) => {
    const name = `Zz ${label} ${seed}`;
    const page = await signIn('admin@northstar.example', `${path}/new`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'confirm') asked.push(dialog.message());
      void dialog.dismiss();
    });
    const form = page.locator('form.p-form');
    await fillEvery(page, form, name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${label} saved`)).toBeVisible();

    // edit
    await page.goto(`${path}?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const record = page.url().split('?')[0]!;
    await page.getByRole('button', { name: 'Edit' }).click();
    const first = form.locator('input[type=text], textarea').first();
    await expect(first).toHaveValue(name);
    await first.fill(`${name} B`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${name} B` })).toBeVisible();

    // conflict: another tab saves first
    await page.getByRole('button', { name: 'Edit' }).click();
    await first.fill(`${name} mine`);
    const other = await context.newPage();
    await other.goto(record);
    await other.getByRole('button', { name: 'Edit' }).click();
    const theirs = other.locator('form.p-form input[type=text], form.p-form textarea').first();
    await expect(theirs).toHaveValue(`${name} B`);
    await theirs.fill(`${name} theirs`);
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByRole('heading', { level: 1, name: `${name} theirs` })).toBeVisible();
    await other.close();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone else has changed this record' });
    await expect(dialog.getByText(`${name} theirs`)).toBeVisible();
    await expect(dialog.getByText(`${name} mine`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${name} mine` })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'History' })).toContainText(`${name} mine`);

    // deactivate, duplicate
    if (await page.getByRole('button', { name: 'Deactivate' }).isVisible()) {
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
    }
    await expect(page.getByText('Not used anywhere.')).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(form.locator('input[type=text], textarea').first()).toHaveValue(`${name} mine (copy)`);

    // delete and restore
    await page.goto(record);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`${name} mine deleted`)).toBeVisible();
    await page.goto(`${path}/deleted`);
    await page.getByRole('button', { name: `Restore ${name} mine`, exact: true }).click();
    await expect(page.getByText(`${name} mine restored`)).toBeVisible();
    await page.goto(record);
    await expect(page.getByRole('heading', { level: 1, name: `${name} mine` })).toBeVisible();
    expect(asked, 'questions about what was saved already').toEqual([]);
  });

test('D-137 a record in use shows where it is used, cannot be deleted, and can be deactivated instead', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/config/streams');
  await page.locator('tbody a').first().click();
  const used = page.getByRole('complementary', { name: 'Where it is used' });
  await expect(used.locator('li').first()).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('is in use and cannot be deleted');
  await expect(dialog).toContainText(/used by \d+/);
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
});

test('D-136 a custom field created in one tab appears in form, list and filter of another at its next navigation', async ({
  signIn,
  context,
}) => {
  const page = await signIn('admin@northstar.example', '/config/custom-fields/new');
  const other = await context.newPage();
  await other.goto('/college-list');
  await expect(other.locator('tbody tr').first()).toBeVisible();
  const form = page.locator('form.p-form');
  await choose(page, form.locator('#root_entity'), 'College');
  await form.getByLabel(/^Label/).fill('Library seats');
  await choose(page, form.locator('#root_type'), 'Number');
  await form.getByLabel('Show in list').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Custom field saved')).toBeVisible();

  await other.locator('tbody a').first().click();
  await other.getByRole('button', { name: 'Edit' }).click();
  const seats = other.getByLabel('Library seats');
  await seats.fill('many');
  await seats.blur();
  await expect(seats).toHaveValue('');
  await seats.fill('120');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.locator('dl', { hasText: 'Short name' })).toContainText('Library seats');
  await expect(other.getByRole('complementary', { name: 'History' })).toContainText('Library seats: – → 120');
  await other.goto('/college-list?custom.library_seats_gte=100');
  await expect(other.locator('tbody tr')).toHaveCount(1);
  await expect(other.getByRole('columnheader', { name: 'Library seats' })).toBeAttached();
  await expect(other.locator('tbody tr')).toContainText('120');
});

test('leaving asks only when changes would be lost: with Escape, with Back and Forward, on reload', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/config/streams');
  await page.getByRole('button', { name: 'Add stream' }).click();
  const name = page.locator('form.p-form input').first();
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(name).toBeHidden();
  await page.getByRole('button', { name: 'Add stream' }).click();
  await name.fill('Unsaved');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Unsaved');
  const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' });
  for (const answer of ['Keep editing', 'Keep editing', 'Leave']) {
    await page.evaluate(() => window.history.back());
    await question.getByRole('button', { name: answer }).click();
    await expect(question).toBeHidden();
    if (answer === 'Leave') break;
    await expect(name).toHaveValue('Unsaved');
    await expect(page).toHaveURL(/streams\/new$/);
  }
  await expect(name).toBeHidden();
  await expect(page).toHaveURL(/streams$/);
  await page.evaluate(() => window.history.forward());
  await name.fill('Unsaved again');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

/** Puts a valid value into each field of the form, by the kind that the field declares. */
async function fillEvery(page: Page, form: Locator, name: string): Promise<void> {
  await form.locator('.p-field').first().waitFor();
  for (const fold of await form.locator('.p-section-fold[aria-expanded=false]').all()) await fold.click();
  const kinds = await form.locator('.p-field').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')));
  let named = false;
  for (const [index, kind] of kinds.entries()) {
    const field = form.locator('.p-field').nth(index);
    const text = field.locator('input:not([type=file]), textarea').first();
    switch (kind) {
      case 'text':
      case 'textarea':
        await text.fill(named ? 'Zz1' : name);
        named = true;
        break;
      case 'email':
        await text.fill('zz@example.com');
        break;
      case 'phone':
        await text.fill('9812345678');
        break;
      case 'url':
        await text.fill('https://example.com/zz');
        break;
      case 'integer':
      case 'number':
        await text.fill('3');
        break;
      case 'date':
        await text.fill('2026-12-01');
        break;
      case 'secret':
        await text.fill('a secret of twelve');
        break;
      case 'tags':
        await text.fill('one');
        await text.press('Enter');
        break;
      case 'file':
        await field.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
        await expect(field.getByText('logo.png')).toBeVisible();
        break;
      case 'reference':
      case 'references':
      case 'choice':
      case 'choices':
      case 'field-names': {
        await text.click();
        const option = await firstOption(page);
        if (option && !(await option.innerText()).startsWith('+ Add')) await option.click();
        await text.blur(); // closes a multiple select, which stays open
        await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
        break;
      }
      default: // switches keep their default; lists and objects may stay empty
    }
  }
}
