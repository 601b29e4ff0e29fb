import { type Page } from '@playwright/test';
import { asks } from './asks';
import { expect, test } from './product';

/** The server gets the next request to this address, and its answer is lost on the way back. */
async function loseAnswer(page: Page, address: RegExp): Promise<() => Promise<void>> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  return () => page.unroute(address);
}
/** Opens the page of a new lead of the counsellor. */
async function openNewLead(page: Page, name: string, phone: string): Promise<string> {
  const { id } = await asks(page, 'POST', 'res/leads', { name, phone, email: `${phone.slice(-6)}@example.com` });
  await page.goto(new URL(`/lp/${String(id)}/conversion`, page.url()).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  return String(id);
}

test('a note survives a lost connection, a lost answer and a reload, and is saved once', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/leads?type=all');
  const id = await openNewLead(page, 'Meenakshi Iyer', '+919812300045');
  const box = page.getByRole('textbox', { name: 'Note' });
  const error = page.locator('.lp-composer').getByRole('alert');
  await box.fill('Father asked for the hostel fee');
  await page.context().setOffline(true);
  await page.keyboard.press('Control+Enter');
  await expect(error).toHaveText('The server could not be reached. The note is still here; try again.');
  await page.context().setOffline(false);
  const restore = await loseAnswer(page, /\/api\/res\/notes$/);
  await page.keyboard.press('Control+Enter');
  await expect(error).toHaveCount(0);
  await expect(error).toBeVisible();
  await restore();
  await page.reload();
  await expect(box).toHaveValue('Father asked for the hostel fee');
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
  await expect(page.locator('.lp-entry').filter({ hasText: 'Father asked for the hostel fee' })).toHaveCount(1);
  const found = await page.request.get(`/api/res/notes?lead_id=${id}`, { headers: await signedHeaders(page) });
  expect(await found.json()).toHaveLength(1);
});

test('a message whose answer was lost is still there after a reload, and is sent once', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/leads?type=all');
  await openNewLead(page, 'Tenzin Dolma', '+919812300046');
  const drawer = page.locator('.lm');
  const box = drawer.getByRole('textbox', { name: 'Message' });
  const open = () => page.locator('.lp-reach').getByRole('button', { name: 'SMS' }).click();
  await open();
  await box.fill('See you on Friday at ten.');
  const restore = await loseAnswer(page, /\/api\/leads\/\w+\/messages$/);
  await box.press('Control+Enter');
  await expect(drawer.getByRole('alert')).toHaveText('The server could not be reached. Your message is still here.');
  await restore();
  await page.reload();
  await open();
  await expect(box).toHaveValue('See you on Friday at ten.');
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
  await expect(drawer.getByRole('log').locator('li').filter({ hasText: 'See you on Friday at ten.' })).toHaveCount(1);
});

const signedHeaders = async (page: Page): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await page.evaluate(() => (JSON.parse(localStorage.getItem('currentUser')!) as { token: string }).token)}`,
});
