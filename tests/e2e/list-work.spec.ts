import { readFileSync } from 'node:fs';
import { choose, cities, expectRows, exported, named, openPage, page } from './lists-world';
import { expect, test } from './product';

/** Lists in a real browser: working with the rows of a list. */
test.beforeAll(({ browser, product }) => openPage(browser, product));
test.afterAll(() => page.context().close());

test('a page or all matching rows are changed in the background, with progress, errors and Undo', async () => {
  const metros = named(cities.filter(({ tier }) => tier === 1));
  await page.goto('/config/cities?tier=1');
  await page.getByLabel('Select the page').click();
  const bar = page.getByRole('toolbar', { name: 'Chosen rows' });
  await expect(bar).toContainText('10 selected');
  await bar.getByRole('button', { name: `Select all ${metros.length}` }).click();
  await expect(bar).toContainText(`${metros.length} selected`);
  await bar.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${metros.length} cities` });
  await choose(edit.getByLabel('Field'), 'Tier');
  await choose(edit.getByLabel('New value'), '2');
  await edit.getByRole('button', { name: 'Change' }).click();
  await expect(edit.getByText(`${metros.length} done`)).toBeVisible();
  await edit.getByRole('button', { name: 'Undo' }).click();
  await expect(edit.getByText(`${metros.length} undone`)).toBeVisible();
  await edit.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(`Total: ${metros.length}`)).toBeVisible();
  await expectRows(metros.slice(0, 10));

  const goa = named(cities.filter(({ state }) => state === 'Goa'));
  await page.goto('/config/cities?state_id=6');
  await page.getByRole('row', { name: goa[0]! }).getByLabel('Select').check();
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog', { name: 'Deactivate 1 city?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('row', { name: goa[1]! }).getByLabel('Select').check();
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  const off = page.getByRole('dialog', { name: 'Deactivate 2 cities?' });
  await off.getByRole('button', { name: 'Deactivate' }).click();
  await expect(off.getByText('2 done')).toBeVisible();
  await off.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: goa[0]! })).toContainText('Inactive');

  await page.getByLabel('Select the page').click();
  await bar.getByRole('button', { name: 'Activate', exact: true }).click();
  const on = page.getByRole('dialog', { name: `Activate ${goa.length} cities?` });
  await on.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(on.getByText('2 done, 1 skipped')).toBeVisible();
  await expect(on.getByRole('listitem')).toHaveText([`${goa[2]}It already has this value.`]);
  await on.getByRole('button', { name: 'Close' }).last().click();
});

test('D-137 a bulk delete keeps rows that are in use and says why; Undo restores the others', async () => {
  await page.goto('/config/streams/new');
  await page.getByLabel('Name').fill('Aaa of no use');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Aaa of no use', exact: true })).toBeVisible();
  const total = Number((await page.getByText(/^Total: \d+$/).innerText()).slice(7));
  await page.getByRole('row', { name: 'Aaa of no use' }).getByLabel('Select').check();
  await page.getByRole('row', { name: 'Architecture and Planning' }).getByLabel('Select').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 streams?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('1 done, 1 skipped')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText('Architecture and Planning');
  await expect(dialog.getByRole('listitem')).toContainText('is in use and cannot be deleted');
  await expect(page.getByText(`Total: ${total - 1}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('1 undone')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(`Total: ${total}`)).toBeVisible();
  await page.getByRole('row', { name: 'Aaa of no use' }).hover();
  await page.getByRole('button', { name: 'Delete Aaa of no use' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Total: ${total - 1}`)).toBeVisible();
});

test('a cell is edited in place; what someone else saved meanwhile is shown first', async () => {
  await page.goto('/config/cities?state_id=6&q=Mapusa');
  const row = page.getByRole('row', { name: 'Mapusa' });
  const other = await page.context().newPage();
  await other.goto('/config/cities?state_id=6&q=Mapusa');
  await expect(other.getByRole('row', { name: 'Mapusa' })).toBeVisible();

  await row.hover();
  await row.getByRole('button', { name: 'Change Tier' }).click();
  const panel = page.getByRole('dialog', { name: 'Change Tier' });
  await choose(panel.getByLabel('Tier'), '1');
  await other.getByRole('row', { name: 'Mapusa' }).hover();
  await other.getByRole('button', { name: 'Change Tier' }).click();
  const theirs = other.getByRole('dialog', { name: 'Change Tier' });
  await choose(theirs.getByLabel('Tier'), '2', other);
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Tier saved')).toBeVisible();
  await other.close();

  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toContainText("Someone else saved first: the value is now '2'.");
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
  await expect(row.getByRole('cell').nth(2)).toContainText('1');
  await row.hover();
  await row.getByRole('button', { name: 'Change Tier' }).click();
  await choose(panel.getByLabel('Tier'), '3');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
});

test('an export contains only the rows and columns that are shown', async () => {
  await page.goto('/config/cities?state_id=12&tier=2&sort=-name&cols=name,tier');
  const kerala = named(cities.filter(({ state, tier }) => state === 'Kerala' && tier === 2)).toReversed();
  await expectRows(kerala);
  expect(await exported('CSV for spreadsheets')).toEqual([['Name', 'Tier'], ...kerala.map((name) => [name, '2'])]);
  const whole = await exported('CSV, all columns');
  expect(whole[0]).toEqual(expect.arrayContaining(['Name', 'State', 'Tier', 'Status', 'Created']));
  expect(whole.slice(1).map(([id, name]) => (kerala.includes(name!) ? name : id))).toEqual(kerala);
});

test('a file is mapped, tried and imported; rows with errors can be downloaded, and the import can be undone', async () => {
  await page.goto('/config/cities');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import cities' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import cities' })).toBeVisible();
  const csv = ['Town,State,Class', 'Lavasa,Maharashtra,3', 'Bordi,Maharashtra,3', 'Nowhere,Atlantis,3', 'Karad,Maharashtra,nine'];
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) });
  await expect(page.getByText('4 rows.')).toBeVisible();
  await expect(page.getByText('New records need Name')).toBeVisible();
  await choose(page.getByLabel('Town is mapped to'), 'Name *');
  await choose(page.getByLabel('Class is mapped to'), 'Tier');
  await expect(page.getByText('New records need Name')).toBeHidden();

  await page.getByRole('button', { name: 'Try without saving' }).click();
  const trial = page.getByRole('region', { name: 'Trial' });
  await expect(trial).toContainText('Nothing was saved. 2 new, 0 updated, 0 unchanged, 2 rejected.');
  await expect(trial.getByRole('listitem')).toHaveCount(2);
  await expect(trial).toContainText('Line 4');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const run = page.getByRole('region', { name: 'Import' });
  await expect(run).toContainText('2 new, 0 updated, 0 unchanged, 2 rejected.');
  const [faults] = await Promise.all([
    page.waitForEvent('download'),
    run.getByRole('link', { name: 'Download the rejected rows' }).click(),
  ]);
  const lines = readFileSync(await faults.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).toContain('Atlantis');
  expect(lines.join('\n')).toContain('Karad');

  const other = await page.context().newPage();
  await other.goto('/config/cities?state_id=14&q=bordi');
  await expectRows(['Bordi'], other);
  await run.getByRole('button', { name: 'Undo this import' }).click();
  await expect(run.getByText('2 undone')).toBeVisible();
  await other.reload();
  await expect(other.getByText('No rows match these filters')).toBeVisible();
  await other.close();
});

test('the keyboard alone is enough to search, move, select, open, edit and return', async () => {
  await page.goto('/config/cities');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search cities')).toBeFocused();
  await page.keyboard.type('nagar');
  await expect(page).toHaveURL(/q=nagar/);
  const found = named(cities.filter(({ name }) => name.toLowerCase().includes('nagar')));
  await expectRows(found);
  await page.keyboard.press('Escape'); // clears the search
  await expect(page.getByLabel('Search cities')).toHaveValue('');
  await page.keyboard.type('nagar');
  await expectRows(found);
  await page.keyboard.press('Enter'); // moves to the rows
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr.p-cursor')).toContainText(found[1]!);
  await page.keyboard.press(' ');
  await expect(page.getByRole('toolbar', { name: 'Chosen rows' })).toContainText('1 selected');
  await page.keyboard.press('x');
  await expect(page.getByRole('toolbar', { name: 'Chosen rows' })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: found[1]! })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.locator('form.p-form').getByLabel(/^Name/)).toHaveValue(found[1]!);
  await page.keyboard.press('Escape');
  await expect(page.locator('form.p-form')).toBeHidden();
  await page.goBack();
  await page.goto('/config/cities?q=nagar');
  await expectRows(found);
  await page.keyboard.press('n');
  await expect(page.locator('form.p-form').getByLabel(/^Name/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/cities\?q=nagar$/);
});

test('at 390 px rows are cards with four facts and their menu, and nothing is wider than the screen', async () => {
  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 390, height: 800 });
  await phone.goto('/config/cities?state_id=6');
  const cards = phone.locator('.p-card');
  await expect(cards).toHaveCount(cities.filter(({ state }) => state === 'Goa').length);
  await expect(cards.first()).toContainText('State');
  await expect(cards.first()).toContainText('Goa');
  await cards.first().getByLabel('Select').check();
  await expect(phone.getByRole('toolbar', { name: 'Chosen rows' })).toContainText('1 selected');
  await phone.getByRole('button', { name: 'Clear selection' }).click();
  await phone.getByRole('button', { name: 'Actions of Mapusa' }).click();
  await phone.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(phone.locator('form.p-form').getByLabel(/^Name/)).toHaveValue('Mapusa');
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.close();
});
