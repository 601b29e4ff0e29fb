import type { Page } from '@playwright/test';
import { asks } from './asks';
import { expect, signInOn, test } from './product';

const people = 120;
type Row = Record<string, unknown>;

/** The figures of the campaign's page, by name. */
async function figures(page: Page): Promise<Record<string, number>> {
  const rows = await page.locator('section', { hasText: 'Results' }).locator('tbody tr').allInnerTexts();
  return Object.fromEntries(rows.map((row) => row.split('\t')).map(([name = '', n = '']) => [name.trim(), Number(n)]));
}

/** A button of the campaign's page, and its question. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** Leads with numbers and addresses of their own, and an audience of them; messages leave at any hour. */
async function prepare(page: Page): Promise<string> {
  const [settings] = (await asks(page, 'GET', 'res/message-settings?_start=0&_end=1').then((one) => [one].flat())) as Row[];
  const values = { hours_from: '00:00', hours_to: '00:00', simulator_fault: 'refuses', simulator_delay: 1 };
  await (settings?.['id']
    ? asks(page, 'PATCH', `res/message-settings/${String(settings['id'])}`, values)
    : asks(page, 'POST', 'res/message-settings', values));
  const ids: unknown[] = [];
  for (let n = 0; n < people; n++) {
    const phone = `98111${String(n).padStart(5, '0')}`;
    const lead = { name: `Recipient ${n}`, phone, email: `recipient${n}@example.com`, city: 'Pune' };
    ids.push((await asks(page, 'POST', 'res/leads', lead))['id']);
  }
  const audience = { name: 'Recipients', kind: 'static', lead_ids: ids };
  return String(((await asks(page, 'POST', 'lead-gen/audience', audience))['data'] as Row)['id']);
}

test('TRUST-R25 a campaign is sent, paused, killed with -9 and resumed: one message for each lead, and each figure opens its leads', async ({
  page,
  own,
}) => {
  test.slow();
  const product = await own({ RATE_LIMIT: '50' });
  await signInOn(page, product, 'admin@northstar.example', '/sms-campaign');
  const audience_id = await prepare(page);
  const template = await asks(page, 'GET', 'savesmstemplate?name=Spec&body=Dear%20%7B%7Bname%7D%7D&status=1');
  const template_id = (template['data'] as Row)['id'];
  const draft = { name: 'Spec', template_id, audience_id, sender_id: 'NRTHST', throttle: 600 };
  const id = String((await asks(page, 'POST', 'res/sms-campaigns', draft))['id']);
  const address = `${product.url}/sms-campaign/${id}`;
  await page.goto(address);
  await expect(page.getByRole('cell', { name: 'Will be sent' })).toBeVisible();
  await press(page, 'Send now');
  await expect.poll(async () => (await figures(page))['Sent'] ?? 0).toBeGreaterThan(0);
  await press(page, 'Pause');
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await press(page, 'Resume');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await product.stop('SIGKILL');
  await product.start();
  await page.goto(address);
  await expect.poll(async () => String((await asks(page, 'GET', `res/sms-campaigns/${id}`))['state'])).toBe('sent');
  await page.goto(address);
  await expect(page.getByRole('cell', { name: 'Audience', exact: true })).toBeVisible();
  const shown = await figures(page);
  expect(shown['Audience']).toBe(people);
  expect(shown['Failed']).toBeGreaterThan(0);
  expect((shown['Sent'] ?? 0) + (shown['Failed'] ?? 0) + (shown['Unknown'] ?? 0)).toBeGreaterThanOrEqual(people);
  const all = await asks(page, 'GET', `sms-campaigns/${id}/recipients?limit=100`);
  const rest = await asks(page, 'GET', `sms-campaigns/${id}/recipients?limit=100&page_number=2`);
  const leads = [all['data'], rest['data']].flatMap((rows) => rows as Row[]).map((row) => row['lead_id']);
  expect([all['count'], leads.length, new Set(leads).size]).toEqual([people, people, people]);
  const inboxes = await asks(page, 'GET', 'simulated-inboxes?search=9198111');
  for (const { messages } of inboxes['data'] as Row[]) expect(messages).toBe(1);
  await expect(page.getByLabel('Recipients: result')).toContainText('Opened or read'); // in the words of Results
  await page.getByLabel('Recipients: result').selectOption('failed');
  const reasons = page.locator('section', { hasText: 'Recipients' }).locator('tbody');
  await expect(reasons).toContainText('refused this address');
  await reasons.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/lp\//);
  await page.goto(`${product.url}/sms-campaign`);
  await expect(page.getByRole('columnheader', { name: 'Delivered' })).toBeAttached();
  await expect(page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Spec', exact: true }) })).toContainText(
    String(shown['Sent']),
  );
});

test('an email campaign is read in the simulated mailbox, unsubscribed from, and refused the next time', async ({
  signIn,
  page,
}) => {
  await signIn('admin@northstar.example', '/email-campaign');
  const settings = (await asks(page, 'GET', 'res/message-settings?_start=0&_end=1')) as unknown as Row[] | Row;
  const [kept] = [settings].flat();
  const values = { hours_from: '00:00', hours_to: '00:00', simulator_fault: 'none', simulator_delay: 60 };
  await (kept?.['id']
    ? asks(page, 'PATCH', `res/message-settings/${String(kept['id'])}`, values)
    : asks(page, 'POST', 'res/message-settings', values));
  const lead = { name: 'Reader Rao', phone: '9811199999', email: 'reader@example.com' };
  const lead_ids = [(await asks(page, 'POST', 'res/leads', lead))['id']];
  const audience = await asks(page, 'POST', 'lead-gen/audience', { name: 'Reader', kind: 'static', lead_ids });
  const mail = { name: 'Letter', channel: 'email', subject: 'For {{name}}', body_html: '<p>Dear {{name}}</p>', status: 1 };
  const template = await asks(page, 'POST', 'create/campaign/template', mail);
  const draft = {
    template_id: (template['data'] as Row)['id'],
    audience_id: (audience['data'] as Row)['id'],
    from_name: 'Northstar',
    from_email: 'hello@northstar.example',
  };
  const send = async (name: string): Promise<void> => {
    const id = String((await asks(page, 'POST', 'res/email-campaigns', { name, ...draft }))['id']);
    await page.goto(`/email-campaign/${id}`);
    await press(page, 'Send now');
    await expect(page.getByRole('cell', { name: 'Audience', exact: true })).toBeVisible();
    await expect.poll(async () => String((await asks(page, 'GET', `res/email-campaigns/${id}`))['state'])).toBe('sent');
  };
  await send('First letter');
  await page.goto('/config/inbox');
  await page.getByLabel('Search a number or an email address').fill('reader@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Reader Rao/ }).click();
  await expect(page.getByText('For Reader Rao').first()).toBeVisible();
  const letter = await asks(page, 'GET', 'simulated-inbox?channel=email&to=reader%40example.com');
  const link = /href="[^"]*(\/api\/unsubscribe\/[^"]+)"/.exec(String((letter['data'] as Row[])[0]!['body']))![1]!;
  await page.goto(link);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await page.goto('/email-campaign');
  await send('Second letter');
  await expect(page.getByText('Opted out of this channel')).toBeVisible();
});
