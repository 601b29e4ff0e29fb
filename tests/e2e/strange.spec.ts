import { workAtAnyTime } from './at-any-time';
import { expect, test } from './product';

/** Problems that a new user found in a real browser. */
test.describe('reported problems', () => {
  workAtAnyTime('counsellor@northstar.example');
  test('TRUST-S26 dialogs, drawers, long texts and selects break no style rule of the policy', async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/leads?type=all');
    const broken: string[] = [];
    page.on('console', (message) => /Content Security Policy/i.test(message.text()) && broken.push(message.text()));
    await page.locator('tbody a[href^="/lp/"]').first().click();
    await page.getByRole('button', { name: 'Add Lead Stage' }).first().click();
    const comment = page.getByRole('dialog').getByLabel('Comment');
    const low = (await comment.boundingBox())!.height;
    await comment.fill('one\ntwo\nthree\nfour\nfive');
    await expect.poll(async () => (await comment.boundingBox())!.height).toBeGreaterThan(low);
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflowY)).toBe('hidden');
    for (const path of ['/sms-campaign/templates/new', '/config/lead-stages/new', '/config/custom-fields/new']) {
      await page.goto(path);
      await page.locator('form').getByRole('combobox').first().click();
      await expect(page.getByRole('option').first()).toBeAttached();
    }
    await page.goto('/docs?q=res/streams');
    await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name: /^POST/ }).first().click();
    await page.getByRole('form', { name: 'Try it' }).getByLabel('Body').fill('{\n\n\n\n\n\n}');
    expect(broken).toEqual([]);
  });

  test('a wrong code puts the cursor back into the first box', async ({ page, product }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('backoffice@northstar.example');
    await page.getByLabel('Password', { exact: true }).fill('Prospectus#2026');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/verify-otp/);
    const code = await product.codeFor('backoffice@northstar.example');
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await expect(page.getByText('Incorrect code.')).toBeVisible();
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
    await page.keyboard.type(code);
    await expect(page).not.toHaveURL(/verify-otp/);
  });

  test('being offline is shown, the form is kept, and it is saved once when the connection is back', async ({ signIn }) => {
    const page = await signIn('counsellor@northstar.example', '/leads?type=all&view=fresh');
    await page.locator('tbody a[href^="/lp/"]').first().click();
    await page.getByRole('button', { name: 'Add Lead Stage' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Stage', { exact: true }).click();
    await page.keyboard.type('Call back');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /tomorrow/i }).click();
    await dialog.getByLabel('Comment').fill('in the lift');
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline/)).toBeVisible();
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(dialog.getByText('The server could not be reached')).toBeVisible();
    await expect(dialog.getByLabel('Comment')).toHaveValue('in the lift');
    await page.context().setOffline(false);
    let saves = 0;
    page.on('request', (request) => (saves += request.url().includes('callGenerate') ? 1 : 0));
    await save.dblclick();
    await expect(page.getByText('Saved Successfully')).toBeVisible();
    expect(saves).toBe(1);
  });

  test('a right whose menu and route need different codes is one row that grants both', async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/users-roles/6/edit');
    const box = page.getByRole('checkbox', { name: 'TEAMS / USERS: Open' });
    await box.check();
    const sent = page.waitForRequest((request) => request.method() !== 'GET' && /"TEAMS"/.test(request.postData() ?? ''));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).postData()).toContain('"USERS"');
  });
});
