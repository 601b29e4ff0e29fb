import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { states } from '../../server/demo/places';
import { expect, signInOn, test } from './product';

/** Lists in a real browser, on the cities of the demo tenant: what must be shown follows from the rows it was filled with. */
const cities = states.flatMap((state) => state.cities.map((city) => ({ ...city, state: state.value })));
const named = (of: readonly { readonly name: string }[]): string[] =>
  of.map(({ name }) => name).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

let page: Page;
test.beforeAll(async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
  await signInOn(page, product, 'admin@northstar.example', '/config/cities');
});
test.afterAll(() => page.context().close());
test.describe.configure({ timeout: 90_000 });

test('conditions of a kind’s own operators are chips; and, or and the address lead back to the same rows', async () => {
  await page.goto('/config/cities?size=50');
  await addFilter('State', async (panel) => choose(panel.getByLabel('State'), 'Maharashtra'));
  const maharashtra = cities.filter(({ state }) => state === 'Maharashtra');
  await expectRows(named(maharashtra));
  await expect(chips()).toHaveText(['State Maharashtra']);

  await addFilter('Tier', async (panel) => {
    await choose(panel.getByLabel('How'), 'is not');
    await panel.getByLabel('1', { exact: true }).check();
  });
  await expectRows(named(maharashtra.filter(({ tier }) => tier !== 1)));
  await expect(chips()).toHaveText(['State Maharashtra', 'Tier is not 1']);

  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'All conditions, with and / or' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('button', { name: 'Or …' }).click();
  const second = drawer.getByRole('group', { name: 'Conditions 2' });
  await choose(second.getByLabel('State'), 'Goa');
  await second.getByRole('button', { name: 'And …' }).click();
  await choose(second.getByLabel('Field').last(), 'Status');
  await choose(second.getByLabel('Status'), 'Active');
  await drawer.getByRole('button', { name: 'Apply' }).click();
  const both = named([...maharashtra.filter(({ tier }) => tier !== 1), ...cities.filter(({ state }) => state === 'Goa')]);
  await expectRows(both);
  await expect(page.locator('.p-list-bar .p-or')).toHaveText('or');

  const address = page.url();
  await page.reload();
  await expectRows(both);
  await expect(chips()).toHaveText(['State Maharashtra', 'Tier is not 1', 'State Goa', 'Status Active']);
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: 'Tier is not 1' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await choose(panel.getByLabel('How'), 'is');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expectRows(named([...maharashtra.filter(({ tier }) => tier === 1), ...cities.filter(({ state }) => state === 'Goa')]));
  await page.getByRole('button', { name: 'Remove filter Tier' }).click();
  await expectRows(named([...maharashtra, ...cities.filter(({ state }) => state === 'Goa')]));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(chips()).toHaveCount(0);
  await expect(page).toHaveURL(/cities\?size=50$/);
  await page.goBack();
  await expectRows(named([...maharashtra, ...cities.filter(({ state }) => state === 'Goa')]));
});

test('a link carries filters, search, sort, columns and page to another window; nonsense in it is said and cleared', async () => {
  const link = '/config/cities?tier.not=1&q=pur&sort=-name&size=10&cols=name,tier,state_id&page=2';
  const expected = named(cities.filter(({ tier, name }) => tier !== 1 && name.toLowerCase().includes('pur')))
    .toReversed()
    .slice(10, 20);
  expect(expected.length).toBeGreaterThan(2);
  const other = await page.context().newPage();
  await other.goto(link);
  await expectRows(expected, other);
  await expect(heads(other)).toHaveText(['Name', 'Tier', 'State']);
  await expect(other.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(other.getByLabel('Search cities')).toHaveValue('pur');
  await other.goto('/config/cities?no_such_field=1&tier=9&size=7&page=-3');
  await expect(
    other
      .getByRole('alert')
      .or(other.getByText(/could not be loaded/))
      .first(),
  ).toBeVisible();
  await other.close();
});

test('columns are chosen, moved and taken back without touching the filters, and stay with the person', async () => {
  await page.goto('/config/cities?state_id=6');
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await expect(panel.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
  await panel.getByRole('checkbox', { name: 'Status' }).click();
  await panel.getByRole('checkbox', { name: 'Created by' }).click();
  await panel.getByRole('button', { name: 'Move Created by up' }).click();
  await page.keyboard.press('Escape');
  await expect(heads()).toHaveText(['Name', 'State', 'Created by', 'Tier']);
  await expect(chips()).toHaveText(['State Goa']);

  await page.getByRole('button', { name: 'Columns' }).click();
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Tier' })
    .dragTo(panel.getByRole('listitem').filter({ hasText: 'State' }));
  await page.keyboard.press('Escape');
  await expect(heads()).toHaveText(['Name', 'Tier', 'State', 'Created by']);

  await page.goto('/config/cities');
  await expect(heads()).toHaveText(['Name', 'Tier', 'State', 'Created by']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await panel.getByRole('button', { name: 'Reset to default' }).click();
  await page.keyboard.press('Escape');
  await expect(heads()).toHaveText(['Name', 'State', 'Tier', 'Status']);
});

test('a view is its maker’s own or everyone’s, can be pinned, and can be what the list opens with', async ({
  browser,
  product,
}) => {
  await page.goto('/college-list?is_partner=true&sort=-clg_name&size=25');
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  await expect(page.locator('tbody th').first()).toBeVisible();
  const shown = await page.locator('tbody th[scope=row]').allInnerTexts();
  await openViews();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByRole('alert')).toHaveText('Give the view a name.');
  for (const [name, seen] of [
    ['Mine alone', 'Only me'],
    ['Partners', 'Everyone'],
  ] as const) {
    await panel.getByLabel('Name of this view').fill(name);
    await panel.getByLabel('Seen by').selectOption(seen);
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByRole('button', { name: `Delete ${name}` })).toBeVisible();
  }
  await panel.getByRole('button', { name: 'Pin Partners' }).click();
  await expect(panel.getByRole('button', { name: 'Pin Partners' })).toHaveAttribute('aria-pressed', 'true');
  await panel.getByRole('button', { name: 'Open the list with Partners' }).click();
  await expect(panel.getByRole('button', { name: 'Open the list with Partners' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');

  const others = await browser.newContext({ baseURL: product.url });
  const colleague = await signInOn(await others.newPage(), product, 'manager@northstar.example', '/college-list');
  await openViews(colleague);
  const theirs = colleague.getByRole('dialog', { name: 'Saved views' });
  await expect(theirs.getByRole('button', { name: /^Partners/ })).toBeVisible();
  await expect(theirs.getByRole('button', { name: /^Mine alone/ })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Delete Partners' })).toHaveCount(0);
  await theirs.getByRole('button', { name: /^Partners/ }).click();
  await expectRows(shown, colleague);
  await others.close();

  const fresh = await page.context().newPage(); // a tab of its own remembers no last view
  await fresh.goto('/college-list');
  await expectRows(shown, fresh);
  await expect(fresh.getByRole('button', { name: 'Partners', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await fresh.getByRole('button', { name: 'Partners', exact: true }).click();
  await expect(fresh).toHaveURL(/college-list$/);
  await openViews(fresh);
  const list = fresh.getByRole('dialog', { name: 'Saved views' });
  for (const name of ['Mine alone', 'Partners']) {
    await list.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(list.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0);
  }
  await fresh.close();
});

test('a page, or all that match, is changed in the background with progress, the reasons of what stayed, and taken back', async () => {
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
  await expect(edit.getByText(`${metros.length} done`)).toBeVisible({ timeout: 60_000 });
  await edit.getByRole('button', { name: 'Undo' }).click();
  await expect(edit.getByText(`${metros.length} taken back`)).toBeVisible({ timeout: 60_000 });
  await edit.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(`Total: ${metros.length}`)).toBeVisible();
  await expectRows(metros.slice(0, 10));

  const goa = named(cities.filter(({ state }) => state === 'Goa'));
  await page.goto('/config/cities?state_id=6');
  await page.getByRole('row', { name: goa[0]! }).getByLabel('Select').check();
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
  await expect(on.getByRole('listitem')).toHaveText([`${goa[2]}It is so already.`]);
  await on.getByRole('button', { name: 'Close' }).last().click();
});

test('D-137 rows that are in use outlast a bulk delete, with the reason; the others come back by Undo', async () => {
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
  await expect(dialog.getByText('1 taken back')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(`Total: ${total}`)).toBeVisible();
  await page.getByRole('row', { name: 'Aaa of no use' }).hover();
  await page.getByRole('button', { name: 'Delete Aaa of no use' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Total: ${total - 1}`)).toBeVisible();
});

test('a cell is changed where it stands; what somebody else saved meanwhile is shown first', async () => {
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
  await expect(panel.getByRole('alert')).toContainText("Somebody else saved first: it is '2' now.");
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
  await expect(row.getByRole('cell').nth(2)).toContainText('1');
  await row.hover();
  await row.getByRole('button', { name: 'Change Tier' }).click();
  await choose(panel.getByLabel('Tier'), '3');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
});

test('an export holds the rows and columns that are shown, no others', async () => {
  await page.goto('/config/cities?state_id=12&tier=2&sort=-name&cols=name,tier');
  const kerala = named(cities.filter(({ state, tier }) => state === 'Kerala' && tier === 2)).toReversed();
  await expectRows(kerala);
  expect(await exported('CSV for spreadsheets')).toEqual([['Name', 'Tier'], ...kerala.map((name) => [name, '2'])]);
  const whole = await exported('CSV, all columns');
  expect(whole[0]).toEqual(expect.arrayContaining(['Name', 'State', 'Tier', 'Status', 'Created']));
  expect(whole.slice(1).map(([id, name]) => (kerala.includes(name!) ? name : id))).toEqual(kerala);
});

test('a file is mapped, tried, imported, its faults given back as a file, and the import taken back', async () => {
  await page.goto('/config/cities');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import cities' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import cities' })).toBeVisible();
  const csv = ['Town,State,Class', 'Lavasa,Maharashtra,3', 'Bordi,Maharashtra,3', 'Nowhere,Atlantis,3', 'Karad,Maharashtra,nine'];
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) });
  await expect(page.getByText('4 rows.')).toBeVisible();
  await expect(page.getByText('New records need Name')).toBeVisible();
  await choose(page.getByLabel('Town goes to'), 'Name *');
  await choose(page.getByLabel('Class goes to'), 'Tier');
  await expect(page.getByText('New records need Name')).toBeHidden();

  await page.getByRole('button', { name: 'Try without saving' }).click();
  const trial = page.getByRole('region', { name: 'Trial' });
  await expect(trial).toContainText('Nothing was saved. 2 new, 0 updated, 0 unchanged, 2 not taken.');
  await expect(trial.getByRole('listitem')).toHaveCount(2);
  await expect(trial).toContainText('Line 4');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const run = page.getByRole('region', { name: 'Import' });
  await expect(run).toContainText('2 new, 0 updated, 0 unchanged, 2 not taken.');
  const [faults] = await Promise.all([
    page.waitForEvent('download'),
    run.getByRole('link', { name: 'Download the rows that were not taken' }).click(),
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
  await expect(run.getByText('2 taken back')).toBeVisible();
  await other.reload();
  await expect(other.getByText('No rows match these filters')).toBeVisible();
  await other.close();
});

test('the keyboard alone finds, moves, chooses, opens, edits and comes back', async () => {
  await page.goto('/config/cities');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search cities')).toBeFocused();
  await page.keyboard.type('nagar');
  await expect(page).toHaveURL(/q=nagar/);
  const found = named(cities.filter(({ name }) => name.toLowerCase().includes('nagar')));
  await expectRows(found);
  await page.keyboard.press('Escape'); // clears
  await expect(page.getByLabel('Search cities')).toHaveValue('');
  await page.keyboard.type('nagar');
  await expectRows(found);
  await page.keyboard.press('Enter'); // goes on to the rows
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

const heads = (on: Page = page): Locator => on.locator('thead th[scope=col]');
const chips = (): Locator => page.locator('.p-chip-pair > .p-chip:first-child');
const openViews = (on: Page = page): Promise<void> => on.getByRole('button', { name: /^Saved view/ }).click();

/** The rows that the list shows, by the name in their first column. */
const expectRows = (names: readonly string[], on: Page = page): Promise<void> =>
  expect(on.locator('tbody th[scope=row]')).toHaveText([...names]);

async function addFilter(field: string, fill: (panel: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('button', { name: field, exact: true }).click();
  await fill(panel);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toBeHidden();
}

async function choose(box: Locator, text: string, on: Page = page): Promise<void> {
  await box.click();
  if (await box.isEditable()) await box.fill(text);
  const options = on.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await options.getByText(text, { exact: true }).first().click();
  await box.blur(); // a choice of several stays open
  await expect(on.locator('.ant-select-dropdown:visible')).toHaveCount(0);
}

/** The lines of the file that an export gives, cell by cell. */
async function exported(format: string): Promise<string[][]> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()]);
  return readFileSync(await file.path(), 'utf8')
    .replace('\u{FEFF}', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}
