import { ask } from './asks';
import { expect, signInOn, test } from './product';

test.use({ actionTimeout: 20_000 });

test('a leave is approved with a remark, on a phone', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/employee/leave');
  const [waiting] = await ask(page, 'GET', 'res/leaves?state=pending&_start=0&_end=1');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/employee/leave/${String(waiting!['id'])}`);
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve' });
  await expect(dialog.getByLabel('Remark')).toBeFocused();
  await page.keyboard.type('Have a good journey');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Leave request saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a referred lead is rejected with a reason, another one accepted', async ({ signIn, browser, product }) => {
  const admin = await signIn('admin@northstar.example', '/leads');
  const people = await ask(admin, 'GET', 'res/users?q=counsellor%40northstar.example');
  const to = people.find(({ email }) => email === 'counsellor@northstar.example');
  const found = await ask(admin, 'GET', `res/leads?user_id_ne=${String(to!['id'])}&_start=0&_end=20`);
  const leads = [found[0]!, found.find(({ name }) => name !== found[0]!['name'])!];
  for (const lead of leads) {
    const [made] = await ask(admin, 'POST', 'res/lead-referrals', { lead_id: lead['id'], to_user_id: to!['id'] });
    expect(made).toMatchObject({ state: 'pending' });
  }
  const asked = await browser.newContext({ baseURL: product.url });
  const page = await signInOn(await asked.newPage(), product, 'counsellor@northstar.example', '/leads?type=assigned-leads');
  const [first, second] = leads.map(({ name }) =>
    page
      .getByRole('row')
      .filter({ hasText: String(name) })
      .first(),
  );
  await first!.hover();
  await first!.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Reason is required');
  await dialog.getByLabel(/^Reason/).fill('Not my city');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(first!).toHaveCount(0);
  await second!.hover();
  await second!.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog', { name: 'Accept?' }).getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await asked.close();
});

test('a payment is partly refunded, and the rule engine shows what a rule did', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/form-builder/payment-manager');
  const [payment] = await ask(page, 'GET', 'res/payments?state=captured&_start=0&_end=1');
  await page.goto(`/form-builder/payment-manager/${String(payment!['id'])}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByLabel(/^Amount/).fill('1');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Payment saved')).toBeVisible();
  await expect(page.locator('dl')).toContainText(/partially refunded/i);

  const { data } = (await ask(page, 'GET', 'rule-engine/list?page_number=1&limit=50'))[0] as { data: Record<string, unknown>[] };
  const busy = data.find(({ runs_30_days: runs }) => Number(runs) > 0)!;
  await page.goto(`/rule-engine/${String(busy['_id'])}`);
  await expect(page.getByRole('region', { name: 'Matches by day' })).toContainText('Executed');
  await expect(page.getByRole('region', { name: 'Matched leads', exact: true }).getByRole('row').nth(1)).toBeVisible();
  await page.goto('/obd/voice-files');
  await expect(page.getByText(/^Balance [\d,]+/)).toBeVisible();
});

test('CALL-131 selected leads are re-assigned by an allocation rule', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/leads');
  await page.locator('tbody input[type=checkbox]').first().check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Re-assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Re-assign 1 lead' });
  await dialog.getByText('By allocation rule').click();
  await dialog.getByRole('button', { name: 'Re-assign' }).click();
  await expect(dialog.getByText(/^(1 done|0 done, 1 skipped)/)).toBeVisible();
});
