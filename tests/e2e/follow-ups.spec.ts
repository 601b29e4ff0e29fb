import { ask, asks } from './asks';
import { choose } from './choose';
import { nextOfficeDay } from './next-office-day';
import { expect, signedInOn, test } from './product';

const planned = `/myfollowup?stage=${nextOfficeDay}`;

test('a follow-up is marked done with its outcome by keyboard, taken back, and seen under Done', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', planned);
  const table = page.getByRole('table', { name: 'FollowUps' });
  await expect(table.locator('tbody a').first()).toBeVisible();
  const name = await table.locator('tbody a').first().innerText();
  const due = (await table.locator('tbody time').first().getAttribute('datetime'))!;
  const total = page.getByText(/^Total: /);
  const before = await total.innerText();
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: `Mark done · ${name}` });
  await expect(dialog.getByLabel('Spoke to them')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('rang twice');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(total).not.toHaveText(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(total).toHaveText(before);
  await expect(page.getByText('The follow-up is open again.')).toBeVisible();

  await page.keyboard.press('d');
  await expect(dialog.getByLabel('Spoke to them')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(total).not.toHaveText(before);
  await page.getByRole('button', { name: /^Done/ }).click();
  // the lead may have others that were done before
  const done = page.getByRole('row', { name }).filter({ has: page.locator(`time[datetime="${due}"]`) });
  await expect(done).toContainText('No answer');
});

test('a manager looks at somebody’s follow-ups, spreads them over a morning and takes it back', async ({ signIn }) => {
  const page = await signIn('lead@northstar.example', planned);
  const table = page.getByRole('table', { name: 'FollowUps' });
  await choose(page, page.getByLabel('Whose follow-ups'), 'Rohini Deshpande');
  await expect(page).toHaveURL(/user=/);
  await page.reload(); // from here on the rows are theirs alone
  await expect(page.getByTitle('Rohini Deshpande').first()).toBeVisible();
  await expect(table.locator('tbody tr').nth(2)).toBeVisible();
  const times = (): Promise<string[]> =>
    table.locator('tbody time').evaluateAll((all) => all.map((one) => (one as HTMLTimeElement).dateTime));
  const due = (await times()).slice(0, 3);
  for (const at of [0, 1, 2]) await table.locator('tbody tr').nth(at).getByLabel('Select').check();
  await page.getByRole('toolbar', { name: 'Chosen rows' }).getByRole('button', { name: 'Spread' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spread: 3 follow-ups' });
  await dialog.getByLabel('From').fill('24 Nov 2031 10:00');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').last()).toHaveText(/^3 follow-ups: first 24 Nov 2031 10:00, last 24 Nov 2031 10:20\.$/);
  await dialog.getByRole('button', { name: 'Spread' }).click();
  await expect(dialog.getByText('3 done')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const change = page.getByRole('group', { name: 'Spread 3 follow-ups' });
  await change.getByRole('button', { name: 'Undo' }).click();
  await expect(change).toContainText('3 undone');
  await expect.poll(async () => (await times()).filter((at) => due.includes(at)).length).toBeGreaterThanOrEqual(3);
});

test('the calendar turns by keys, opens a day and a lead; its address is read by a calendar program', async ({
  signIn,
  product,
}) => {
  const page = await signIn('counsellor@northstar.example', '/myfollowup?view=month');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const title = calendar.getByRole('heading');
  const month = await title.innerText();
  await page.goto('/myfollowup?view=month&day=2026-13-45'); // no day at all: this month
  await expect(title).toHaveText(month);
  await page.keyboard.press('ArrowLeft');
  await expect(title).not.toHaveText(month);
  await page.keyboard.press('t');
  await expect(title).toHaveText(month);
  await page.getByText('Week', { exact: true }).click();
  await expect(title).toHaveText(/ to /);
  await expect(calendar).not.toHaveAttribute('aria-busy', 'true');
  const entry = calendar.locator('a').first();
  const lead = await entry.getAttribute('href');
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`${lead}$`));

  await page.goto(planned);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByText('Show in my calendar…').click();
  const dialog = page.getByRole('dialog', { name: 'Follow-ups in your calendar' });
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const address = await dialog.getByLabel('Calendar address').inputValue();
  const file = await (await fetch(address)).text();
  expect(address.startsWith(product.url)).toBe(true);
  expect(file.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(5);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});

test('a time outside the shift is asked about first, and many in one half hour are said', async ({
  browser,
  product,
  signIn,
}) => {
  const admin = await signIn('admin@northstar.example', '/profile');
  const [shift] = await ask(admin, 'POST', 'res/shifts', { name: 'Mornings', start_time: '09:00', end_time: '12:00' });
  const [anita] = await ask(admin, 'GET', 'res/users?q=anita.verma');
  await asks(admin, 'PATCH', `res/users/${String(anita!['id'])}`, { shift_id: shift!['id'] });

  const context = await browser.newContext();
  const page = await signedInOn(await context.newPage(), product, 'anita.verma@northstar.example', planned);
  const rows = page.getByRole('table', { name: 'FollowUps' }).locator('tbody tr');
  await expect(rows.nth(5)).toBeVisible();
  const dialog = page.getByRole('dialog', { name: /^Reschedule/ });
  const move = async (row: number, at: string): Promise<void> => {
    await rows.nth(row).hover();
    await rows
      .nth(row)
      .getByRole('button', { name: /^Reschedule/ })
      .click();
    await dialog.getByLabel('Followup Date').fill(at);
    await page.keyboard.press('Enter');
  };
  await move(0, '24 Nov 2031 23:15');
  await expect(dialog.getByText('This is outside your shift (09:00 to 12:00).')).toBeVisible();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Plan it for 24 Nov 2031, 23:15?' });
  await question.getByRole('button', { name: 'Choose another time' }).click();
  await expect(question).toBeHidden();
  await dialog.getByLabel('Followup Date').fill('24 Nov 2031 11:00');
  await page.keyboard.press('Enter');
  const lead = rows.first().locator('a').first();
  for (let n = 0; n < 5; n++) {
    const moved = (await lead.getAttribute('href'))!;
    await expect(dialog.getByText('already planned')).toBeHidden();
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(dialog).toBeHidden();
    await expect(lead).not.toHaveAttribute('href', moved);
    await move(0, `24 Nov 2031 11:0${n + 1}`);
  }
  await expect(dialog.getByText('5 follow-ups are already planned in this half hour.')).toBeVisible();
  await context.close();

  // several at once, by someone else: the shift of the person they are for counts
  await admin.goto(`${planned}&user=${String(anita!['id'])}`);
  await admin.getByRole('table', { name: 'FollowUps' }).locator('tbody').getByLabel('Select').first().check();
  await admin.getByRole('toolbar', { name: 'Chosen rows' }).getByRole('button', { name: 'Reschedule' }).click();
  const theirs = admin.getByRole('dialog', { name: 'Reschedule: 1 follow-up' });
  await theirs.getByLabel('Followup Date').fill('25 Nov 2031 23:15');
  await admin.keyboard.press('Enter');
  await theirs.getByRole('button', { name: 'Reschedule' }).click();
  await expect(admin.getByRole('dialog', { name: 'Plan it for 25 Nov 2031, 23:15?' })).toContainText('09:00 to 12:00');
});

test('the head of the frozen column stays over its rows when the list is moved sideways', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/myfollowup?stage=overdue');
  const head = page.getByRole('columnheader', { name: 'Lead' });
  await expect(page.getByRole('table', { name: 'FollowUps' }).locator('tbody tr').first()).toBeVisible();
  const isOnTop = () =>
    head.evaluate((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  expect(await isOnTop()).toBe(true);
  const { x } = (await head.boundingBox())!;
  await page.mouse.move(700, 400);
  await page.mouse.wheel(320, 0);
  await expect(page.getByRole('columnheader', { name: 'Time' })).not.toBeInViewport({ ratio: 1 });
  expect((await head.boundingBox())!.x).toBe(x);
  expect(await isOnTop()).toBe(true);
});
