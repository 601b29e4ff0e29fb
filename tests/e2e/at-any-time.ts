import type { Browser } from '@playwright/test';
import { ask, asks } from './asks';
import { signedInOn, test, type Product } from './product';

/** Tests of a file plan follow-ups at whatever time they run: meanwhile this user has no shift, so that nothing is outside it. */
export function workAtAnyTime(email: string): void {
  let kept: unknown;
  test.beforeAll(async ({ browser, product }) => {
    kept = await giveShift(browser, product, email, null);
  });
  test.afterAll(async ({ browser, product }) => {
    await giveShift(browser, product, email, kept);
  });
}

/** Returns the shift that the user had. */
async function giveShift(browser: Browser, product: Product, email: string, shift: unknown): Promise<unknown> {
  const context = await browser.newContext();
  const admin = await signedInOn(await context.newPage(), product, 'admin@northstar.example', '/profile');
  const [user] = await ask(admin, 'GET', `res/users?q=${email.split('@')[0]}@`);
  await asks(admin, 'PATCH', `res/users/${String(user?.['id'])}`, { shift_id: shift });
  await context.close();
  return user?.['shift_id'];
}
