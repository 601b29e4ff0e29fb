import { expect, signInOn, test } from './product';

const counsellor = 'counsellor@northstar.example';

test.describe('help and support', () => {
  test('HEADER-008 HEADER-022 a ticket is raised from the header and answered, and the counsellor is notified', async ({
    signIn,
    browser,
    product,
  }) => {
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
    const desk = await signInOn(await office.newPage(), product, 'admin@northstar.example', address);
    await expect(desk.getByRole('heading', { level: 1, name: 'Recordings stay silent' })).toBeVisible();
    await desk.getByLabel('Reply').fill('Please reload the page: the player was mended.');
    await desk.getByRole('button', { name: 'Send' }).click();
    await expect(desk.getByText('Please reload the page: the player was mended.')).toBeVisible();
    await office.close();

    await expect(page.getByText('Please reload the page: the player was mended.')).toBeVisible();
  });

  test('an address with the query opens the dialog at once; closing it shows the list', async ({ signIn }) => {
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
  test('FEEDBACK-053 FEEDBACK-054 lists with getFeedbackList and changes the state with updateFeedbackState', async ({
    signIn,
  }) => {
    const page = await signIn('admin@northstar.example', '/dashboard');
    const list = page.waitForResponse(/\/api\/getFeedbackList\?/);
    await page.goto('/feedback-management');
    const { data } = (await (await list).json()) as { data: { id: string; comments: string; state: string }[] };
    const entry = data.find(({ state }) => state === 'open')!;
    await page.getByRole('link', { name: entry.comments }).first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog');
    await expect(form.getByLabel('Comments')).toBeDisabled(); // the feedback itself stays unchanged
    await form.getByLabel('State', { exact: true }).click();
    await page.getByTitle('In progress', { exact: true }).last().click();
    await form.getByLabel('Our remark').fill('We look into it.');
    const saved = page.waitForResponse((one) => one.request().method() === 'PATCH');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    expect(new URL((await saved).url()).pathname).toBe(`/api/updateFeedbackState/${entry.id}`);
    await expect(form).toBeHidden();
    await page.reload();
    await expect(page.getByRole('definition').filter({ hasText: 'In progress' })).toBeVisible();
    await expect(page.locator('main dd').getByText('We look into it.')).toBeVisible(); // the history shows it too
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

  test('a preference survives a reload', async ({ signIn }) => {
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
