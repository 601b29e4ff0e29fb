import type { Page } from '@playwright/test';
import { ask, asks } from './asks';
import { choose } from './choose';
import { expect, signedInOn, test } from './product';

interface Lead {
  readonly id: string;
  readonly user_id: string | null;
}
interface Job {
  readonly id: string;
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly result: { readonly done: number; readonly skipped: number } | null;
}

const list = 'res/leads?type=all&_sort=name&_order=asc&_start=0';
const leadsOf = async (page: Page, count: number): Promise<Lead[]> =>
  (await ask(page, 'GET', `${list}&_end=${count}`)) as unknown as Lead[];
/** All leads, a page at a time. */
async function allLeads(page: Page): Promise<Lead[]> {
  const all: Lead[] = [];
  for (let start = 0; ; start += 100) {
    const some = (await ask(
      page,
      'GET',
      `res/leads?type=all&_sort=name&_order=asc&_start=${start}&_end=${start + 100}`,
    )) as unknown as Lead[];
    all.push(...some);
    if (some.length < 100) return all;
  }
}
const ownersOf = (leads: readonly Lead[]): unknown[] => leads.map(({ id, user_id }) => [id, user_id]).toSorted();
const colleague = async (page: Page, not: readonly (string | null)[]): Promise<{ id: string; name: string }> => {
  const { data } = (await asks(page, 'GET', 'users/colleagues')) as unknown as { data: { id: string; name: string }[] };
  return data.find(({ id }) => !not.includes(id))!;
};

test('selected leads are re-assigned; the undo is offered where it was done, after a reload and under Recent changes', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/leads?type=all&sort=name');
  const before = await leadsOf(page, 3);
  const to = await colleague(
    page,
    before.map(({ user_id }) => user_id),
  );
  const reassign = async (): Promise<void> => {
    for (let row = 0; row < 3; row++) await page.locator('tbody').getByLabel('Select').nth(row).check();
    await page.getByRole('toolbar', { name: 'Chosen rows' }).getByRole('button', { name: 'Re-assign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Re-assign 3 leads' });
    await choose(page, dialog.getByLabel('New owner'), to.name);
    await expect(dialog.getByText('3 leads will be re-assigned.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Summer intake');
    await dialog.getByRole('button', { name: 'Re-assign', exact: true }).click();
    await expect(dialog.getByText('3 done')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect((await leadsOf(page, 3)).map(({ user_id }) => user_id)).toEqual([to.id, to.id, to.id]);
  };
  await reassign();
  const message = page.getByRole('group', { name: 'Re-assigned 3 leads' });
  await expect(message).toBeVisible();
  await page.reload();
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(message).toContainText('3 undone');
  await expect(message.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(ownersOf(await leadsOf(page, 3))).toEqual(ownersOf(before));
  await page.getByRole('button', { name: 'Hide this message' }).click();
  await expect(message).toBeHidden();

  await reassign();
  await asks(page, 'PATCH', `res/leads/${before[1]!.id}`, { user_id: before[0]!.user_id });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Recent changes' }).click();
  const first = page.getByRole('group', { name: 'Re-assigned 3 leads' }).first();
  await first.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toContainText('2 undone');
  await first.getByRole('button', { name: '1 not undone' }).click();
  await expect(first.getByRole('listitem')).toContainText('It has been changed since: Lead Owner.');
});

test('a bulk change and its undo continue exactly where they were after kill -9', async ({ page, own }) => {
  test.setTimeout(240_000);
  const product = await own();
  await signedInOn(page, product, 'admin@northstar.example', '/recent-changes');
  const before = await allLeads(page);
  const from = before.find(({ user_id }) => user_id)!.user_id!; // the newest may have no owner yet
  const mine = before.filter(({ user_id }) => user_id === from);
  expect(mine.length).toBeGreaterThan(50);
  const people = [await colleague(page, [from])];
  people.push(await colleague(page, [from, people[0]!.id]));

  const read = async (id: string): Promise<Job> => ((await asks(page, 'GET', `jobs/${id}`)) as unknown as { data: Job }).data;
  /** Starts it, kills the server half way, starts the server again and waits for the end. */
  const killed = async (body: object): Promise<Job> => {
    const { job_id: id } = (await asks(page, 'POST', 'res/leads/bulk', body)) as { job_id: string };
    await expect.poll(async () => (await read(id)).done, { intervals: [20] }).toBeGreaterThan(0);
    await product.stop('SIGKILL');
    await product.start();
    await page.goto(`${product.url}/recent-changes`);
    const half = await read(id);
    expect(half.state, 'killed before its end').not.toBe('done');
    await expect.poll(async () => (await read(id)).state).toBe('done');
    return read(id);
  };
  const values = { user_ids: people.map(({ id }) => id) };
  const job = await killed({ action: 'act', act: 'reassign', query: { type: 'all', user_id: from }, values });
  expect(job.result).toEqual({ done: mine.length, skipped: 0 });
  const moved = new Set(mine.map(({ id }) => id));
  const after = (await allLeads(page)).filter(({ id }) => moved.has(id));
  const shares = people.map(({ id }) => after.filter(({ user_id }) => user_id === id).length);
  expect(shares).toEqual([Math.ceil(mine.length / 2), Math.floor(mine.length / 2)]);

  const undone = await killed({ action: 'undo', job_id: job.id });
  expect(undone.result).toEqual({ done: mine.length, skipped: 0 });
  // the pages connect again just now: a read that this cuts off is made again
  await expect(async () => expect(ownersOf(await allLeads(page))).toEqual(ownersOf(before))).toPass();
});
