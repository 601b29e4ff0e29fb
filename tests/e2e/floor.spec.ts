import type { Browser, Locator, Page } from '@playwright/test';
import { ask, asks } from './asks';
import { choose } from './choose';
import { freeDesk } from './free-desk';
import { csvOfFloor, floorLeads, type FloorLead } from './floor-leads';
import { open, soon, whenLive } from './live-pages';
import { expect, signedInOn, test, type Product } from './product';

type Row = Record<string, unknown>;
/** A browser each. */
interface Floor {
  readonly manager: Page;
  readonly rohini: Page;
  readonly anita: Page;
  readonly caller: Page;
}
const ringing = (page: Page): Locator => page.getByRole('region', { name: 'Call Connecting' });
const talking = (page: Page): Locator => page.getByRole('region', { name: 'Call in progress' });
const deskCall = (page: Page): Locator => page.getByRole('region', { name: 'Call', exact: true });
const own = (page: Page): Promise<{ id: string; name: string }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('currentUser')!) as { id: string; name: string });
const comesIn = (page: Page, phone: string): Promise<Row> => asks(page, 'POST', 'dialer/sandbox-call', { phone, routed: true });
/** The first fifty. */
const found = async (page: Page, search: string): Promise<Row[]> =>
  ask(page, 'GET', `res/leads?type=all&q=${search}&_sort=name&_order=asc&_start=0&_end=50`);

/** Two counsellors and a caller share a list, which also takes calls of unknown numbers. */
async function makeList(browser: Browser, product: Product, value: string, callers: readonly Page[]): Promise<void> {
  const context = await browser.newContext();
  const admin = await signedInOn(await context.newPage(), product, 'admin@northstar.example', '/profile');
  const user_ids = await Promise.all(callers.map(async (page) => (await own(page)).id));
  await asks(admin, 'POST', 'res/dialer-lists', { value, user_ids, mode: 'manual', takes_incoming: true });
  await context.close();
}

async function importLeads(page: Page, name: string, leads: readonly FloorLead[]): Promise<void> {
  await page.goto('/upload-csv-lead');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: csvOfFloor(leads) });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('radio', { name: 'Me', exact: true }).check();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('button', { name: `Import ${leads.length} rows` }).click();
  await expect(page.getByRole('button', { name: 'See the leads' })).toBeVisible();
  await expect(page.getByText('New leads', { exact: true }).locator('xpath=..')).toContainText(String(leads.length));
}

/** Chooses all that match and opens a dialog for them. */
async function chooseAll(page: Page, search: string, count: number): Promise<void> {
  await page.goto(`/leads?type=all&q=${search}`);
  await page.getByRole('checkbox', { name: 'Select the page' }).check();
  await page.getByRole('button', { name: `Select all ${count}` }).click();
}

test('a floor of four works on imported leads: import, bulk and undo, calls, transfer, missed calls, a shared list, board, merge', async ({
  browser,
  product,
}) => {
  const at = (name: string, to: string): Promise<Page> => open(browser, product, `${name}@northstar.example`, to);
  const floor: Floor = {
    manager: await at('manager', '/dashboard'),
    rohini: await at('counsellor', '/dashboard'),
    anita: await at('anita.verma', '/dashboard'),
    caller: await at('caller', '/dashboard'),
  };
  const { manager, rohini, anita, caller } = floor;
  const leads = floorLeads(240, 'Floorwala', 0);
  await makeList(browser, product, 'Floor round', [rohini, anita, caller]);

  await test.step('the manager imports the leads, and gives all of them to a counsellor', async () => {
    await importLeads(manager, 'floor.csv', leads);
    await chooseAll(manager, 'Floorwala', leads.length);
    await manager.getByRole('toolbar', { name: 'Chosen rows' }).getByRole('button', { name: 'Re-assign' }).click();
    const dialog = manager.getByRole('dialog', { name: /^Re-assign/ });
    await choose(manager, dialog.getByLabel('New owner'), (await own(rohini)).name);
    await dialog.getByLabel('Reason').fill('Summer intake');
    await dialog.getByRole('button', { name: 'Re-assign', exact: true }).click();
    await expect(dialog.getByText(`${leads.length} done`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(await found(rohini, 'Floorwala')).toHaveLength(50);
  });
  await test.step('its undo gives them back', async () => {
    const message = manager.getByRole('group', { name: `Re-assigned ${leads.length} leads` });
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(message).toContainText(`${leads.length} undone`);
    expect(await found(rohini, 'Floorwala')).toEqual([]);
  });

  const all = await found(manager, 'Floorwala');
  const [first, second] = [all[0]!, all[1]!];
  for (const { id } of [first, second])
    await asks(manager, 'PATCH', `res/leads/${String(id)}`, { user_id: (await own(rohini)).id });

  await manager.goto('/leads/live-call');
  await Promise.all([manager, rohini, anita, caller].map(whenLive));
  const board = manager.getByRole('table', { name: 'Calls in progress' });

  await test.step('a call comes in for its owner, the board shows it, and a colleague gets it', async () => {
    await comesIn(manager, String(first['phone']));
    await soon(
      ringing(rohini),
      board
        .getByRole('row')
        .filter({ hasText: String(first['name']) })
        .filter({ hasText: 'Ringing' }),
    );
    await ringing(rohini).getByRole('button', { name: 'Answer' }).click();
    await soon(
      board
        .getByRole('row')
        .filter({ hasText: (await own(rohini)).name })
        .filter({ hasText: 'Talking' }),
    );
    await talking(rohini).getByRole('button', { name: 'Transfer', exact: true }).click();
    await choose(rohini, talking(rohini).getByRole('combobox', { name: 'Colleague' }), (await own(anita)).name);
    await talking(rohini).getByRole('button', { name: 'Hand over' }).click();
    await expect(talking(rohini)).toBeHidden();
    await soon(ringing(anita));
    await ringing(anita).getByRole('button', { name: 'Answer' }).click();
    await soon(
      talking(anita),
      board
        .getByRole('row')
        .filter({ hasText: (await own(anita)).name })
        .filter({ hasText: 'Talking' }),
    );
    await talking(anita).getByRole('button', { name: 'Disconnect' }).click();
    await expect(talking(anita)).toBeHidden();
  });
  await test.step('an unknown number rings for all of the list; the board offers nothing until one of them has taken it', async () => {
    await comesIn(manager, '9820777770');
    await soon(ringing(rohini), ringing(anita), ringing(caller));
    const row = board.getByRole('row').filter({ hasText: 'Nobody yet' });
    await expect(row).toContainText('98207 77770');
    await expect(row.getByRole('button')).toHaveCount(0);
    await ringing(anita).getByRole('button', { name: 'Disconnect' }).click();
    await expect(ringing(anita)).toBeHidden();
    await soon(ringing(rohini), ringing(caller));
    await ringing(caller).getByRole('button', { name: 'Answer' }).click();
    await expect(ringing(rohini)).toBeHidden();
    await soon(
      board
        .getByRole('row')
        .filter({ hasText: (await own(caller)).name })
        .filter({ hasText: 'Talking' }),
    );
    await talking(caller).getByRole('button', { name: 'Disconnect' }).click();
    await expect(talking(caller)).toBeHidden();
  });
  await test.step('a missed call is called back from the desk', async () => {
    await comesIn(manager, String(second['phone']));
    await soon(ringing(rohini));
    await expect(ringing(rohini)).toBeHidden(); // a minute, and the next look at what was missed
    await rohini.goto('/dialer');
    const callBack = rohini.getByRole('button', { name: `Call ${String(second['name'])} back` });
    await callBack.click();
    await expect(deskCall(rohini).getByRole('status')).toHaveText('Talking');
    await deskCall(rohini).getByRole('button', { name: 'Hang up' }).click();
    const wrapUp = rohini.getByRole('region', { name: 'Wrap-up' });
    await wrapUp.getByRole('button', { name: /^Finish/ }).click();
    await expect(wrapUp).toBeHidden();
    await expect(callBack).toBeHidden();
  });

  await test.step('the manager puts all of them into the shared list', async () => {
    await chooseAll(manager, 'Floorwala', leads.length);
    await manager.getByRole('button', { name: 'More for the selected leads' }).click();
    await manager.getByRole('menuitem', { name: 'Put in a call list' }).click();
    const dialog = manager.getByRole('dialog').filter({ hasText: 'in a call list' });
    await choose(manager, dialog.getByRole('combobox', { name: 'List' }), 'Floor round');
    await dialog.getByRole('button', { name: 'Put in list' }).click();
    await expect(dialog.getByText(`${leads.length} put in the list.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  });
  await test.step('a counsellor and a caller work it at once: no lead comes twice', async () => {
    const list = (await ask(manager, 'GET', 'dialer/lead/list')).flatMap((answer) => (answer['data'] ?? answer) as Row[]);
    const key = String(list.find(({ value }) => value === 'Floor round')!['key']);
    const work = async (page: Page): Promise<string[]> => {
      await freeDesk(page);
      await page.goto(`/dialer?list=${key}`);
      const heading = page.getByRole('article').getByRole('heading', { level: 2 });
      const names: string[] = [];
      for (let turn = 0; turn < 5; turn++) {
        await page
          .getByRole('button', { name: /Start calling|Next lead/ })
          .first()
          .click();
        await expect(heading).toContainText('Floorwala');
        names.push((await heading.textContent())!);
        if (turn < 4) {
          await page.getByRole('button', { name: 'Skip for now' }).click();
          await expect(heading).toBeHidden();
        }
      }
      await page.getByRole('button', { name: 'Dial', exact: true }).click();
      await expect(deskCall(page).getByRole('status')).toHaveText('Talking');
      await deskCall(page).getByRole('button', { name: 'Hang up' }).click();
      const wrapUp = page.getByRole('region', { name: 'Wrap-up' });
      await wrapUp.getByRole('button', { name: /^Finish/ }).click(); // a lead that is left in wrap-up is the first that the desk shows to the next test
      await expect(wrapUp).toBeHidden();
      return names;
    };
    const names = (await Promise.all([work(anita), work(caller)])).flat();
    expect(new Set(names).size).toBe(10);
  });

  await test.step('the leads stand on the board by stage; a card moved there is saved with its stage', async () => {
    await manager.goto('/leads?type=all&q=Floorwala&look=board');
    const card = manager
      .getByRole('region', { name: 'Fresh', exact: true })
      .locator('.lb-card')
      .filter({ hasText: 'Floorwala' })
      .first();
    const name = (await card.getByRole('link').innerText()).trim();
    await manager.getByRole('button', { name: `Move ${name}` }).click();
    await manager.getByRole('menuitem', { name: 'Fee paid' }).click();
    const form = manager.getByRole('dialog');
    await expect(form.locator('.ca-form')).toContainText('Fee paid');
    await choose(manager, form.getByRole('combobox', { name: 'Sub Stage' }), 'Part fee');
    await form.getByLabel('Comment').fill('Paid at the desk');
    await form.getByRole('button', { name: /^Save/ }).first().click();
    await expect(manager.getByRole('region', { name: 'Fee paid', exact: true })).toContainText(name);
  });

  await test.step('another file is imported and undone: its leads are gone', async () => {
    await importLeads(manager, 'second.csv', floorLeads(40, 'Secondwala', 500));
    expect(await found(manager, 'Secondwala')).toHaveLength(40);
    await manager.getByRole('button', { name: 'Undo import' }).click();
    await manager.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(manager.getByText('Taken back').locator('xpath=..')).toContainText('40');
    expect(await found(manager, 'Secondwala')).toEqual([]);
    expect(await found(manager, 'Floorwala')).toHaveLength(50);
  });

  await test.step('two leads are merged from the list and parted again', async () => {
    const [kept, lost] = all.slice(2, 4);
    await manager.goto('/leads?type=all&q=Floorwala&sort=name');
    for (const lead of [kept!, lost!])
      await manager
        .getByRole('row')
        .filter({ hasText: String(lead['name']) })
        .getByRole('checkbox')
        .first()
        .check();
    await manager.getByRole('button', { name: 'More for the selected leads' }).click();
    await manager.getByRole('menuitem', { name: 'Merge' }).click();
    const dialog = manager.getByRole('dialog', { name: 'Compare and merge' });
    await dialog.getByRole('button', { name: 'Merge leads' }).click();
    await expect(dialog).toBeHidden();
    await manager.goto(`/lp/${String(lost!['id'])}`);
    await expect(manager.getByRole('button', { name: 'Undo merge' })).toBeVisible();
    await manager.getByRole('button', { name: 'Undo merge' }).click();
    await manager.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click();
    await expect(manager.getByText('is a separate lead again.')).toBeVisible();
    for (const lead of [kept!, lost!]) {
      await manager.goto(`/lp/${String(lead['id'])}`);
      await expect(manager.getByRole('heading', { level: 1, name: String(lead['name']) })).toBeVisible();
    }
  });
  await Promise.all(Object.values(floor).map((page: Page) => page.context().close()));
});
