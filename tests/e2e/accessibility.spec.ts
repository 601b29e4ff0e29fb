import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { everyAddress, goWithin, settled } from './pages';
import { expect, test } from './product';

const desk = { width: 1366, height: 768 };
const phone = { width: 390, height: 844 };
const themes = ['light', 'dark'] as const;
const axe = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** `npm run prove:axe` checks every page (from AXE_FROM on, to resume a run); `npm test` checks this many, chosen by the seed. */
const everything = process.env['AXE_ALL'] === '1';
const from = Number(process.env['AXE_FROM'] ?? 0);
const sampled = 6;
const seed = Number(process.env['AXE_SEED'] ?? 1);

/** axe reports no violation: pages at both widths, all rules in the light theme, colour contrast also in the dark one. */
test.describe('accessibility', () => {
  test('sign-in', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(await violations(page, '/login')).toEqual([]);
  });

  test("a counsellor's pages: a lead, and the dialog over it", async ({ signIn }) => {
    const page = await signIn('counsellor@northstar.example', '/leads?type=all');
    const lead = await page.locator('tbody a[href^="/lp/"]').first().getAttribute('href');
    const found = await look(page, ['/dashboard', '/leads?type=all', lead!]);
    await page.getByRole('button', { name: 'Add Lead Stage' }).first().click();
    await expect(page.getByRole('dialog').getByLabel('Comment')).toBeVisible();
    found.push(...(await violations(page, 'call action')));
    expect(found).toEqual([]);
  });

  test(everything ? 'every page of an administrator' : `pages of an administrator, drawn by seed ${seed}`, async ({ signIn }) => {
    if (everything) test.setTimeout(3_600_000);
    const page = await signIn('admin@northstar.example', '/leads?type=all');
    const all = await withIds(page, await everyAddress());
    all.sort((a, b) => Number(a.endsWith('/new')) - Number(b.endsWith('/new'))); // the pages that are used most come first
    const chosen = everything ? all.slice(from) : byChance(all, seed).slice(0, sampled);
    const found = await look(page, chosen);
    console.log(
      JSON.stringify({
        name: 'axe',
        inputs: chosen.length * 4,
        pages: chosen.length,
        of: all.length,
        failures: found.length,
        seed,
      }),
    );
    expect(found).toEqual([]);
  });

  test('timeline, chats, orders and the tenant', async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/order-reports');
    const order = await page.locator('a[href^="/product-order-detail/"]').first().getAttribute('href');
    const tenant = await page.evaluate(() => (JSON.parse(localStorage.getItem('session')!) as { tid: string }).tid);
    const found = await look(page, ['/timeline', '/chat', '/aibot', order!, `/tenant-profile/${tenant}`]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('dialog').getByLabel('Short Name')).toBeVisible();
    found.push(...(await violations(page, 'tenant form')));
    expect(found).toEqual([]);
  });
});

async function look(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, address] of addresses.entries()) {
    await page.setViewportSize(desk);
    const whole = await goWithin(page, address);
    const here = [...(whole ? [] : [`${address} is never whole`]), ...(await violations(page, address, index > 0))];
    if (here.length) console.log(here.join('\n'));
    if (everything) console.log(`${address}: ${here.length}`);
    found.push(...here);
  }
  return found;
}

/** What axe reports for the current page at both widths and in both themes; the shell can be left out. */
async function violations(page: Page, where: string, withoutShell = false): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  for (const size of [desk, phone])
    for (const theme of themes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await settled(page);
      const seen = (): Promise<string[]> =>
        page.evaluate(
          async ({ only, without }) => {
            type Axe = {
              run: (what: unknown, how: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
            };
            const how = { resultTypes: ['violations'], ...(only ? { runOnly: { type: 'rule', values: [only] } } : {}) };
            const result = await (window as unknown as { axe: Axe }).axe.run(
              without.length ? { exclude: without } : document,
              how,
            );
            return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
          },
          { only: theme === 'dark' ? 'color-contrast' : '', without: withoutShell ? [['.p-sidebar'], ['.p-header']] : [] },
        );
      let said = await seen();
      // A dialog that fades in is half transparent for a moment, and a busy machine is late with the other theme; a real violation stays.
      for (let tries = 0; said.length > 0 && tries < 8; tries++) {
        await page.waitForTimeout(1000);
        said = await seen();
      }
      found.push(...said.map((one) => `${where} ${size.width} ${theme} ${one}`));
    }
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
}

/** Puts a record of the demo in place of each id; leaves out an address whose list is empty. */
async function withIds(page: Page, addresses: readonly string[]): Promise<string[]> {
  const lists: Readonly<Record<string, string>> = {
    '/lp/': '/leads?type=all',
    '/help-support/details/': '/help-support/list',
    '/product-order-detail/': '/order-reports',
    '/tenant-profile/': '/dashboard',
  };
  const known = new Map<string, string | null>();
  const filled: string[] = [];
  for (const address of addresses) {
    if (!address.includes(':')) {
      filled.push(address);
      continue;
    }
    const before = address.slice(0, address.indexOf(':'));
    if (!known.has(before)) {
      await goWithin(page, lists[before] ?? before);
      const link = page.locator(`a[href^="${before}"]`).first();
      const href = (await link.count()) ? await link.getAttribute('href') : null;
      known.set(before, href?.slice(before.length).split(/[/?]/)[0] ?? null);
    }
    const id = known.get(before);
    if (id) filled.push(address.replace(/:\w+/, id));
    else console.log(`no record for ${address}`);
  }
  return filled;
}

/** The list in an order that depends only on the seed (mulberry32). */
function byChance<T>(list: readonly T[], from: number): T[] {
  let state = from;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return list
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
