import type { APIRequestContext, Page } from '@playwright/test';
import { expect, signInOn, test } from './product';

const own = 'three quiet rivers 27';

/** A call as the page's user, with the token that the page has. */
async function ask(page: Page, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  return page.evaluate(
    async ([verb, address, data]) => {
      const { token } = JSON.parse(localStorage.getItem('currentUser')!) as { token: string };
      const forgery = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { Authorization: `Bearer ${token}`, 'X-XSRF-TOKEN': forgery, 'Content-Type': 'application/json' };
      const answer = await fetch(`/api/${address}`, { method: verb, headers, ...(data ? { body: JSON.stringify(data) } : {}) });
      return (await answer.json()) as unknown;
    },
    [method, path, body] as const,
  );
}
const deliver = async (request: APIRequestContext, url: string, key: string, body: object): Promise<void> => {
  const answer = await request.post(`${url}/api/leads/capture/${key}`, { data: body });
  expect(answer.ok()).toBe(true);
};

test.describe('publishers', () => {
  test('a publisher gets a key, delivers, sees its own leads masked and disputes; we answer', async ({
    signIn,
    product,
    browser,
    playwright,
  }) => {
    const errors: string[] = [];
    const page = await signIn('admin@northstar.example', '/publishers');
    page.on('pageerror', (error) => void errors.push(String(error)));
    const [source] = (await ask(page, 'GET', 'res/lead-sources?_end=1')) as { id: string }[];
    const draft = { name: 'Riverside Portal', code: 'RVP', email: 'r@example.com', source_id: source!.id, cost_per_lead: 200 };
    const publisher = (await ask(page, 'POST', 'res/publishers', draft)) as { id: string };
    const user = { name: 'Meera Portal', email: 'meera@riverside.example', role: 4, type: 'publisher', password: own };
    await ask(page, 'POST', 'res/users', { ...user, publisher_id: publisher.id });

    await page.goto(`/publishers/${publisher.id}/details?tab=keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: /^API key/ });
    const key = await shown.getByLabel('API key', { exact: true }).innerText();
    await shown.getByRole('button', { name: 'saved the key' }).click();
    await expect(page.getByRole('list', { name: 'API keys' })).toContainText('Riverside Portal 1');

    const outside = await playwright.request.newContext();
    for (const phone of ['9811700001', '9811700002', '9811700001', '12'])
      await deliver(outside, product.url, key, { name: 'Kavya Menon', phone });

    await page.goto('/publishers?q=Riverside');
    const row = page.getByRole('row', { name: /Riverside Portal/ });
    await row.getByRole('link', { name: '2', exact: true }).first().click();
    await expect(page).toHaveURL(/publisher_id=.*state=accepted/);
    await expect(page.getByText('Total: 2')).toBeVisible();

    await page.goto(`/publishers/${publisher.id}/details?tab=test`);
    await page.getByLabel('phone', { exact: true }).fill('12');
    await page.getByRole('button', { name: 'Send test lead' }).click();
    await expect(page.getByRole('status', { name: 'Result of the test' })).toContainText('Phone is not in the expected format');

    const theirs = await (await browser.newContext()).newPage();
    const refused: string[] = [];
    theirs.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await signInOn(theirs, product, user.email, '/leads', own);
    const table = theirs.getByRole('region', { name: 'Leads', exact: true });
    await expect(table.getByRole('row', { name: /Kavya M\./ })).toHaveCount(4);
    await expect(table).toContainText('98xxxxxx01');
    await expect(theirs.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(await theirs.content()).not.toContain('9811700001');
    await table.getByRole('button', { name: /^Dispute/ }).click();
    const dialog = theirs.getByRole('dialog', { name: /^Dispute/ });
    await dialog.getByLabel('Why you disagree').fill('The student asked for another course.');
    await dialog.getByRole('button', { name: 'Send dispute' }).click();
    await expect(table).toContainText('Waiting for an answer');
    expect(refused).toEqual([]);

    await page.goto('/publishers/deliveries?dispute_state=open');
    await page.getByRole('row', { name: /Kavya Menon/ }).hover();
    await page.getByRole('button', { name: 'Answer the dispute of Kavya Menon' }).click();
    const answer = page.getByRole('dialog', { name: /^Dispute of/ });
    await expect(answer).toContainText('The student asked for another course.');
    await answer.getByLabel('Answer to the publisher').fill('Right, it counts.');
    await answer.getByRole('button', { name: 'Agree' }).click();
    await expect(answer).toBeHidden();
    await theirs.reload();
    await expect(theirs.getByRole('region', { name: 'Leads', exact: true })).toContainText('Right, it counts.');
    await expect(theirs.getByLabel('Your figures')).toContainText('₹ 600');
    await theirs.getByRole('button', { name: 'Logout' }).click();
    await expect(theirs).toHaveURL(/login/);
    expect(errors).toEqual([]);
  });
});
