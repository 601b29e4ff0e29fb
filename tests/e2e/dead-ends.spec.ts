import type { Page } from '@playwright/test';
import { goWithin } from './pages';
import { expect, test } from './product';

test('SHELL-016 the two pages of signing in have no shell', async ({ page }) => {
  for (const path of ['/login', '/verify-otp']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(0);
  }
});

/** Follows every link of every page, one address per shape, and expects a page behind each. */
for (const [email, least] of [['counsellor@northstar.example', 12]] as const)
  test(`SHELL-016 ${email.split('@')[0]} meets no dead end, and finds the shell around every page`, async ({ signIn }) => {
    const page = await signIn(email, '/dashboard');
    const isAdmin = email.startsWith('admin');
    const seen = new Set(['/dashboard']);
    const waiting = [{ from: '', to: '/dashboard' }];
    const dead: string[] = [];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const whole = await goWithin(page, next.to);
      const said = await page.locator('main').innerText();
      const at = new URL(page.url()).pathname;
      const place = shapeOf(at);
      const wanted = shapeOf(next.to);
      const lost = place !== wanted && place === '/dashboard' && wanted !== '/';
      const denied = at === '/access-denied'; // this page has a text of its own
      // The entry is shown to everyone and opens only with the code (D-010); the page links to the start page.
      const refused = denied && (isAdmin || !accessControl.has(wanted));
      const bare = (await page.getByRole('navigation', { name: 'Main' }).count()) === 0;
      const broken =
        bare || !whole || (!denied && /could not be (shown|loaded)|do not have permission|does not exist/i.test(said));
      if (lost || refused || broken) dead.push(`${next.from} -> ${next.to} at ${at}: ${said.slice(0, 80).replaceAll('\n', ' ')}`);
      for (const to of await linksOf(page)) {
        const shape = shapeOf(to);
        if (seen.has(shape)) continue;
        seen.add(shape);
        waiting.push({ from: next.to, to });
      }
    }
    console.log(JSON.stringify({ name: `links of ${email}`, inputs: seen.size, failures: dead.length }));
    expect(dead).toEqual([]);
    expect(seen.size).toBeGreaterThan(least);
  });

const accessControl = new Set(['/feedback-management', '/users-roles', '/announcement-management', '/users', '/teams']);

/** Every address of the product that the page links to, after opening the closed groups of the menu. */
async function linksOf(page: Page): Promise<string[]> {
  const closed = page.locator('nav[aria-label=Main] .p-menu button[aria-expanded=false]');
  while (await closed.count()) await closed.first().click();
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')]
      .filter((link) => !link.target && !link.hasAttribute('download'))
      .map((link) => link.getAttribute('href')!)
      .filter((address) => !/^\/(api|files|wa-client)\//.test(address)),
  );
}

/** An address without the parts that identify a record or a state of a list. */
const shapeOf = (address: string): string =>
  address
    .split(/[?#]/)[0]!
    .split('/')
    .map((part) => (/^[0-9A-Z]{26}$|^\d+$|@|%40/.test(part) ? ':id' : part))
    .join('/');
