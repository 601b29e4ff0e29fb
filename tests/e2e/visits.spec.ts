import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from './asks';
import { expect, test } from './product';

test.use({ actionTimeout: 30_000 });

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** A customer's own site: a page with the snippet and a form, whose own server passes enquiries on. */
async function customerSite(snippet: () => string, capture: (fields: URLSearchParams) => Promise<number>): Promise<Server> {
  const page = (): string => `<!doctype html><html><head><title>MBA</title>${snippet()}</head><body><h1>MBA</h1>
    <form id="enquiry" method="post" action="/enquiry"><input name="name" aria-label="Name"><input name="phone" type="tel" aria-label="Phone">
    <button>Send</button></form></body></html>`;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.setHeader('content-type', 'text/html').end(page());
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      void capture(new URLSearchParams(body)).then((code) =>
        response.setHeader('content-type', 'text/html').end(`<p>Thank you ${code}</p>`),
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('a visit of a customer’s site, its enquiry, and what the lead cost', async ({ signIn, browser, product }) => {
  const page = await signIn('admin@northstar.example', '/analytics');
  const script = await page.request.get(`${product.url}/t.js`);
  expect(script.headers()['content-encoding']).toBe('gzip');
  expect(Number(script.headers()['content-length'])).toBeLessThanOrEqual(3 * 1024);
  expect(script.headers()['set-cookie']).toBeUndefined();

  const [key] = await ask(page, 'POST', 'res/api-keys', { name: 'Website', scopes: ['lead_capture'] });
  let snippet = '';
  const site = await customerSite(
    () => snippet,
    async (fields) => {
      const answer = await fetch(`${product.url}/api/leads/capture/${String(key!['key'])}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(fields)),
      });
      return ((await answer.json()) as { code: number }).code;
    },
  );
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    const [made] = await ask(page, 'POST', 'res/analytics-properties', { name: 'E2E site', site_url: address });
    await page.goto(`${product.url}/analytics?site=${String(made!['id'])}`);
    await expect(page.getByText('No report yet')).toBeVisible();
    snippet = (await page.getByLabel('Snippet of E2E site').textContent())!;
    expect(snippet).toContain('/t.js');

    const guest = await browser.newContext({ userAgent: agent });
    await guest.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
    const visitor = await guest.newPage();
    const sent: string[] = [];
    visitor.on('request', (request) => void (request.url().includes('/api/visits/') && sent.push(request.url())));
    await visitor.goto(`${address}/mba?utm_source=google&utm_medium=cpc&utm_campaign=e2e-mba`);
    // nothing is stored or sent before consent
    await expect(visitor.getByText('May we count your visit')).toBeVisible();
    await visitor.waitForTimeout(600);
    expect(sent).toEqual([]);
    expect(await visitor.evaluate(() => localStorage.length)).toBe(0);
    expect(await guest.cookies()).toEqual([]);
    const first = visitor.waitForResponse(/\/api\/visits\//);
    await visitor.getByRole('button', { name: 'Allow', exact: true }).click();
    await first;
    const second = visitor.waitForResponse(/\/api\/visits\//);
    await visitor.getByLabel('Name').fill('Esha Visitor');
    await second;
    await visitor.getByLabel('Phone').fill('9811177001');
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect(visitor.getByText('Thank you 200')).toBeVisible();

    // who says no, or asks not to be tracked, is not counted
    const private_ = await browser.newContext({ userAgent: agent });
    await private_.addInitScript(() => {
      Object.defineProperty(navigator, 'webdriver', { get: () => false });
      Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' });
    });
    const hidden = await private_.newPage();
    hidden.on('request', (request) => void (request.url().includes('/api/visits/') && sent.push('hidden')));
    await hidden.goto(`${address}/mba`);
    await hidden.waitForTimeout(600);
    await expect(hidden.getByText('May we count your visit')).toHaveCount(0);
    expect(sent).not.toContain('hidden');
    expect(await private_.cookies()).toEqual([]);

    await page.reload();
    const channels = page.getByRole('region', { name: 'Visits by Channel' });
    await expect(channels.getByRole('row', { name: /^Paid search/ })).toContainText('100.0 %');
    await channels
      .getByRole('row', { name: /^Paid search/ })
      .getByRole('link', { name: '1', exact: true })
      .click();
    await page.waitForURL(/\/leads\?.*cell=L1/);
    await expect(page.getByRole('link', { name: 'Esha Visitor' }).first()).toBeVisible();

    // the cost is uploaded as a file: checked first, then imported
    await page.goto(`${product.url}/marketing-analytics/costs/import`);
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
    const csv = `Day,Platform,UTM campaign,Spend (₹),Impressions,Clicks\n${today},google,E2E-MBA,450.50,9000,120\nnonsense,google,e2e-mba,1,1,1\n`;
    await page.getByLabel('CSV file').setInputFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Try without saving' }).click();
    const trial = page.getByRole('region', { name: 'Trial' });
    await expect(trial).toContainText('Nothing was saved. 1 new, 0 updated, 0 unchanged, 1 rejected.');
    const run = page.getByRole('region', { name: 'Import' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(run).toContainText('1 new, 0 updated, 0 unchanged, 1 rejected.');
    await page.goto(`${product.url}/marketing-analytics/google`);
    const campaigns = page.getByRole('region', { name: 'Costs and leads by campaign' });
    await expect(campaigns.getByRole('row', { name: /^e2e-mba/i })).toContainText('₹ 451');
  } finally {
    site.close();
  }
});
