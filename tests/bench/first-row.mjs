// SPEED-F1, SPEED-F3, SPEED-F4: from the navigation to the first row of a list, cold cache, next to a static page and to the same list written
// with react-admin, under the same throttling.
import { median } from './main-thread.mjs';

/** What react-admin's list took on the machine on which the bars were set, ms. */
const ofTheBars = { desktop: 510, 'slow phone': 2783 };
/** And the static page. */
const staticOfTheBars = { desktop: 94, 'slow phone': 494 };

/** How many times slower this machine is than that one, at least 1: by react-admin's list, which is mostly script, as the product is. */
export async function slowness({ browser, reactAdmin, desktop, times = 7 }) {
  const all = [];
  for (let i = -3; i < times; i++) {
    const { ms } = await visit(browser, reactAdmin.url, reactAdmin.row, { viewport: desktop });
    if (i >= 0) all.push(ms); // the first ones warm up the browser
  }
  return Math.max(1, median(all) / ofTheBars.desktop);
}

/** `figure` notes a value next to its bar and its aim; `floor` is the static page. */
export async function measureFirstRow({ browser, product, reactAdmin, floor, storageState, desktop, phone, figure, time }) {
  for (const [name, viewport, slow, times] of [
    ['desktop', desktop, false, 9],
    ['slow phone', phone, true, 3],
  ]) {
    const [base, list, other] = [[], [], []];
    for (let i = 0; i < times; i++) {
      base.push(await visit(browser, `${floor.url}/`, 'td', { viewport, slow }));
      list.push(await visit(browser, `${product.url}/leads?type=all`, 'a[href^="/lp/"]', { viewport, slow, storageState }));
      if (reactAdmin) other.push(await visit(browser, reactAdmin.url, reactAdmin.row, { viewport, slow }));
    }
    const of = (visits, part) => median(visits.map((one) => one[part]));
    const [ours, theirs] = [of(list, 'ms'), of(base, 'ms')];
    const ratio = `F3 first row, ${name}: ${Math.round(ours)} ms, static ${Math.round(theirs)} ms, ratio`;
    // A static page has no script: how much slower script is here than there, react-admin says.
    const there = reactAdmin ? (of(other, 'ms') / theirs / ofTheBars[name]) * staticOfTheBars[name] : 1;
    figure(
      reactAdmin ? `${ratio} (${(ours / theirs).toFixed(2)} here)` : ratio,
      ours / theirs / there,
      slow ? 5 : 6,
      slow ? 3.5 : 4,
    );
    if (reactAdmin) {
      const beside = `F3 the same, ${name}: react-admin ${reactAdmin.version} ${Math.round(of(other, 'ms'))} ms, ratio`;
      figure(beside, ours / of(other, 'ms'), 1, 0.8);
    }
    if (slow) {
      time('F4 total blocking time up to 3 s after the first row, slow phone, ms', of(list, 'blocked'), 150, 50);
      const others = reactAdmin ? `; react-admin ${Math.round(of(other, 'blocked'))} and ${Math.round(of(other, 'before'))}` : '';
      console.log(`     and ${Math.round(of(list, 'before'))} ms before the first contentful paint${others}`);
    } else figure('F1 JavaScript fetched up to the first row, KB', of(list, 'scriptKb'), 245, 200);
  }
}

/** KB of the scripts that had arrived by then; on a busy machine the next ones are there before anyone can ask. Runs in the page. */
function scriptUpTo(then) {
  return (
    performance
      .getEntriesByType('resource')
      .filter(({ name, responseEnd }) => responseEnd <= then && new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024
  );
}

/** Total blocking time, as https://web.dev/articles/tbt defines it: of each task after the first contentful paint, what is over 50 ms. Runs in the page. */
function blockedTime() {
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const over = (tasks) => tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
  return {
    blocked: over(window.long.filter(({ startTime }) => startTime >= painted)),
    before: over(window.long.filter(({ startTime }) => startTime < painted)),
  };
}

/** One visit with an empty cache: ms to the first element of `selector`, the scripts until then, and the blocked time around it. */
async function visit(browser, url, selector, { viewport, slow, storageState }) {
  const context = await browser.newContext({ viewport, ...(storageState ? { storageState } : {}) });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (slow) {
    await cdp.send('Network.enable');
    const speed = (1.6 * 1024 * 1024) / 8;
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: speed,
      uploadThroughput: speed / 2,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await page.addInitScript((wanted) => {
    const look = () => {
      if (!document.querySelector(wanted)) return requestAnimationFrame(look);
      window.firstRow = performance.now();
    };
    requestAnimationFrame(look);
    window.long = [];
    const keep = (list) => window.long.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
    new PerformanceObserver(keep).observe({ type: 'longtask', buffered: true });
  }, selector);
  await page.goto(url, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => window.firstRow, undefined, { timeout: 60_000 });
  const ms = await handle.jsonValue();
  const scriptKb = await page.evaluate(scriptUpTo, ms);
  if (slow) await page.waitForTimeout(3000);
  const blocked = await page.evaluate(blockedTime);
  await context.close();
  return { ms, scriptKb, ...blocked };
}
