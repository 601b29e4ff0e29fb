import { ask, asks } from './asks';
import { expect, test } from './product';

test('ROUTE-021 ROUTE-024 ROUTE-025 colleges are recommended with reasons, shortlisted in an order, and turned down', async ({
  signIn,
}) => {
  const page = await signIn('counsellor@northstar.example', '/leads');
  const [lead] = await ask(page, 'GET', 'res/leads?_start=0&_end=1');
  const address = `/lp/${String(lead!['id'])}`;
  await page.goto(`${address}/college-recommendation`);
  await expect(page.getByText(/courses, best fit first/)).toBeVisible();
  const rows = page.getByRole('region', { name: 'Recommended' }).getByRole('listitem');
  await rows.first().getByRole('button', { name: /% fit/ }).click();
  await expect(rows.first().getByRole('row', { name: /^Course/ })).toBeVisible();
  for (const count of [1, 2]) {
    await rows.getByRole('button', { name: 'Shortlist', exact: true }).first().click();
    await expect(rows.getByText('Shortlisted')).toHaveCount(count);
  }
  await page.getByRole('navigation', { name: 'Lead page' }).getByRole('link', { name: 'Shortlisted' }).click();
  const listed = page.getByRole('region', { name: 'Shortlisted' }).getByRole('listitem');
  await expect(listed).toHaveCount(2);
  const second = (await listed.nth(1).locator('strong').textContent()) ?? '';
  await page.getByRole('button', { name: `Move ${second}` }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(listed.first().locator('strong')).toHaveText(second);
  await expect(page.getByText(`${second} is now number 1 of 2`)).toBeAttached();
  await expect(page.getByRole('button', { name: `Move ${second}` })).toBeFocused();
  await expect
    .poll(async () => (await ask(page, 'GET', `res/lead-colleges?lead_id=${String(lead!['id'])}`)).map(({ rank }) => rank).sort())
    .toEqual([1, 2]);
  await page.reload();
  await expect(listed.first().locator('strong')).toHaveText(second);

  await page.getByRole('button', { name: `Actions for ${second}` }).click();
  await page.getByRole('menuitem', { name: 'Not interested' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Location' }).check();
  await dialog.getByLabel('Note').fill('Too far from home');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(listed).toHaveCount(1);
  await page.goto(`${address}/college-not-interested`);
  await expect(page.getByText('Too far from home')).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Nothing was turned down')).toBeVisible();
});

test('ROUTE-023 a meeting is scheduled, rescheduled and cancelled, and the lead gets an email each time', async ({
  signIn,
  product,
}) => {
  const page = await signIn('counsellor@northstar.example', '/leads');
  const leads = await ask(page, 'GET', 'res/leads?_start=0&_end=50');
  const lead = leads.find(({ email, consent }) => email && !consent);
  await page.goto(`/lp/${String(lead!['id'])}/virtual-meeting-history`);
  await page.getByRole('button', { name: 'Schedule meeting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Tomorrow 11:00' }).click();
  await dialog.getByLabel('Title').fill('Campus talk');
  await dialog.getByLabel('Address of the meeting').fill('https://meet.example/abc');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  const row = page.getByRole('listitem', { name: /^Campus talk/ });
  await expect(row).toContainText('Tomorrow 11:00');
  await expect(row).toContainText('lead emailed');
  await expect(row.getByRole('link', { name: 'Join' })).toHaveAttribute('href', 'https://meet.example/abc');
  await row.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByRole('button', { name: '+3 d' }).click();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(row).not.toContainText('Tomorrow 11:00');
  await row.getByRole('button', { name: 'Actions for Campus talk' }).click();
  await page.getByRole('menuitem', { name: 'Cancel meeting' }).click();
  await page.getByRole('button', { name: 'Cancel meeting' }).click();
  await expect(row).toContainText('Cancelled');
  const sent = product
    .log()
    .split('\n')
    .filter((line) => line.includes(`to=${String(lead!['email'])}`) && line.includes('Campus talk'));
  expect(sent).toHaveLength(3);
});

test('the college tabs are laid out as before once the lead was called from its page', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/leads');
  const { id } = await asks(page, 'POST', 'res/leads', { name: 'Called before colleges', phone: '9812300012' });
  await page.goto(`/lp/${String(id)}/conversion`);
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  const call = page.getByRole('region', { name: 'Call', exact: true });
  await call.getByRole('button', { name: 'Hang up' }).click();
  const form = page.getByRole('dialog', { name: 'Add Lead Stage' });
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('navigation', { name: 'Lead page' }).getByRole('link', { name: 'Recommended' }).click();
  const tab = page.getByRole('region', { name: 'Recommended' });
  await expect(tab.getByRole('listitem').first()).toBeVisible();
  expect(await tab.evaluate((section) => getComputedStyle(section).position)).toBe('static');
});
