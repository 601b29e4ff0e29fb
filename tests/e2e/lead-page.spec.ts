import type { Locator } from '@playwright/test';
import { asks } from './asks';
import { announce, open } from './live-pages';
import { expect, signInOn, test } from './product';

test.describe('the lead page', () => {
  test('holds all that a call needs on one screen of 1366 by 768, stays mounted between tabs, and prints without buttons', async ({
    signIn,
    page,
    browser,
    product,
  }) => {
    const admin = await open(browser, product, 'admin@northstar.example', '/announcements');
    await announce(admin, 'Printing day'); // its banner is not printed
    await admin.context().close();
    await page.setViewportSize({ width: 1366, height: 768 });
    await signIn('counsellor@northstar.example', '/leads?type=all');
    await page.locator('tbody a[href^="/lp/"]').first().click();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const needed = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: 'Add Lead Stage' }),
      page.getByRole('button', { name: 'Add follow-up' }).first(),
      page.getByRole('textbox', { name: 'Note' }),
      page.getByRole('list', { name: 'Stages' }),
      page.locator('.lp-next'),
      page.locator('.lp-reach'),
      page.locator('.lp-facts').first(),
      page.locator('.lp-entry').first(),
    ];
    for (const part of needed) {
      await expect(part).toBeVisible();
      // the room of an announcement above the page is given back when there is none
      const end = async (): Promise<number> => part.boundingBox().then((box) => box!.y + box!.height);
      await expect.poll(end, String(part)).toBeLessThanOrEqual(768);
      const box = (await part.boundingBox())!;
      expect(box.x + box.width, String(part)).toBeLessThanOrEqual(1366);
    }
    const name = page.getByRole('heading', { level: 1 });
    await name.evaluate((heading) => heading.setAttribute('data-seen', 'yes'));
    asked.length = 0;
    for (const [tab, path] of [
      ['Owner history', 'lead-owner-history'],
      ['Profile', 'profiles'],
      ['Call history', 'call-history'],
      ['Conversion', 'conversion'],
    ] as const) {
      await page
        .getByRole('navigation', { name: 'Lead page' })
        .getByRole('link', { name: new RegExp(`^${tab}( [0-9,]+)?$`) })
        .click();
      await expect(page).toHaveURL(new RegExp(`/${path}$`));
      await expect(page.locator('.lp-tab-content').locator(':scope > *').first()).toBeVisible();
      const wider = (): Promise<number> =>
        page
          .locator('.lp-tab .p-scroll')
          .evaluateAll((boxes) => Math.max(0, ...boxes.map((box) => box.scrollWidth - box.clientWidth)));
      await expect.poll(wider, tab).toBe(0);
    }
    await expect(name).toHaveAttribute('data-seen', 'yes');
    expect(asked.filter((path) => /res\/leads\/[^/]+$/.test(path))).toEqual([]);

    await page.locator('.p-banner').waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect(name).toBeVisible();
    await expect(page.locator('.lp-entry').first()).toBeVisible();
    for (const hidden of ['.p-sidebar', '.p-header', '.p-banner', '.lp-actions', '.lp-reach', '.lp-composer', '.lp-tabs'])
      await expect(page.locator(hidden).first()).toBeHidden();
  });

  test('is as wide as a tablet: the lead above its tabs', async ({ signIn, page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await signIn('counsellor@northstar.example', '/leads?type=all');
    await page.locator('a[href^="/lp/"]').first().click();
    for (const tab of ['Conversion', 'Call history', 'Owner history']) {
      await page
        .getByRole('navigation', { name: 'Lead page' })
        .getByRole('link', { name: new RegExp(`^${tab}( [0-9,]+)?$`) })
        .click();
      await expect(page.locator('.lp-tab-content').locator(':scope > *').first()).toBeVisible();
      const [whole, shown] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.getElementById('page')!;
        return [scrollWidth, clientWidth] as const;
      });
      expect(whole).toBeLessThanOrEqual(shown);
    }
    const [who, tabs] = [await page.locator('.lp-who').boundingBox(), await page.locator('.lp-tabs').boundingBox()];
    expect(tabs!.y).toBeGreaterThan(who!.y + who!.height);
  });

  test('fits a phone: the tabs scroll sideways and nothing else does', async ({ signIn, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn('counsellor@northstar.example', '/leads?type=all');
    await page.locator('a[href^="/lp/"]').first().click();
    await page.locator('.lp-entry').first().waitFor();
    const strip = page.getByRole('navigation', { name: 'Lead page' });
    for (const link of await strip.getByRole('link').all()) {
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      const box = (await link.boundingBox())!;
      expect([box.x >= -1, box.x + box.width <= 391]).toEqual([true, true]);
      await expect(page.locator('.lp-tab-content').locator(':scope > *').first()).toBeVisible();
      expect(await page.evaluate(() => document.getElementById('page')!.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });

  test('opens the history of a field by a tap on a phone, and closes it by the next', async ({ browser, product }) => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await signInOn(await phone.newPage(), product, 'counsellor@northstar.example', '/leads?type=all');
    const { id } = await asks(page, 'POST', 'res/leads', { name: 'Malar Vizhi', phone: '+919812300160', city: 'Madurai' });
    await asks(page, 'PATCH', `res/leads/${String(id)}`, { city: 'Salem' });
    await page.goto(`${product.url}/lp/${String(id)}/profiles`);
    const history = page.getByRole('group', { name: 'History of City' });
    const toggles = async (value: Locator): Promise<void> => {
      await value.tap();
      await expect(history).toContainText('Madurai');
      await value.tap();
      await expect(history).toBeHidden();
    };
    await toggles(page.getByRole('button', { name: /^Salem ?, history$/ }));
    await page.locator('.lp-all-facts summary').tap();
    await toggles(page.getByRole('button', { name: 'History of City' }));
    await phone.close();
  });

  test('on a phone no text of a lead lies under its buttons, and nothing on those of a call', async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInOn(page, product, 'counsellor@northstar.example', '/leads?type=all&view=overdue');
    await page.locator('.ld-card-next').first().waitFor();
    const covered = await page.locator('.p-card').evaluateAll((cards) =>
      cards.map((card) => {
        const main = card.querySelector('.p-card-main')!;
        const next = main.nextElementSibling!.getBoundingClientRect().left;
        return [...main.querySelectorAll('.ld-card-next > *')].filter((text) => text.getBoundingClientRect().right > next).length;
      }),
    );
    expect(covered.length).toBeGreaterThan(3);
    expect(covered.filter(Boolean)).toEqual([]);
    const floating = page.getByRole('link', { name: 'Live Calls' });
    await expect(floating).toBeVisible();
    await page.locator('.p-card a[href^="/lp/"]').first().click();
    await page.getByRole('button', { name: /^Call/ }).first().click();
    await expect(page.getByRole('region', { name: 'Call' }).getByRole('button', { name: 'Hang up' })).toBeEnabled();
    await expect(floating).toBeHidden();
    await page.getByRole('button', { name: 'Hang up' }).click();
  });
});
