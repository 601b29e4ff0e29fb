// A browser context in which a user is signed in, by password and code.
/** `product` is a started product (tests/support/product.mjs). */
export async function signedInContext(browser, product, email) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const before = product.log().length;
  await page.goto(`${product.url}/login?returnUrl=%2Fdashboard`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Prospectus#2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/verify-otp/);
  let code;
  for (let tries = 0; tries < 200 && !code; tries++) {
    await page.waitForTimeout(50);
    code = new RegExp(`to=${email} .*?code=(\\d{6})`).exec(product.log().slice(before))?.[1];
  }
  await page.locator('input[inputmode=numeric]').first().click();
  await page.keyboard.type(code);
  const verify = page.getByRole('button', { name: /verify/i });
  if (await verify.isVisible().catch(() => false)) await verify.click().catch(() => undefined);
  await page.waitForURL((url) => !/login|verify-otp/.test(url.pathname));
  await page.close();
  return context;
}
