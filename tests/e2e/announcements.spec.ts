import type { Locator, Page } from '@playwright/test';
import { asks } from './asks';
import { announce, open, soon, whenLive } from './live-pages';
import { expect, test } from './product';

const counsellor = 'counsellor@northstar.example';
const banner = (page: Page): Locator => page.getByRole('region', { name: 'Announcements', exact: true });
const line = (page: Page): Locator => banner(page).locator('[role=status], [role=alert]');
const title = (page: Page): Promise<number> => page.locator('main h1').evaluate((one) => one.getBoundingClientRect().top);
const main = (page: Page): Promise<number> => page.locator('main').evaluate((one) => one.getBoundingClientRect().top);

test('an announcement appears below the header of its audience, in each of their browsers, until they answer it', async ({
  browser,
  product,
}) => {
  const admin = await open(browser, product, 'admin@northstar.example', '/dashboard');
  // Remove the demo's own announcements.
  for (const one of (await asks(admin, 'GET', 'announcements/current'))['data'] as { id: string }[])
    await asks(admin, 'DELETE', `res/announcements/${one.id}`);
  const [page, caller] = await Promise.all([
    open(browser, product, counsellor, '/leads?type=all'),
    open(browser, product, 'caller@northstar.example', '/dashboard', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    }),
  ]);
  await Promise.all([page, caller].map(whenLive));
  await page.waitForTimeout(4000); // the banner's code
  await expect(banner(page)).toBeHidden();

  // A message arrives and counts as seen.
  const long =
    'Counselling stays open until 20:00 from Monday to Saturday, in all branches and on all days of the admission week.';
  const places = await Promise.all([page, caller].map(title));
  const week = await announce(admin, 'Admission week', { body: `${long}\nPlease check your shifts.` });
  await soon(line(page).getByText('Admission week', { exact: true }), line(caller).getByText('Admission week', { exact: true }));
  await expect(line(page)).toHaveRole('status');
  expect(await Promise.all([page, caller].map(title))).toEqual(places); // the text being read does not move
  await expect(banner(page).getByText('Please check your shifts.')).toBeHidden();
  await expect
    .poll(async () => (await asks(admin, 'GET', `res/announcements/${String(week['id'])}`))['seen_count'])
    .toBeGreaterThanOrEqual(2);

  // On a phone: one strip, nothing wider than the screen, buttons of touch size; a cut text can be unfolded.
  expect((await banner(caller).boundingBox())!.height).toBeLessThanOrEqual(64);
  expect(await caller.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const button of await banner(caller).getByRole('button').all())
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await banner(caller).getByRole('button', { name: 'Read more' }).click();
  await expect(banner(caller).getByText('Please check your shifts.')).toBeVisible();
  await caller.keyboard.press('Escape');
  await expect(banner(caller).getByText('Please check your shifts.')).toBeHidden();

  // A pinned warning for counsellors that must be acknowledged comes first; the caller does not get it.
  await announce(admin, 'Fees have changed', { type: 'warning', must_acknowledge: true, pinned: true, audience_roles: [4] });
  await soon(banner(page).getByRole('button', { name: /^Announcement \d of 2/ }));
  await page.reload();
  await expect(line(page)).toContainText('Fees have changed');
  await expect(line(page)).toHaveRole('alert');
  await expect(banner(page).getByRole('button', { name: /Dismiss/ })).toHaveCount(0);
  await expect(banner(caller)).not.toContainText('Fees have changed');

  // A first visit with an announcement: nothing on the page moves when the banner appears. The next page begins below it.
  const first = await open(browser, product, 'backoffice@northstar.example', '/dashboard');
  const begun = await Promise.all([main(first), title(first)]);
  await soon(line(first).getByText('Admission week', { exact: true }));
  expect(await Promise.all([main(first), title(first)])).toEqual(begun);
  await first.getByRole('link', { name: 'Help and Support' }).click();
  await expect(first).toHaveURL(/help-support/);
  expect(await main(first)).toBe(begun[0]! + 40);
  expect((await banner(first).boundingBox())!.y).toBeLessThan(begun[0]! + 40);

  // With the keyboard only.
  await banner(page).getByRole('button', { name: 'Announcement 1 of 2: show the next' }).focus();
  await page.keyboard.press('Enter');
  await expect(line(page)).toContainText('Admission week');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('button', { name: 'Dismiss the announcement' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line(page)).toContainText('Fees have changed');
  await expect(banner(page).getByRole('button', { name: 'Acknowledge' })).toBeFocused();

  // The space is reserved from visit to visit: nothing moves when the banner appears.
  await page.reload();
  await page.locator('tbody a[href^="/lp/"]').first().waitFor();
  const before = await main(page);
  await expect(line(page)).toContainText('Fees have changed');
  expect(await main(page)).toBe(before);
  await banner(page).getByRole('button', { name: 'Acknowledge' }).click();
  await expect(banner(page)).toBeHidden();
  expect(await main(page)).toBe(before - 40);

  // Another browser of the same person shows the answers; the dashboard still lists both announcements.
  const second = await open(browser, product, counsellor, '/dashboard');
  const card = second.getByRole('region', { name: 'What is announced' });
  await expect(card.getByRole('heading', { name: 'Fees have changed' })).toBeVisible();
  await expect(card.getByText(/^Acknowledged/)).toBeVisible();
  await expect(card.getByText('Please check your shifts.')).toBeVisible();
  await expect(banner(second)).toBeHidden();
  const row = ((await asks(admin, 'GET', 'res/announcements')) as unknown as { title: string }[]).find(
    ({ title }) => title === 'Fees have changed',
  );
  expect(row).toMatchObject({ seen_count: 1, acknowledged_count: 1 });
  await Promise.all([admin, page, caller, first, second].map((one) => one.context().close()));
});
