import { expect, password, test } from './product';

test('TRUST-R4 acknowledged data survives kill -9', async ({ own, playwright }) => {
  const product = await own();
  const request = await playwright.request.newContext(); // the fixture would start the shared product too
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
});
