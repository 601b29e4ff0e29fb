import type { Page } from '@playwright/test';
import { expect, test } from './product';

test.use({ actionTimeout: 20_000 });

/** Saves the two fields of the tenant profile, as its form does. */
const constraint = (page: Page, on: 0 | 1): Promise<number> =>
  page.evaluate(async (is_enable_country_constraint) => {
    const { token } = JSON.parse(localStorage.getItem('currentUser')!) as { token: string };
    const { tid } = JSON.parse(localStorage.getItem('session')!) as { tid: string };
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)![1]!;
    const answer = await fetch(`/api/update_tenant/${tid}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-xsrf-token': xsrf },
      body: JSON.stringify({ is_enable_country_constraint, allowed_countries_for_lead_capture: ['91'] }),
    });
    return ((await answer.json()) as { code: number }).code;
  }, on);

test('the form for a new lead says at the phone field which countries are allowed, on desktop and phone', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/leads');
  expect(await constraint(page, 1)).toBe(200);
  try {
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/leads');
      await page.getByRole('button', { name: 'Add lead', exact: true }).first().click();
      await page.locator('#root_name').fill('Ann Foreign');
      await page.locator('#root_phone').fill('+14155552671');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Enter a number with one of these country codes: +91.').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  } finally {
    expect(await constraint(page, 0)).toBe(200); // other tests share this product
  }
});
