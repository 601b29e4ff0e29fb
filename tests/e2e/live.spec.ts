import type { Locator, Page } from '@playwright/test';
import { asks } from './asks';
import { announce, open, soon, whenLive } from './live-pages';
import { expect, test } from './product';

/** Two users and an administrator, each in a browser of their own. */
test('notifications, calls, breaks, announcements and changes appear live; a killed server loses none', async ({
  browser,
  product,
}) => {
  const [admin, counsellor, caller] = await Promise.all([
    open(browser, product, 'admin@northstar.example', '/dashboard'),
    open(browser, product, 'counsellor@northstar.example', '/leads?type=all'),
    open(browser, product, 'caller@northstar.example', '/dashboard'),
  ]);
  const [counsellorId, callerId] = await Promise.all([idOf(counsellor), idOf(caller)]);
  await Promise.all([admin, counsellor, caller].map(whenLive));
  for (const page of [counsellor, caller]) await page.getByRole('button', { name: /^Notifications/ }).click();

  // A changed lead: its owner has the list open.
  const row = counsellor.locator('tbody a[href^="/lp/"]').first();
  const lead = (await row.getAttribute('href'))!.split('/')[2]!;
  await asks(admin, 'PATCH', `res/leads/${lead}`, { name: 'Changed Elsewhere' });
  await soon(counsellor.getByRole('link', { name: 'Changed Elsewhere' }).first());

  // A notification: a ticket is assigned to someone.
  await asks(admin, 'POST', 'res/tickets', {
    subject: 'Printer of stripes',
    description: 'It prints nothing but stripes.',
    category: 'other',
    priority: 'low',
    assigned_to: counsellorId,
  });
  await soon(notice(counsellor, 'Printer of stripes'));

  // An announcement reaches both.
  await announce(admin, 'Office closes at four');
  await soon(notice(counsellor, 'Office closes at four'), notice(caller, 'Office closes at four'));

  // A break: a colleague's page shows it, and so does another browser of the same person.
  const second = await open(browser, product, 'caller@northstar.example', '/dashboard');
  await whenLive(second);
  await admin.goto(`${product.url}/users/${callerId}`);
  await expect(admin.getByText('Online', { exact: true }).last()).toBeVisible();
  await whenLive(admin);
  await asks(caller, 'POST', 'users/break', { status: 1, reason: 'Lunch Break' });
  await soon(admin.locator('main').getByText('On break').last(), second.getByRole('button', { name: 'Status: Offline' }));
  await asks(caller, 'POST', 'users/break', { status: 0 });
  await soon(second.getByRole('button', { name: 'Status: Online' }));
  await second.context().close();

  // A call rings only for its user.
  await asks(admin, 'POST', 'dialer/sandbox-call', { user_id: callerId, phone: '9822012345' });
  const popup = (page: Page): Locator => page.getByRole('region', { name: 'Call Connecting' });
  await soon(popup(caller));
  await expect(popup(counsellor)).toBeHidden();
  await popup(caller).getByRole('button', { name: 'Disconnect' }).click();
  await expect(popup(caller)).toBeHidden();

  // The server is killed and restarted; what was written meanwhile arrives once, in order.
  await announce(admin, 'Before the fall');
  await product.stop('SIGKILL');
  await product.start();
  for (const title of ['After it, one', 'After it, two', 'After it, three']) await announce(admin, title);
  await expect(notice(counsellor, 'After it, three')).toBeVisible();
  await announce(admin, 'And going on');
  await expect(notice(counsellor, 'And going on')).toBeVisible();
  const texts = (await notices(counsellor).allInnerTexts()).map((text) => text.split('\n')[0]!);
  expect(texts.filter((text) => /^(After it|Before the|And going)/.test(text))).toEqual([
    'And going on',
    'After it, three',
    'After it, two',
    'After it, one',
    'Before the fall',
  ]);
  await Promise.all([admin, counsellor, caller].map((page) => page.context().close()));
});

const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('currentUser')!) as { id: string }).id);
const notices = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
const notice = (page: Page, text: string): Locator => notices(page).filter({ hasText: text });
