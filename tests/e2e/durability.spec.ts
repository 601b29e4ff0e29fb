import { mkdirSync, rmSync } from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { password, portFor, startProduct } from './product';

const test = base;

test('TRUST-R4 acknowledged data survives kill -9', async ({ request }) => {
  const dataDir = `tests/.tmp/e2e-kill-${process.pid}`;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const product = await startProduct(portFor(90), dataDir);
  const api = `${product.url}/api`;
  const xsrf = async (): Promise<Record<string, string>> => {
    const cookies = (await request.storageState()).cookies;
    return { 'x-xsrf-token': decodeURIComponent(cookies.find((one) => one.name === 'XSRF-TOKEN')?.value ?? '') };
  };
  await request.get(`${product.url}/login`);
  const email = 'admin@northstar.example';
  expect(
    (
      await (
        await request.post(`${api}/users/signin`, { headers: await xsrf(), data: { email, username: email, password } })
      ).json()
    ).code,
  ).toBe(200);
  await request.post(`${api}/users/send-otp`, { headers: await xsrf(), data: { email } });
  const verified = await (
    await request.post(`${api}/users/verify-otp`, { headers: await xsrf(), data: { email, otp: await product.codeFor(email) } })
  ).json();
  expect(verified.code).toBe(200);
  const headers = { ...(await xsrf()), authorization: `Bearer ${verified.result.token}` };
  const names: string[] = [];
  for (let i = 0; i < 20; i++) {
    const answer = await request.post(`${api}/res/streams`, { headers, data: { name: `Kept stream ${i}` } });
    expect(answer.status()).toBeLessThan(300);
    names.push(`Kept stream ${i}`);
  }
  await product.stop('SIGKILL');
  await product.start();
  const kept = await (await request.get(`${api}/res/streams?_start=0&_end=100`, { headers })).json();
  for (const name of names) expect(kept.map((row: { name: string }) => row.name)).toContain(name);
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
