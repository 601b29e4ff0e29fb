import type { Page } from '@playwright/test';
import { asks } from './asks';
import { choose } from './choose';
import { freeDesk } from './free-desk';
import { open, soon, whenLive } from './live-pages';
import { expect, test } from './product';

const own = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('currentUser')!) as { id: string }).id);
const rows = async (page: Page, path: string): Promise<Record<string, unknown>[]> =>
  (await asks(page, 'GET', path)) as unknown as Record<string, unknown>[];

test('D-001 two counsellors work one shared list at once, no lead twice; the list shows what became of each', async ({
  browser,
  product,
}) => {
  const admin = await open(browser, product, 'admin@northstar.example', '/dashboard');
  const first = await open(browser, product, 'counsellor@northstar.example', '/dashboard');
  const second = await open(browser, product, 'caller@northstar.example', '/dashboard');
  const user_ids = [await own(first), await own(second)];
  const made: string[] = [];
  for (const at of [1, 2, 3]) {
    const lead = { name: `Shared ${at}`, phone: `981110007${at}`, user_id: await own(admin) };
    made.push(String((await asks(admin, 'POST', 'res/leads', lead))['id']));
  }
  const list = await asks(admin, 'POST', 'res/dialer-lists', { value: 'Scholarship round', user_ids, mode: 'manual' });

  await test.step('leads are put there from the lead page, and in bulk', async () => {
    await admin.goto(`/lp/${made[0]}`);
    await admin.getByRole('button', { name: 'More', exact: true }).click();
    await admin.getByRole('menuitem', { name: 'Put in a call list' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Put Shared 1 in a call list' });
    await choose(admin, dialog.getByRole('combobox', { name: 'List' }), 'Scholarship round');
    await dialog.getByRole('button', { name: 'Put in list' }).click();
    await expect(admin.getByText("1 added to 'Scholarship round'.")).toBeVisible();
    await admin.goto('/leads?type=all&q=Shared');
    for (const name of ['Shared 2', 'Shared 3'])
      await admin.getByRole('row').filter({ hasText: name }).getByRole('checkbox').first().check();
    await admin.getByRole('button', { name: 'More for the selected leads' }).click();
    await admin.getByRole('menuitem', { name: 'Put in a call list' }).click();
    const bulk = admin.getByRole('dialog', { name: 'Put 2 leads in a call list' });
    await choose(admin, bulk.getByRole('combobox', { name: 'List' }), 'Scholarship round');
    await bulk.getByRole('button', { name: 'Put in list' }).click();
    await expect(admin.getByText("2 added to 'Scholarship round'.")).toBeVisible();
  });

  const served = async (page: Page): Promise<string> => {
    await freeDesk(page);
    await page.goto(`/dialer?list=${String(list['key'])}`);
    await page
      .getByRole('button', { name: /Start calling|Next lead/ })
      .first()
      .click();
    const heading = page.getByRole('article').getByRole('heading', { level: 2 });
    await expect(heading).toContainText('Shared');
    return (await heading.textContent())!;
  };
  await test.step('both get a lead of a colleague, never the same, and can call it', async () => {
    const names = await Promise.all([served(first), served(second)]);
    expect(new Set(names).size).toBe(2);
    await first.getByRole('button', { name: 'Dial', exact: true }).click();
    await expect(first.getByRole('region', { name: 'Call', exact: true })).toContainText(names[0]!);
    await second.getByRole('button', { name: 'Skip for now' }).click();
    await expect(second.getByRole('button', { name: 'Dial', exact: true })).toBeHidden();
    await first.getByRole('region', { name: 'Call', exact: true }).getByRole('button', { name: 'Hang up' }).click();
    await expect(first.getByRole('region', { name: 'Wrap-up' })).toBeVisible();
  });
  await test.step('the page of the list shows its leads, their tries and who called', async () => {
    await admin.goto(`/config/dialer-lists/${String(list['key'])}`);
    const section = admin.getByRole('region', { name: 'Leads', exact: true });
    await expect(section.getByRole('row')).toHaveCount(4);
    await expect(section).toContainText('Shared 1');
    const { name } = (await rows(admin, `res/users?id=${user_ids[0]}&_start=0&_end=1`))[0]!;
    await expect(section).toContainText(String(name));
  });
  await test.step('all leads of a view go into a list in the background', async () => {
    await asks(admin, 'POST', 'res/dialer-lists', { value: 'Everyone', user_ids, mode: 'manual' });
    await admin.goto('/leads?type=all&view=untouched');
    await admin.getByRole('checkbox', { name: 'Select the page' }).check();
    await admin.getByRole('button', { name: /^Select all [\d,]+$/ }).click();
    await admin.getByRole('button', { name: 'More for the selected leads' }).click();
    await admin.getByRole('menuitem', { name: 'Put in a call list' }).click();
    const dialog = admin.getByRole('dialog').filter({ hasText: 'in a call list' });
    await choose(admin, dialog.getByRole('combobox', { name: 'List' }), 'Everyone');
    await dialog.getByRole('button', { name: 'Put in list' }).click();
    await expect(dialog.getByText(/^[\d,]+ put in the list\.$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(dialog).toBeHidden();
  });
  await Promise.all([admin, first, second].map((page) => page.context().close()));
});

test('a call that comes in rings for the owner, is held, and is transferred to a colleague in another browser', async ({
  browser,
  product,
}) => {
  const admin = await open(browser, product, 'admin@northstar.example', '/dashboard');
  const owner = await open(browser, product, 'counsellor@northstar.example', '/dashboard');
  const colleague = await open(browser, product, 'lead@northstar.example', '/leads?type=all');
  await Promise.all([owner, colleague].map(whenLive));
  const phone = '9811100099';
  await asks(admin, 'POST', 'res/leads', { name: 'Nalini Bose', phone, user_id: await own(owner) });
  await asks(admin, 'POST', 'dialer/sandbox-call', { phone, routed: true });
  const ringing = (page: Page) => page.getByRole('region', { name: 'Call Connecting' });
  const talking = (page: Page) => page.getByRole('region', { name: 'Call in progress' });
  await soon(ringing(owner));
  await expect(ringing(owner)).toContainText('Nalini Bose');
  await expect(ringing(colleague)).toBeHidden();
  await ringing(owner).getByRole('button', { name: 'Answer' }).click();
  const call = talking(owner);
  await call.getByRole('button', { name: 'Hold' }).click();
  await expect(call.getByRole('button', { name: 'Resume' })).toHaveAttribute('aria-pressed', 'true');
  await call.getByRole('button', { name: 'Resume' }).click();
  await call.getByRole('button', { name: 'Keypad' }).click();
  await call.getByRole('button', { name: '7', exact: true }).click();
  await expect(call.getByLabel('Keys pressed')).toHaveText('7');
  await call.getByRole('button', { name: 'Transfer', exact: true }).click();
  const colleagueName = await colleague.evaluate(
    () => (JSON.parse(localStorage.getItem('currentUser')!) as { name: string }).name,
  );
  await choose(owner, call.getByRole('combobox', { name: 'Colleague' }), colleagueName);
  await call.getByRole('button', { name: 'Hand over' }).click();
  await expect(call).toBeHidden();
  await soon(ringing(colleague));
  await expect(ringing(colleague)).toContainText('Nalini Bose');
  await ringing(colleague).getByRole('button', { name: 'Answer' }).click();
  await soon(talking(colleague));
  await talking(colleague).getByRole('button', { name: 'Disconnect' }).click();
  await expect(colleague.getByRole('dialog').filter({ hasText: 'Add Lead Stage' })).toBeVisible();
  await Promise.all([admin, owner, colleague].map((page) => page.context().close()));
});
