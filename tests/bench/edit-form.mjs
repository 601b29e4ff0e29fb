// SPEED-F5: from an idle list to a form that accepts input, p50. Measured in the page, from the click to the first field: what
// the user waits for, without the driver's own time.
import { median } from './main-thread.mjs';

const kinds = [
  { name: 'drawer', list: '/config/lead-sources' },
  { name: 'page', list: '/college-list' },
  { name: 'drawer, slow phone', list: '/config/lead-sources', slow: true },
  { name: 'page, slow phone', list: '/college-list', slow: true },
];

export async function measureEditForm({ browser, product, storageState, desktop, phone, figure, times = 20 }) {
  for (const { name, list, slow } of kinds) {
    const context = await browser.newContext({ viewport: slow ? phone : desktop, storageState });
    const page = await context.newPage();
    await page.goto(product.url + list);
    await page
      .locator(slow ? '.p-card' : 'tbody tr')
      .first()
      .waitFor();
    await page.waitForTimeout(4000); // forms are fetched after the list is shown
    if (slow) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const all = [];
    // The first three warm the caches.
    for (let i = 0; i < times + 3; i++) {
      all.push(await toForm(page));
      await page.waitForTimeout(400);
      await page.goBack();
      await page.locator('form.p-form').waitFor({ state: 'detached' });
      await page.waitForTimeout(slow ? 1200 : 400);
    }
    figure(`F5 list to edit form (${name}), p50 ms`, median(all.slice(3)), slow ? 110 : 40, slow ? 70 : 25);
    await context.close();
  }
}

/** A row of a table has a link; a card has it in its menu, which is opened before the measurement. */
async function toForm(page) {
  const menu = page.locator('main').getByRole('button', { name: /^Actions of/ });
  const byMenu = await menu.first().isVisible();
  if (byMenu) await menu.first().click();
  return page.evaluate(
    ([inMenu, isLink]) =>
      new Promise((resolve, reject) => {
        const edit = document.querySelector(inMenu)
          ? [...document.querySelectorAll(inMenu)].find((one) => one.textContent.trim() === 'Edit')
          : document.querySelector(isLink);
        const begun = performance.now();
        edit.click();
        const look = () => {
          if (document.querySelector('form.p-form input')) return resolve(performance.now() - begun);
          if (performance.now() - begun > 15_000) return reject(new Error('the form never came'));
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [byMenu ? '[role=menuitem]' : 'none', 'tbody a[href$="/edit"]'],
  );
}
