import type { Locator, Page } from '@playwright/test';
import { expect, signInOn, test } from './product';

const counsellor = 'counsellor@northstar.example';
type Stored = Record<string, Record<string, unknown>>;

/** The storage, the clock and other tabs may change under the product: the page must never be blank. */
test.describe('bad input to the shell', () => {
  test('browser storage edited by hand leads to the page or to the sign-in, never to a blank or broken page', async ({
    signIn,
  }) => {
    const page = await signIn(counsellor, '/dashboard');
    await page.locator('main h1').waitFor();
    const { currentUser: user, session } = await page.evaluate(() => ({
      currentUser: JSON.parse(localStorage.getItem('currentUser')!) as Record<string, unknown>,
      session: JSON.parse(localStorage.getItem('session')!) as Record<string, unknown>,
    }));
    const whole: Stored = { currentUser: user!, session: session! };
    const tenant = session!['tenant'] as Record<string, unknown>;
    // Token, names and roles first; then what depends on them.
    const users: object[] = [{}, { token: 5 }, { token: 'junk' }, { token: 'a.b.c' }, { token: null }, { name: { a: 1 } }];
    users.push({ name: null }, { role: 'admin' }, { role: 1 }, { role: null }, { id: 7 }, { id: undefined }, { type: 5 });
    users.push(
      { wp_access: 'x' },
      { user_status: 'x' },
      { on_break: 'x' },
      { user_status: 1, on_break: { since: 5, reason: {} } },
    );
    users.push({ logo_image: 'javascript:alert(1)' }, { logo_image: 5 }, { email: [] }, { role_name: {} });
    const tenants: object[] = [{ entity_name: 5 }, { brand_name: {} }, { timezone: 'Nowhere/Else' }, { timezone: 5 }];
    tenants.push({ features: 'x' }, { features: [] }, { features: null }, { time_tracking: 'x' }, { brand_color: 'red;}' });
    tenants.push({ time_tracking: { idle_ms: 'x', poll_ms: -1, auto_break_ms: 'x' } }, { brand_color: 5 }, { logo_image: {} });
    tenants.push({ id: 5 }, { name: null });
    const texts = ['', '{', 'null', '[]', '"x"', '5', '{}', '{"tenant":{}}', '{"tenant":null}'];
    const edits: Record<string, string>[] = [
      ...users.map((change) => ({ currentUser: JSON.stringify({ ...user, ...change }) })),
      ...tenants.map((change) => ({ session: JSON.stringify({ ...session, tenant: { ...tenant, ...change } }) })),
      ...texts.flatMap((text) => [{ currentUser: text }, { session: text }, { currentUser: text, session: text }]),
      ...['maybe', '{', '[]'].map((text) => ({
        'sidebar-collapsed': text,
        earlyReads: text,
        [`work-time:${String(user!['id'])}`]: text,
      })),
      { earlyReads: JSON.stringify({ user: user!['id'], pages: { '/dashboard': 5 } }) },
      { earlyReads: JSON.stringify({ user: user!['id'], pages: { '/dashboard': [{}, 'https://evil.example/x', '../../x'] } }) },
      { earlyReads: JSON.stringify({ user: user!['id'], pages: null }) },
      ...[5, {}, []].map((value) => ({ session: JSON.stringify({ ...session, support_number: value, support_email: value }) })),
      { 'server-clock': 'x' },
      { 'server-clock': '1e308' },
      { 'server-clock': '-86400000' },
    ];
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    const bad: string[] = [];
    for (const edit of edits) {
      await edited(page, whole, edit);
      await page.goto('/dashboard');
      const shown = await page
        .waitForFunction(() => {
          if (location.pathname === '/login') return document.querySelector('h1') ? 'sign-in' : null;
          if (document.querySelector('.p-broken')) return 'broken';
          return document.querySelector('main h1') && !document.querySelector('main .p-loader') ? 'page' : null;
        })
        .then(
          (handle) => handle.jsonValue(),
          () => 'nothing',
        );
      if (shown !== 'page' && shown !== 'sign-in') bad.push(`${shown}: ${JSON.stringify(edit).slice(0, 300)}`);
    }
    expect(bad).toEqual([]);
    expect(crashes).toEqual([]);
    expect(edits.length).toBeGreaterThan(65);
  });

  test('browser storage cleared under an open page leads to the sign-in when the window gets the focus', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    await page.locator('main h1').waitFor();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      window.dispatchEvent(new Event('focus'));
    });
    await page.waitForURL(/\/login/);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  test('a second user in another tab: the first tab shows nothing of the previous user', async ({ browser, product }) => {
    const context = await browser.newContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await signInOn(first, product, counsellor, '/leads?type=all');
    await first.locator('tbody a[href^="/lp/"]').first().waitFor();
    const other = await (await browser.newContext()).newPage();
    await signInOn(other, product, 'admin@lakeview.example', '/dashboard');
    const kept = await other.evaluate(() => ({ ...localStorage }));
    await other.context().close();
    // addresses, not names: people of two tenants may have the same name
    const shown = () =>
      first.locator('main a[href^="/lp/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const seen = await shown();
    expect(seen.length).toBeGreaterThan(0);
    await second.goto(`${product.url}/healthz`);
    const reloaded = first.waitForEvent('load');
    await second.evaluate((values) => Object.entries(values).forEach(([key, value]) => localStorage.setItem(key, value)), kept);
    await reloaded;
    await expect(first).toHaveTitle(/Lakeview/);
    await first.locator('main h1').waitFor();
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(0);
    expect((await shown()).filter((href) => seen.includes(href))).toEqual([]);
    await context.close();
  });

  for (const [said, off] of [
    ['ten minutes ahead', 600_000],
    ['ten minutes behind', -600_000],
    ['a day ahead', 86_400_000],
    ['a day behind', -86_400_000],
  ] as const)
    test(`TRUST-R15 a clock that is ${said}: signed in, after a reload too; the timer counts and a call rings`, async ({
      page,
      product,
    }) => {
      await page.addInitScript((ms) => {
        const Real = Date;
        const Off = function (...args: unknown[]) {
          if (!new.target) return new Real(Real.now() + ms).toString();
          return args.length ? Reflect.construct(Real, args, new.target) : Reflect.construct(Real, [Real.now() + ms], new.target);
        };
        Off.now = () => Real.now() + ms;
        Off.parse = Real.parse;
        Off.UTC = Real.UTC;
        Off.prototype = Real.prototype;
        window.Date = Off as unknown as DateConstructor;
      }, off);
      await signInOn(page, product, counsellor, '/dashboard');
      await page.locator('main h1').waitFor();
      const timer = page.getByRole('timer');
      await expect(timer).toHaveText(/^Working : \d\d:\d\d:\d\d$/);
      let last = await secondsOf(timer);
      const counts = async (): Promise<boolean> => {
        const step = (await secondsOf(timer)) - last;
        last += step;
        return step > 0 && step < 60; // a longer step: the server has said how much this person had worked today
      };
      await expect.poll(counts, { intervals: [1000] }).toBe(true);
      await page.reload();
      await page.locator('main h1').waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard');
      // the socket connects after the page has loaded
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/api\/events(\?|$)/.test(name)),
      );
      await page.waitForTimeout(500);
      const id = await page.evaluate(() => (JSON.parse(localStorage.getItem('currentUser')!) as { id: string }).id);
      const status = await page.evaluate(async (userId) => {
        const { token } = JSON.parse(localStorage.getItem('currentUser')!) as { token: string };
        const xsrf = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
        const headers = { 'content-type': 'application/json', 'x-xsrf-token': xsrf, authorization: `Bearer ${token}` };
        const body = JSON.stringify({ user_id: userId, phone: '9822012346' });
        return (await (await fetch('/api/dialer/sandbox-call', { method: 'POST', headers, body })).json()) as { code: number };
      }, id);
      expect(status).toMatchObject({ code: 200 });
      const popup = page.getByRole('region', { name: 'Call Connecting' });
      await expect(popup).toBeVisible();
      await popup.getByRole('button', { name: 'Disconnect' }).click();
      await expect(popup).toBeHidden();
    });
});

/** Restores the storage, except for these texts. */
async function edited(page: Page, whole: Stored, edit: Record<string, string>): Promise<void> {
  await page.evaluate(
    ([first, then]) => {
      for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
      for (const [key, value] of Object.entries(first)) localStorage.setItem(key, JSON.stringify(value));
      for (const [key, value] of Object.entries(then)) localStorage.setItem(key, value);
    },
    [whole, edit] as const,
  );
}

/** The time worked that the header shows. */
async function secondsOf(timer: Locator): Promise<number> {
  const [hours = 0, minutes = 0, seconds = 0] = ((await timer.textContent()) ?? '').match(/\d\d/g)?.map(Number) ?? [];
  return (hours * 60 + minutes) * 60 + seconds;
}
