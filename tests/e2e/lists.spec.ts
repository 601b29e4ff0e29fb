import { addFilter, chips, choose, cities, expectRows, heads, named, openPage, openViews, page } from './lists-world';
import { expect, signInOn, test } from './product';

/** Lists in a real browser: what is found, shown and saved. */
test.beforeAll(({ browser, product }) => openPage(browser, product));
test.afterAll(() => page.context().close());

test('conditions with the operators of a kind are chips; and, or and the address lead back to the same rows', async () => {
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
  await page.getByRole('button', { name: 'Advanced filter' }).click();
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

test('a link carries filters, search, sort, columns and page; invalid parts are reported and cleared', async () => {
  const link = '/config/cities?tier_ne=1&q=pur&sort=-name&size=10&cols=name,tier,state_id&page=2';
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
  await other.goto('/config/cities?no_such_field=1&tier=3&size=7&page=-3&cols=name,tierr');
  const unknown = other.getByRole('alert');
  await expect(unknown).toHaveText(
    "This list has no filter 'no_such_field=1'. The rows are not filtered by it. This list has no column 'tierr'. This list has no page or page size 'page=-3', 'size=7'. Remove from the address",
  );
  await expectRows(named(cities.filter(({ tier }) => tier === 3)).slice(0, 10), other);
  await expect(heads(other)).toHaveText(['Name']);
  await unknown.getByRole('button', { name: 'Remove from the address' }).click();
  await expect(unknown).toHaveCount(0);
  await expect(other).toHaveURL(/cities\?tier=3&cols=name$/);
  await other.goto('/config/cities?sort=tierr');
  await expect(other.getByRole('alert')).toContainText("This list cannot be sorted by 'tierr'.");
  await other.close();
});

test('the header and the first column with its checkbox stay while the rows scroll under them', async () => {
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 900, height: 500 });
  await other.goto('/config/cities?size=50&cols=name,state_id,tier,status,created_at,updated_at,created_by');
  await expect(other.locator('tbody tr').nth(40)).toBeVisible();
  const head = other.locator('thead th[scope=col]').first();
  const box = other.locator('thead .p-check');
  const name = other.locator('tbody th[scope=row]').nth(40);
  const tier = other.locator('tbody tr').nth(40).locator('td').nth(2);
  await other.locator('.p-scroll').evaluate((scroll) => scroll.scrollTo(0, 0));
  const placesOf = async (): Promise<Record<string, number>> => ({
    headX: (await head.boundingBox())!.x,
    headY: (await head.boundingBox())!.y,
    boxX: (await box.boundingBox())!.x,
    boxY: (await box.boundingBox())!.y,
    nameX: (await name.boundingBox())!.x,
    nameY: (await name.boundingBox())!.y,
    tierX: (await tier.boundingBox())!.x,
  });
  const before = await placesOf();
  const moved = await other.locator('.p-scroll').evaluate((scroll) => {
    scroll.scrollTo(200, 600);
    return [scroll.scrollLeft, scroll.scrollTop];
  });
  expect(moved).toEqual([200, 600]);
  expect(await placesOf()).toEqual({ ...before, nameY: before.nameY! - 600, tierX: before.tierX! - 200 });
  await other.close();
});

test('columns are chosen, moved and reset without touching the filters, and are stored per user', async () => {
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

test('a view is private or shared, can be pinned, and can be the default of the list', async ({ browser, product }) => {
  await page.goto('/college-list?is_partner=true&sort=-clg_name&size=25');
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  await expect(page.locator('tbody th').first()).toBeVisible();
  const shown = await page.locator('tbody th[scope=row]').allInnerTexts();
  await openViews();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByRole('alert')).toHaveText('Enter a name for the view.');
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

  const fresh = await page.context().newPage(); // a new tab remembers no last view
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

test('a type or quick view of leads that there is not is named, and leaves the address by a click', async () => {
  await page.goto('/leads?type=nope&view=gone&city_nope=Pune');
  const unknown = page.getByRole('alert');
  await expect(unknown).toHaveText(
    "This list has no filter 'type=nope', 'view=gone', 'city_nope=Pune'. The rows are not filtered by it. Remove from the address",
  );
  await unknown.getByRole('button', { name: 'Remove from the address' }).click();
  await expect(unknown).toBeHidden();
  expect(new URL(page.url()).search).toBe('');
});
