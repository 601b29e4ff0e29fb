// From one page to the next: one whose code and data are loaded, and one whose code must be fetched, compared with a static page
// that fetches ten rows. Measured in the page, from the change of the address to the new heading with nothing loading below it.
import { createServer } from 'node:http';
import { median, percentile } from './main-thread.mjs';
import { signedInContext } from './signed-in.mjs';

const addresses = [
  '/leads?type=all',
  '/myfollowup?stage=today',
  '/timeline',
  '/college-list',
  '/config/lead-stages',
  '/users',
  '/help-support/list',
  '/announcement-management',
  '/employee/leave',
  '/sms-campaign/templates',
  '/dialer-list',
  '/order-reports',
];

export async function measureRoutes({ browser, product, figure }) {
  const floor = await staticTimes(browser);
  const context = await signedInContext(browser, product, 'admin@northstar.example');
  const fresh = [];
  const cached = [];
  for (let turn = 0; turn < 3; turn++) {
    const page = await context.newPage();
    await page.goto(`${product.url}/dashboard`);
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(4000);
    for (const address of addresses) fresh.push([address, await change(page, address)]);
    for (let round = 0; round < 2; round++) for (const address of addresses) cached.push([address, await change(page, address)]);
    await page.close();
  }
  await context.close();
  say('a page that was open before', cached, 100);
  say('a page whose code has to come', fresh, 400);

  function say(what, times, bar) {
    const numbers = times.map(([, ms]) => ms);
    const [slowest, most] = times.reduce((a, b) => (b[1] > a[1] ? b : a));
    const ratio = median(numbers) / floor;
    console.log(
      `     to ${what}: p50 ${median(numbers).toFixed(0)} ms, most ${most.toFixed(0)} ms (${slowest}), ` +
        `${ratio.toFixed(2)} times the static page of ${floor.toFixed(0)} ms`,
    );
    figure(`route change to ${what}, p95 of ${numbers.length}, ms`, percentile(numbers, 95), bar);
  }
}

async function change(page, address) {
  const ms = await page.evaluate(
    (to) =>
      new Promise((resolve, reject) => {
        const before = document.querySelector('main h1')?.textContent;
        const begun = performance.now();
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
        const look = () => {
          const title = document.querySelector('main h1')?.textContent;
          const busy = document.querySelector('main :is([aria-busy=true], .p-loader, .p-bone)');
          if (title && title !== before && !busy) return resolve(performance.now() - begun);
          if (performance.now() - begun > 15_000) return reject(new Error(`${to} is never whole`));
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    address,
  );
  await page.waitForTimeout(400);
  return ms;
}

/** Time to open one file that fetches ten rows into a table, p50 in ms. */
async function staticTimes(browser) {
  const html = `<!doctype html><title>Rows</title><table><tbody></tbody></table><script>
fetch('/rows').then((answer) => answer.json()).then((rows) => {
  document.querySelector('tbody').innerHTML = rows.map((row) => '<tr><td>' + row.name + '</td></tr>').join('');
  requestAnimationFrame(() => { window.drawn = performance.now(); });
});
</script>`;
  const rows = Array.from({ length: 10 }, (_, i) => ({ name: `Lead ${i}` }));
  const server = createServer((request, response) => {
    const data = request.url === '/rows';
    response.setHeader('content-type', data ? 'application/json' : 'text/html');
    response.end(data ? JSON.stringify(rows) : html);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const page = await browser.newPage();
  const times = [];
  for (let i = 0; i < 10; i++) {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    times.push(await (await page.waitForFunction(() => window.drawn)).jsonValue());
  }
  await page.close();
  server.close();
  return median(times);
}
