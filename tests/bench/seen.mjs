// SPEED-S2: the time from a change of a lead by a call until the list in another browser shows it.
import { percentile } from './main-thread.mjs';
import { signedInContext } from './signed-in.mjs';

/** A page reloads a resource at most once a second, so the writes are further apart: no measured update has to wait. */
const gapMs = 1300;

export async function measureSeen({ browser, product, writer, writes, figure }) {
  const context = await signedInContext(browser, product, 'manager@northstar.example');
  const page = await context.newPage();
  await page.goto(`${product.url}/leads?type=all`);
  const link = page.locator('tbody a[href^="/lp/"]').first();
  await link.waitFor();
  const lead = (await link.getAttribute('href')).split('/')[2];
  await page.waitForTimeout(4000); // the socket's code is fetched after the page
  const times = [];
  for (let n = 0; n < writes; n++) {
    const name = `Seen ${n} of ${writes}`;
    const seen = page.evaluate(
      (wanted) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`'${wanted}' was never seen`)), 10_000);
          const look = () => {
            if (!document.querySelector('tbody')?.textContent.includes(wanted)) return;
            watch.disconnect();
            clearTimeout(timer);
            requestAnimationFrame(() => resolve(Date.now()));
          };
          const watch = new MutationObserver(look);
          watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
      name,
    );
    const answer = await writer.call('PATCH', `res/leads/${lead}`, { name });
    const committed = Date.now();
    if (!answer.id) throw new Error(`PATCH res/leads: ${JSON.stringify(answer)}`);
    times.push((await seen) - committed);
    await page.waitForTimeout(gapMs);
  }
  await context.close();
  const name = `S2 write committed to drawn in another browser, p99 of ${writes}, ms (p50 ${percentile(times, 50)})`;
  figure(name, percentile(times, 99), 300, 100);
}
