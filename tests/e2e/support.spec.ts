import { expect, test } from './product';

const counsellor = 'counsellor@northstar.example';

test.describe('help and support', () => {
  test('HEADER-008 HEADER-022 a ticket is raised from the header, answered by the administrator, and the counsellor hears of it', async ({
    signIn,
    browser,
    product,
  }) => {
    test.setTimeout(180_000);
    const page = await signIn(counsellor, '/dashboard');
    await page.getByRole('link', { name: 'Raise a ticket' }).click();
    await expect(page).toHaveURL(/\/help-support\/list\?openAddTicketModal=1$/);
    const dialog = page.getByRole('dialog', { name: 'Raise a ticket' });
    await dialog.getByLabel('Subject').fill('Recordings stay silent');
    await dialog.getByLabel('Description').fill('Since this morning every recording plays without sound.');
    await dialog.getByRole('button', { name: 'Raise ticket' }).click();
    await expect(page.getByText('Ticket raised.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/help-support\/list$/);
    await page.getByRole('link', { name: 'Recordings stay silent' }).first().click();
    await expect(page).toHaveURL(/\/help-support\/details\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Recordings stay silent' })).toBeVisible();
    const address = new URL(page.url()).pathname;

    const office = await browser.newContext({ baseURL: product.url, locale: 'en-IN', timezoneId: 'Asia/Kolkata' });
    const desk = await office.newPage();
    await desk.goto(`/login?returnUrl=${encodeURIComponent(address)}`);
    await desk.getByLabel('Email').fill('admin@northstar.example');
    await desk.getByLabel('Password', { exact: true }).fill('Prospectus#2026');
    await desk.getByRole('button', { name: 'Sign in' }).click();
    await desk.waitForURL(/verify-otp/);
    await desk.locator('input[inputmode=numeric]').first().click();
    await desk.keyboard.type(await product.codeFor('admin@northstar.example'));
    const verify = desk.getByRole('button', { name: /verify/i });
    if (await verify.isVisible().catch(() => false)) await verify.click().catch(() => undefined);
    await expect(desk.getByRole('heading', { level: 1, name: 'Recordings stay silent' })).toBeVisible();
    await desk.getByLabel('Reply').fill('Please reload the page: the player was mended.');
    await desk.getByRole('button', { name: 'Send' }).click();
    await expect(desk.getByText('Please reload the page: the player was mended.')).toBeVisible();
    await office.close();

    await expect(page.getByText('Please reload the page: the player was mended.')).toBeVisible();
  });

  test('opened by its address with the query, the dialog stands at once; closed, the list is there', async ({ signIn }) => {
    const page = await signIn(counsellor, '/help-support/list?openAddTicketModal=1');
    const dialog = page.getByRole('dialog', { name: 'Raise a ticket' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Raise ticket' }).click();
    await expect(dialog.getByRole('alert').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/help-support\/list$/);
  });
});

test.describe('feedback management', () => {
  test('FEEDBACK-053 FEEDBACK-054 lists by getFeedbackList and moves an entry on by updateFeedbackState', async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/dashboard');
    const list = page.waitForResponse(/\/api\/getFeedbackList\?/);
    await page.goto('/feedback-management');
    const { data } = (await (await list).json()) as { data: { id: string; comments: string; state: string }[] };
    const entry = data.find(({ state }) => state === 'open')!;
    await page.getByRole('link', { name: entry.comments }).first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog');
    await expect(form.getByLabel('Comments')).toBeDisabled(); // what was said stays as it was said
    await form.getByLabel('State', { exact: true }).click();
    await page.getByTitle('In progress', { exact: true }).last().click();
    await form.getByLabel('Our remark').fill('We look into it.');
    const saved = page.waitForResponse((one) => one.request().method() === 'PATCH');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    expect(new URL((await saved).url()).pathname).toBe(`/api/updateFeedbackState/${entry.id}`);
    await expect(form).toBeHidden();
    await page.reload();
    await expect(page.getByRole('definition').filter({ hasText: 'In progress' })).toBeVisible();
    await expect(page.locator('main dd').getByText('We look into it.')).toBeVisible(); // the history says it too
  });
});

test.describe('my account', () => {
  test('HEADER-020 a new password is refused without the old one', async ({ signIn }) => {
    const page = await signIn('caller@northstar.example', '/dashboard');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('link', { name: 'My Account' }).click();
    await expect(page).toHaveURL(/\/profile/);
    await page.getByRole('tab', { name: 'Password' }).click();
    const passwords = page.locator('input[type=password]');
    await expect(passwords).toHaveCount(3);
    const [current, next, again] = await passwords.all();
    await current!.fill('not the password');
    await next!.fill('Lantern-over-Pune-9');
    await again!.fill('Lantern-over-Pune-9');
    const refused = page.waitForResponse(/change-password/);
    await page.locator('main form').getByRole('button').last().click();
    expect(((await (await refused).json()) as { code: number }).code).not.toBe(200);
    await expect(page).toHaveURL(/\/profile/);
  });

  test('a preference is kept over a reload', async ({ signIn }) => {
    const page = await signIn('caller@northstar.example', '/profile?tab=notifications');
    const mail = page.getByRole('switch', { name: 'A lead is referred to me, by email' });
    await expect(mail).not.toBeChecked();
    const saved = page.waitForResponse(/notification-preferences/);
    await mail.click();
    await saved;
    await page.reload();
    await expect(page.getByRole('switch', { name: 'A lead is referred to me, by email' })).toBeChecked();
  });
});
