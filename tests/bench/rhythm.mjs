// SPEED-F8: from the click on an entry of the menu until its page stands, with its data. SPEED-F9: from Ctrl+Enter in a stage form
// until that of the next lead takes a key. SPEED-F7: the stage dialog. All are measured in the page: what the user waits for,
// without the driver's own time.
import { signIn } from '../support/product.mjs';
import { median, percentile } from './main-thread.mjs';

/** `browser` is playwright's, `product` a started one; `figure` notes a value next to its bar and its aim. */
export async function measureMenu({ browser, product, storageState, desktop, figure, rounds = 5 }) {
  const [first, again] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: desktop, storageState });
    const page = await context.newPage();
    await page.goto(`${product.url}/leads?type=all`);
    await page.locator('a[href^="/lp/"]').first().waitFor();
    await page.waitForTimeout(4000); // what the shell fetches after the first page
    const links = await page.evaluate(() => [
      ...new Set([...document.querySelectorAll('nav[aria-label=Main] a[href^="/"]')].map((link) => link.getAttribute('href'))),
    ]);
    const others = links.filter((href) => !href.startsWith('/leads'));
    for (const times of [first, again])
      for (const href of others) {
        times.push({ href, ms: await toPage(page, href) });
        await page.waitForTimeout(400);
      }
    await context.close();
  }
  const p95 = (times) =>
    percentile(
      times.map(({ ms }) => ms),
      95,
    );
  figure(`F8 page to page (${again.length / rounds} entries), opened before, p95 ms`, p95(again), 100, 60);
  figure('F8 page to page, code has to come, p95 ms', p95(first), 160, 100);
  const slowest = first.toSorted((a, b) => b.ms - a.ms).slice(0, rounds);
  console.log(`     slowest: ${slowest.map(({ href, ms }) => `${href} ${Math.round(ms)}`).join(', ')}`);
}

const toPage = (page, href) =>
  page.evaluate(
    (to) =>
      new Promise((resolve, reject) => {
        const waits = 'main [aria-busy=true], main .p-loader, main [class*=bones], main [class*=skeleton]';
        const before = document.querySelector('main h1')?.textContent;
        const begun = performance.now();
        document.querySelector(`nav[aria-label=Main] a[href="${to}"]`).click();
        const look = () => {
          const title = document.querySelector('main h1')?.textContent;
          if (title && title !== before && !document.querySelector(waits)) return resolve(performance.now() - begun);
          if (performance.now() - begun > 15_000) return reject(new Error(`${to} never stood; title: ${title}`));
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    href,
  );

/** Works through a list by keyboard: `times` outcomes, each followed by the next lead. */
export async function measureNextLead({ browser, product, storageState, desktop, figure, times = 20 }) {
  const context = await browser.newContext({ viewport: desktop, storageState });
  const page = await context.newPage();
  await page.goto(`${product.url}/leads?type=all`);
  await page.locator('a[href^="/lp/"]').first().click();
  await page.locator('main h1').waitFor();
  await page.waitForTimeout(4000);
  await page.keyboard.press('s');
  const all = [];
  for (let i = 0; i < times + 2; i++) {
    await page.locator('#ca-stage:focus:not([disabled]), #ca-sub:focus').waitFor();
    if (await page.locator('#ca-stage').isDisabled()) {
      // an enrolled lead keeps its stage
      i -= 1;
      await page.keyboard.press('Escape');
      await page.keyboard.press('n');
      await page.waitForTimeout(1000);
      await page.keyboard.press('s');
      continue;
    }
    // as fast as fingers are
    await page.keyboard.type('Invalid', { delay: 40 });
    for (const key of ['Enter', 'Tab']) await page.keyboard.press(key, { delay: 40 });
    await page.keyboard.type('Wrong', { delay: 40 });
    await page.keyboard.press('Enter', { delay: 40 });
    await page.waitForTimeout(600); // as long as it takes to hang up: the next lead is read meanwhile
    all.push(await savedToNext(page));
  }
  // The first two fetch code and warm the caches.
  figure('F9 saved outcome to the next lead usable, p95 ms', percentile(all.slice(2), 95), 120, 60);
  console.log(`     p50 ${Math.round(median(all.slice(2)))}, slowest ${Math.round(Math.max(...all.slice(2)))} ms`);
  await context.close();
}

const savedToNext = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const lead = () => location.pathname; // what the form says of the lead changes with the outcome that was saved
        const before = lead();
        const begun = performance.now();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
        const look = () => {
          const field = document.activeElement;
          // the form before has its focus in the sub stage, that of an enrolled lead begins there
          const isKept = field?.id === 'ca-sub' && document.querySelector('#ca-stage')?.disabled;
          const ready = (field?.id === 'ca-stage' && !field.disabled && !field.value) || isKept;
          const loads = /Loading the lead/.test(document.querySelector('.ca-foot')?.textContent ?? '');
          if (ready && !loads && lead() !== before) return resolve(performance.now() - begun);
          if (performance.now() - begun > 15_000)
            return reject(new Error(`no next form after ${before}: ${document.querySelector('[role=dialog]')?.textContent}`));
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );

/** SPEED-F7: from the click to a modal that accepts input, and from the save to the toast. */
export async function measureModal({ browser, product, storageState, desktop, figure }) {
  const context = await browser.newContext({ viewport: desktop, storageState });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.seen = (isSo) =>
      new Promise((resolve, reject) => {
        const until = performance.now() + 8000;
        const look = () =>
          isSo() ? resolve() : performance.now() > until ? reject(new Error('never seen')) : requestAnimationFrame(look);
        look();
      });
  });
  await page.goto(`${product.url}/leads?type=all`);
  await page.locator('a[href^="/lp/"]').first().waitFor();
  await page.waitForTimeout(2500); // the modal's code is fetched after the list is shown
  const opened = [];
  const saved = [];
  for (let i = 0; i < 6; i++) {
    // Measured in the page: what the user waits for, without the driver's own time.
    opened.push(
      await page
        .evaluate(async (index) => {
          const button = document.querySelectorAll('button[aria-label^="Add Lead Stage for"]')[index];
          const before = performance.now();
          button.click();
          await window.seen(() => document.activeElement?.matches('[role=dialog] input'));
          return performance.now() - before;
        }, i)
        .catch(async () => {
          throw new Error(
            `the modal did not take the focus: ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}`,
          );
        }),
    );
    const dialog = page.getByRole('dialog');
    await page.keyboard.type('Call back');
    await page.locator('.ant-select-item-option').filter({ hasText: 'Call back', visible: true }).first().click();
    // Several in half an hour would be asked about.
    await dialog.getByRole('button', { name: ['Tomorrow 11:00', '+3 d', 'Next Monday'][i % 3] }).click();
    saved.push(
      await page.evaluate(async () => {
        const save = [...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent.trim() === 'Save');
        const before = performance.now();
        save.click();
        await window.seen(() => document.body.textContent.includes('Saved Successfully'));
        return performance.now() - before;
      }),
    );
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Saved Successfully').first().waitFor({ state: 'detached', timeout: 20_000 });
  }
  figure('F7 call action, click to usable, p50 ms', median(opened.slice(1)), 70, 40);
  figure('F7 call action, save to toast, p50 ms', median(saved), 80, 40);
  await context.close();
}

/** Follow-ups are planned whenever the bench runs: without a shift, nothing is outside of it. */
export async function workAtAnyTime(product) {
  const { call } = await signIn(product, 'admin@northstar.example');
  const [user] = await call('GET', 'res/users?q=counsellor@');
  const { code } = await call('PATCH', `res/users/${user.id}`, { shift_id: null });
  if (code) throw new Error(`the shift could not be taken away: ${code}`);
}
