import type { Page } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, ownPortFor, signInOn, startProduct, test, type Product } from './product';

/** The pages for developers of other systems, on a separate server that may reach this test's webhook receiver. */
const secret = 'a-signing-secret-of-32-characters';
const received: { headers: Readonly<Record<string, string | string[] | undefined>>; body: string }[] = [];
let receiver: Server;
let own: Product;
let page: Page;

test.beforeAll(async ({ browser }, info) => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const dataDir = `tests/.tmp/docs-${process.pid}`;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  own = await startProduct(ownPortFor(info.workerIndex), dataDir, { OUTBOUND_ALLOW: `127.0.0.1:${portOf(receiver)}` });
  page = await (await browser.newContext({ baseURL: own.url })).newPage();
  await signInOn(page, own, 'admin@northstar.example', '/docs');
});
test.afterAll(async () => {
  await page.context().close();
  await own.stop();
  receiver.close();
  rmSync(own.dataDir, { recursive: true, force: true });
});

test('the reference can be searched, shows a call with its right, fields and samples, and links on from every page', async () => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'API Doc' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('res/streams');
  const calls = page.getByRole('navigation', { name: 'Calls' });
  await calls.getByRole('link', { name: /^POST/ }).first().click();
  await expect(page.locator('.dc-detail')).toContainText('/api/res/streams');
  await expect(page.locator('.dc-detail')).toContainText('Setting_Configuration');
  await expect(page.locator('.dc-detail')).toContainText('name');
  await expect(page.locator('.dc-detail')).toContainText('curl');
  const address = page.url();
  await page.reload();
  await expect(page.locator('.dc-detail')).toContainText('/api/res/streams');
  expect(page.url()).toBe(address);

  const tabs = page.getByRole('navigation', { name: 'API Doc' });
  for (const name of ['Guide', 'Keys', 'Webhooks', 'Deliveries', 'Reference']) {
    await tabs.getByRole('link', { name }).click();
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(tabs.getByRole('link')).toHaveText(['Reference', 'Guide', 'Keys', 'Webhooks', 'Deliveries']);
    expect((await tabs.boundingBox())!.height).toBeLessThan(50);
  }
});

test('a key is shown once, does what its scopes allow in Try it, can be rotated, and stops at once when revoked', async () => {
  await page.goto('/docs/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(['Name is required', 'Choose at least one scope']);
  await dialog.getByLabel('Name').fill('Campus site');
  await dialog.getByLabel('Scopes').fill('streams:read');
  await page.locator('.ant-select-item-option', { hasText: 'streams:read' }).first().click();
  await dialog.getByLabel('Scopes').blur();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await keyShown();
  await expect(page.getByText(key)).toHaveCount(0);
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'Campus site' });
  await expect(row).toContainText('streams:read');

  expect(await tried('GET', key)).toContain('200');
  expect(await tried('POST', key)).toContain('403');

  await page.goto('/docs/keys');
  await expect(row).toContainText('127.0.0.1'); // from where it was last used
  await row.getByRole('button', { name: 'Actions for Campus site' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const next = await keyShown();
  expect(next).not.toBe(key);
  const asked = (bearer: string): Promise<number> =>
    fetch(`${own.url}/api/res/streams`, { headers: { authorization: `Bearer ${bearer}` } }).then(({ status }) => status);
  expect([await asked(key), await asked(next)]).toEqual([401, 200]);
  await row.getByRole('button', { name: 'Actions for Campus site' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toHaveCount(0);
  expect(await asked(next)).toBe(401);
});

test('a webhook receives a signed event; the log shows the delivery and can send it again', async () => {
  await page.goto('/docs/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.locator('form.p-form');
  await form.getByLabel(/^Name/).fill('Campus');
  await form.getByLabel(/^URL/).fill(`http://127.0.0.1:${portOf(receiver)}/hook`);
  await form.locator('#root_events').fill('streams.created');
  await form.locator('#root_events').press('Enter');
  await form.getByLabel(/^Signing secret/).fill(secret);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Webhook saved')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Campus', exact: true })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.goto('/config/streams/new');
  await form.getByLabel(/^Name/).fill('Marine Sciences');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Stream saved')).toBeVisible();
  await expect.poll(() => received.length).toBe(1);
  const { headers, body } = received[0]!;
  const [, seconds, sent] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(headers['x-prospectus-signature'])) ?? [];
  expect(sent).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
  expect(body).toContain('Marine Sciences');

  await page.goto('/docs/deliveries');
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
  await expect(delivery).toContainText('streams.created');
  await expect(delivery).toContainText('Delivered');
  await delivery.getByRole('button', { name: /again$/ }).click();
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]!.headers['x-prospectus-delivery']).toBe(headers['x-prospectus-delivery']);
});

/** Calls streams from the reference with the key; returns the status of the answer. */
async function tried(method: 'GET' | 'POST', key: string): Promise<string> {
  await page.goto('/docs?q=res/streams');
  const calls = page.getByRole('navigation', { name: 'Calls' });
  await calls
    .getByRole('link', { name: new RegExp(`^${method}`) })
    .first()
    .click();
  const form = page.getByRole('form', { name: 'Try it' });
  await form.getByLabel('API key').fill(key);
  await form.getByRole('button', { name: 'Send' }).click();
  return form.getByRole('status', { name: 'Answer' }).innerText();
}

async function keyShown(): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'API key Campus site' });
  const key = await dialog.getByLabel('API key', { exact: true }).innerText();
  expect(key).toMatch(/^pk_/);
  await dialog.getByRole('button', { name: "I've saved the key" }).click();
  return key.trim();
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
