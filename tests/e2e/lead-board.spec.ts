import { ask, asks } from './asks';
import { expect, test } from './product';

interface Lead {
  readonly id: string;
  readonly name: string;
  readonly stage_id: string | null;
  readonly row_version: number;
}

test('a card dropped on another stage opens Add Lead Stage with it; nothing moves before it is saved; the menu moves it too', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all');
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Board' }).click();
  await expect(page).toHaveURL(/look=board/);
  const fresh = page.getByRole('region', { name: 'Fresh', exact: true });
  const card = fresh.locator('.lb-card').first();
  await expect(card.getByRole('link')).toBeVisible();
  const name = (await card.getByRole('link').innerText()).trim();
  const id = /lp\/([^/]+)/.exec((await card.getByRole('link').getAttribute('href'))!)![1]!;

  await card.dragTo(page.getByRole('region', { name: 'Counselled', exact: true }));
  const form = page.getByRole('dialog');
  await expect(form.locator('.ca-form')).toContainText('Counselled');
  const [before] = (await ask(page, 'GET', `res/leads/${id}`)) as unknown as Lead[];
  expect(before!.stage_id).toBeNull();
  await form.getByRole('button', { name: 'Cancel' }).click();

  // by the keyboard: from the name to the menu, and to the stage
  await card.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Move ${name}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Counselled' }).focus();
  await page.keyboard.press('Enter');
  await expect(form.locator('.ca-form')).toContainText('Counselled');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await expect(card.getByRole('link')).toHaveText(name);
});

test('a long stage draws the cards that are seen and no others; the last one can be reached', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all&look=board');
  const column = page.getByRole('region', { name: 'Leads of Enrolled' });
  await expect(column.locator('.lb-card').first()).toBeAttached();
  const { data } = (await asks(page, 'POST', 'leads/board', { query: { type: 'all' } })) as unknown as {
    data: { count: number }[];
  };
  expect(Math.max(...data.map(({ count }) => count))).toBeGreaterThan(100);
  await column.evaluate((box) => (box.scrollTop = box.scrollHeight));
  await expect(column.getByRole('link').last()).toBeVisible();
  expect(await column.locator('.lb-card').count()).toBeLessThan(40);
});

test('the calendar shows a day’s follow-ups; its count opens the list of that day, and Back returns', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all&look=calendar');
  const day = page.locator('.p-calendar-day', { has: page.getByRole('button', { name: /^\d+ leads? on / }) }).first();
  const count = Number(/^\d+/.exec((await day.getByRole('button').first().getAttribute('aria-label'))!)![0]);
  await day.getByRole('button').first().click();
  await expect(page.getByText(`Total: ${count}`, { exact: true })).toBeVisible();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.goBack();
  await expect(page.locator('.p-calendar')).toBeVisible();
  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/span=week/);
  await expect(page.locator('.p-calendar-day')).toHaveCount(7);
  await page.reload();
  await expect(page.locator('.p-calendar-day')).toHaveCount(7);
});

test('owner and priority are edited in their cells; a change of somebody else is shown and nothing is overwritten', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all&cols=name,priority,user_id');
  const row = page.locator('tbody tr').first();
  const id = /lp\/([^/]+)/.exec((await row.getByRole('link').first().getAttribute('href'))!)![1]!;
  await row.hover();
  await row.getByRole('button', { name: 'Change Priority' }).click();
  const panel = page.getByRole('dialog', { name: 'Change Priority' });
  await expect(panel.getByRole('combobox')).toBeVisible(); // it shows the value of this moment
  await asks(page, 'PATCH', `res/leads/${id}`, { priority: 1 });
  await panel.getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: 'High' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toContainText("Someone else saved first: the value is now 'Medium'.");
  // The list is not read again before the next cell is saved.
  const isList = (url: URL): boolean => url.pathname.endsWith('/res/leads');
  const held: (() => Promise<void>)[] = [];
  await page.route(isList, (route) => void held.push(() => route.continue()));
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
  await expect(row).toContainText('High');
  await expect(row.getByRole('button', { name: /Change .*Stage/ })).toHaveCount(0);
  await row.hover();
  await row.getByRole('button', { name: 'Change Lead Owner' }).click(); // of the last column: the row's actions leave it free
  const owner = page.getByRole('dialog', { name: 'Change Lead Owner' });
  await owner.getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: 'Meera Das' }).click();
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner).toBeHidden();
  await expect(row).toContainText('Meera Das');
  await page.unroute(isList);
  await Promise.allSettled(held.map((go) => go()));
});

test('pasted phones and emails find their leads and say which were not found', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all&look=table');
  const leads = (await ask(page, 'GET', 'res/leads?type=all&_start=0&_end=20')) as unknown as { phone: string | null }[];
  const phones = leads.flatMap(({ phone }) => phone ?? []).slice(0, 3);
  await page.getByLabel(/^Search name/).focus();
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `${phones.join(',\n')}\n9000000001`,
  );
  await expect(page.getByText('3 leads for 4 phones and emails')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await page.getByRole('button', { name: '1 not found' }).click();
  await expect(page.locator('.ld-missing')).toContainText('9000000001');
  await page.getByRole('button', { name: 'Show all leads again' }).click();
  await expect(page).not.toHaveURL(/found=/);
});
