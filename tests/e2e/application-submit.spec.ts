import { ask } from './asks';
import { expect, test } from './product';

test.use({ actionTimeout: 20_000 });

for (const width of [1366, 390])
  test(`staff fills in an application and submits it, ${width} px wide`, async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/form-builder/applicant-manager');
    await page.setViewportSize({ width, height: 844 });
    const schema = {
      type: 'object',
      required: ['name', 'phone'],
      properties: { name: { type: 'string', title: 'Full name' }, phone: { type: 'string', title: 'Mobile' } },
    };
    const [form] = await ask(page, 'POST', 'res/forms', {
      name: `Desk ${width}`,
      slug: `desk-${width}`,
      schema,
      published: true,
    });
    const [lead] = await ask(page, 'GET', 'res/leads?_start=0&_end=1');
    const [made] = await ask(page, 'POST', 'res/applications', {
      form_id: form!['id'],
      lead_id: lead!['id'],
      answers: { name: 'Kavya Iyer' },
    });
    const at = `/form-builder/applicant-manager/${String(made!['id'])}`;
    await page.goto(at);
    await page.getByRole('button', { name: 'Submit application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit application' });
    await dialog.getByRole('button', { name: 'Submit application' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Mobile is required');
    await page.keyboard.press('Escape');

    await page.goto(`${at}/edit`);
    await page.getByLabel('Mobile').fill('9876543210');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    await page.goto(at);
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByRole('dialog', { name: 'Submit application' }).getByRole('button', { name: 'Submit application' }).click();
    await expect(page.getByRole('button', { name: 'Submit application' })).toHaveCount(0);
    await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await ask(page, 'GET', `res/applications/${String(made!['id'])}`)).toMatchObject([
      { state: 'submitted', progress: 100, application_no: made!['application_no'] },
    ]);
  });
