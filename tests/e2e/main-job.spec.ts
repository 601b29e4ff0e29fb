import { type Locator, type Page } from '@playwright/test';
import { workAtAnyTime } from './at-any-time';
import { expect, test } from './product';

const counsellor = 'counsellor@northstar.example';

/** The main work of a counsellor. */
test.describe('the main job', () => {
  workAtAnyTime(counsellor);
  workAtAnyTime('admin@northstar.example');
  test('SHELL-008 CALLACTION-001 CALLACTION-050 PRODUCT-008 a stage with a follow-up is saved and every screen shows it without reload', async ({
    signIn,
  }) => {
    const page = await signIn(counsellor, '/leads?type=all&view=fresh');
    const name = await openLead(page, 0);
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));

    await page.getByRole('button', { name: 'Add Lead Stage' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Add Lead Stage', { exact: true })).toBeVisible();
    await choose(page, dialog, 'Stage', 'Call back');
    await dialog.getByRole('button', { name: /tomorrow/i }).click();
    await dialog.getByLabel('Comment').fill('Wants the hostel fee in writing');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved Successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Wants the hostel fee in writing').first()).toBeVisible();

    await page.getByRole('link', { name: 'All Leads', exact: true }).click();
    await page.getByPlaceholder(/search name/i).fill(name);
    await expect(page.getByRole('row', { name: new RegExp(name) }).first()).toContainText('Call back');
    expect(loads).toBe(0);

    await page.goto('/myfollowup?stage=tomorrow');
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('Wants the hostel fee in writing');
    await row.hover();
    await row.getByRole('button', { name: /mark done/i }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark done' }).click();
    await expect(page.getByText('Followup done successfully.')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  test('CALLACTION-009 CALLACTION-044 CALLACTION-046 CALLACTION-047 works by keyboard, sends nothing while incomplete', async ({
    signIn,
  }) => {
    const page = await signIn(counsellor, '/leads?type=all&view=fresh');
    await openLead(page, 1);
    const saves: string[] = [];
    page.on('request', (request) => request.url().includes('callGenerate') && saves.push(request.url()));
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    const stage = dialog.getByLabel('Stage', { exact: true });
    await expect(stage).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByText('Stage is required')).toBeVisible();
    await page.keyboard.type('Call back');
    await expect(page.locator('.ant-select-item-option-active').filter({ hasText: 'Call back', visible: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByText('Followup Date is required')).toBeVisible();
    expect(saves).toEqual([]);

    const college = dialog.getByLabel('Select College');
    await college.focus();
    await page.keyboard.type('ganga');
    // by its text: the only option of the previous list may still be visible
    await expect(page.locator('.ant-select-item-option-active').filter({ hasText: 'Ganga', visible: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog.getByTitle('Ganga Valley Institute')).toBeVisible();

    await dialog.getByRole('button', { name: '+1 h' }).focus();
    await page.keyboard.press('Enter');
    const address = page.url();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Saved Successfully')).toBeVisible();
    expect(saves).toHaveLength(1);
    await expect(page).not.toHaveURL(address); // it was opened from a list: the next lead of that follows
    await expect(stage).toBeFocused();
  });

  for (const first of ['rows', 'channel'] as const)
    test(`a first visit requests its rows before its code has loaded, and only once, when the ${first} came first`, async ({
      signIn,
    }) => {
      // A tenant that no other test uses: no test and no job of a saved lead changes its leads while the page loads.
      const page = await signIn('counsellor@lakeview.example', '/dashboard');
      await page.goto('about:blank'); // ends the dashboard's own requests
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(...request.url().split('/api/').slice(1)));
      const rows = page.waitForResponse((response) => response.url().includes('/api/res/leads?'));
      // once connected, the channel asks the server what changed while the page loaded
      const looked = new Promise<void>((resolve) => {
        void page.routeWebSocket('**/azsocket/**', async (socket) => {
          if (first === 'rows') await page.getByRole('row').nth(10).waitFor();
          const server = socket.connectToServer();
          let watches = '';
          socket.onMessage((message) => {
            watches ||= /^42(\d+)\["watch"/.exec(String(message))?.[1] ?? '';
            server.send(message);
          });
          server.onMessage((message) => {
            socket.send(message);
            if (watches && String(message).startsWith(`43${watches}[`)) resolve();
          });
        });
      });
      if (first === 'channel')
        await page.route('**/api/res/leads?**', async (route) => {
          await looked;
          await route.continue();
        });
      await page.goto('/leads?type=all');
      await looked;
      await rows;
      await page.getByRole('row').nth(10).waitFor();
      await page.waitForLoadState('networkidle');
      const known = await page.evaluate(
        () => JSON.parse(localStorage.getItem('earlyReads')!) as { pages: Record<string, string[]> },
      );
      const early = known.pages['/leads?type=all']!.toSorted();
      expect(early).toContainEqual(expect.stringMatching(/^res\/leads/));
      expect(asked.slice(0, early.length).toSorted()).toEqual(early);
      expect(asked.filter((path) => early.includes(path)).toSorted()).toEqual(early);
    });

  test('the change is in the audit with old and new values', async ({ signIn }) => {
    const page = await signIn('admin@northstar.example', '/leads?type=all&view=fresh');
    const name = await openLead(page, 2);
    const id = /\/lp\/([^/]+)/.exec(page.url())![1]!;
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    await choose(page, dialog, 'Stage', 'Counselled');
    await dialog.getByRole('button', { name: '+3 d' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved Successfully')).toBeVisible();
    const entries = await page.evaluate(async (lead) => {
      const token = (JSON.parse(localStorage.getItem('currentUser')!) as { token: string }).token;
      const answer = await fetch(`/api/res/leads/${lead}/history`, { headers: { authorization: `Bearer ${token}` } });
      return JSON.stringify(await answer.json());
    }, id);
    expect(name).not.toBe('');
    expect(entries).toContain('Counselled');
    expect(entries).toMatch(/Fresh|null/);
  });

  test('TRUST-S26 no page of a counsellor violates the content-security policy for scripts', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    const broken: string[] = [];
    page.on('console', (message) => /script-src|Refused to (load|execute)/.test(message.text()) && broken.push(message.text()));
    for (const path of ['/dashboard', '/leads?type=all', '/myfollowup', '/access-denied']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
    }
    expect(broken).toEqual([]);
  });
});

/** Opens the n-th lead of the list and returns its name. */
async function openLead(page: Page, index: number): Promise<string> {
  const link = page.locator('tbody tr').nth(index).locator('a[href^="/lp/"]').first();
  const name = (await link.innerText()).trim();
  await link.click();
  await expect(page).toHaveURL(/\/lp\/[^/]+\/conversion/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  return name;
}

async function choose(page: Page, dialog: Locator, label: string, text: string): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(text);
  await page.locator('.ant-select-item-option').filter({ hasText: text, visible: true }).first().click();
}
