// Alternating visits to the lead list of several builds, so that other load on the machine affects all of them.
import { chromium } from 'playwright';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../support/product.mjs';
import { median } from './main-thread.mjs';
import { signedInContext } from './signed-in.mjs';

/**
 * Each of `folders` has a `dist`. By folder: the medians of ms to the first row and of CPU ms of all browser processes. `slow`:
 * 1.6 Mbit/s.
 */
export async function visitsInTurn(folders, times, slow = false, port = 4532) {
  const path = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  const browser = await chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  const all = [];
  for (const [at, built] of folders.entries()) {
    const dir = mkdtempSync(join(tmpdir(), 'bench-visits-'));
    const product = await startProduct({ port: port + at, dataDir: join(dir, 'data'), built });
    const context = await signedInContext(browser, product, 'counsellor@northstar.example');
    all.push({ product, dir, storageState: await context.storageState(), rows: [], cpus: [] });
    await context.close();
  }
  for (let turn = 0; turn < times + 2; turn++)
    for (const one of turn % 2 ? all : all.toReversed()) {
      const { row, cpu } = await visit(browser, one, slow);
      if (turn < 2) continue; // warm-up of the server
      one.rows.push(row);
      one.cpus.push(cpu);
    }
  await browser.close();
  for (const { product, dir } of all) {
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  return all.map(({ rows, cpus }) => ({ row: median(rows), cpu: median(cpus) }));
}

/** One visit with an empty cache, until half a second after the first row. */
async function visit(browser, { product, storageState }, slow) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, storageState });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('a[href^="/lp/"]')) return requestAnimationFrame(look);
      window.firstRow = performance.now();
    };
    requestAnimationFrame(look);
  });
  if (slow) {
    const network = await context.newCDPSession(page);
    const bytes = (1.6 * 1024 * 1024) / 8;
    const speed = { latency: 150, downloadThroughput: bytes, uploadThroughput: bytes / 2 };
    await network.send('Network.emulateNetworkConditions', { offline: false, ...speed });
  }
  const before = await cpuOf(browser);
  await page.goto(`${product.url}/leads?type=all`, { waitUntil: 'commit' });
  const row = await (await page.waitForFunction(() => window.firstRow, undefined, { timeout: 60_000 })).jsonValue();
  await page.waitForTimeout(500);
  const cpu = (await cpuOf(browser)) - before;
  await context.close();
  return { row, cpu };
}

async function cpuOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}
