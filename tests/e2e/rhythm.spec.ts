import { type Page } from '@playwright/test';
import { asks } from './asks';
import { expect, signInOn, test } from './product';
import { keyboardOf, placeIn, stageField, takesStage } from './stage-form';

const counsellor = 'counsellor@northstar.example';

/** Chooses stage and sub stage: each typed as far as it is needed, then Enter. */
async function chooseStage(page: Page, press: (...keys: string[]) => Promise<void>): Promise<void> {
  const active = (text: string) => page.locator('.ant-select-item-option-active').filter({ hasText: text, visible: true });
  await expect(stageField(page)).toBeFocused();
  await press('I', 'n', 'v');
  await expect(active('Invalid')).toBeVisible();
  await press('Enter', 'Tab');
  await expect(page.getByRole('dialog').getByLabel('Sub Stage')).toBeFocused();
  await press('W');
  await expect(active('Wrong number')).toBeVisible();
  await press('Enter');
}

test.describe('the rhythm of a day', () => {
  test('five leads from the dashboard by keyboard alone: 12 keys to the first outcome, one between two leads', async ({
    signIn,
  }) => {
    const page = await signIn(counsellor, '/dashboard');
    await expect(page.getByRole('button', { name: /Start calling/ })).toBeVisible();
    const { press, used } = keyboardOf(page);
    const saves: string[] = [];
    page.on('request', (request) => void (request.url().includes('callGenerate') && saves.push(request.postData() ?? '')));

    await press('n');
    await expect(page.getByRole('group', { name: 'Place in the list' })).toContainText(/^1 of \d/);
    await press('s');
    let [, before] = await placeIn(page);
    let passed = 0;
    for (let lead = 1; lead <= 5; lead++) {
      while (!(await takesStage(page))) {
        // an enrolled lead keeps its stage: the next one, by the keys of the page
        const address = page.url();
        await page.keyboard.press('Escape');
        await page.keyboard.press('n');
        await expect(page).not.toHaveURL(address);
        await page.keyboard.press('s');
        passed += 1;
      }
      const address = page.url();
      await chooseStage(page, press);
      const atStart = used();
      await press('Control+Enter');
      await expect.poll(() => saves.length).toBe(lead);
      if (lead === 1) expect(used(), 'keys from the dashboard to the first saved outcome').toBeLessThanOrEqual(12);
      await expect(page).not.toHaveURL(address);
      await takesStage(page);
      expect(used() - atStart, 'keys from one lead to the next').toBe(1);
      const [at, of] = await placeIn(page);
      expect([at, of]).toEqual([1 + passed, before - 1]);
      before = of;
    }
    const leads = saves.map((body) => /"lead_id":"(\w+)"/.exec(body)?.[1]);
    expect(new Set(leads).size).toBe(5);

    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('n and p lead through a filtered list, a reload keeps it, and Back returns to its row', async ({ signIn }) => {
    const page = await signIn(counsellor, '/leads?type=all&sort=name&page=2');
    const links = page.locator('.ld-name a');
    await links.nth(4).waitFor();
    const names = await links.allTextContents();
    await links.nth(1).click();
    const heading = page.getByRole('heading', { level: 1 });
    const place = page.getByRole('group', { name: 'Place in the list' });
    await expect(heading).toHaveText(names[1]!);
    await expect(place).toContainText(/^12 of /);

    await page.keyboard.press('n');
    await expect(place).toContainText(/^13 of /);
    await expect(heading).toHaveText(names[2]!);
    await page.reload();
    await expect(place).toContainText(/^13 of /);
    await page.keyboard.press('p'); // the second one before the first has shown its lead
    await page.keyboard.press('p');
    await expect(place).toContainText(/^11 of /);
    await page.keyboard.press('p'); // on the page before, which was not read yet
    await expect(place).toContainText(/^10 of /);
    await page.keyboard.press('n');
    await expect(place).toContainText(/^11 of /);
    await expect(heading).toHaveText(names[0]!);

    await page.goBack();
    await expect(page).toHaveURL(/\/leads\?type=all&sort=name&page=2/);
    await expect(page.locator('tr.p-cursor')).toContainText(names[0]!);
  });

  test('keys that come faster than the page belong to the lead to which they lead', async ({ signIn }) => {
    const page = await signIn(counsellor, '/leads?type=all&view=fresh&sort=-name');
    const links = page.locator('.ld-name a');
    await links.nth(4).waitFor();
    const names = await links.allTextContents();
    await links.nth(0).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(names[0]!);
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const dialog = page.getByRole('dialog');

    await page.keyboard.press('n');
    await page.keyboard.press('s');
    await expect(dialog.locator('.ca-who')).toContainText(names[1]!);
    await expect(dialog.locator('.ca-place')).toContainText(/^2 of /);
    await expect(heading).toHaveText(names[1]!);

    await chooseStage(page, async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    });
    // The form of the third lead stands before its page does.
    await page.evaluate((third) => {
      const type = (key: string): boolean =>
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const press = (): void => {
        if (!document.querySelector('.ca-who')?.textContent.startsWith(third)) return void requestAnimationFrame(press);
        document.documentElement.dataset['seen'] = document.querySelector('main h1')!.textContent;
        type('Escape');
        queueMicrotask(() => type('n')); // when the form has closed
      };
      requestAnimationFrame(press);
    }, names[2]!);
    await page.keyboard.press('Control+Enter');
    await expect(heading).toHaveText(names[3]!);
    await expect(dialog).toBeHidden();
    expect(await page.locator('html').getAttribute('data-seen'), 'the page when the keys were pressed').toBe(names[1]);
  });

  test('a form that is opened while a key waits for its lead stays', async ({ signIn }) => {
    const page = await signIn(counsellor, '/leads?type=all&sort=-name');
    const links = page.locator('.ld-name a');
    await links.nth(1).waitFor();
    const [first = '', second = ''] = await links.allTextContents();
    const ids = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!.split('/')[2]!));
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/res/leads/${ids[1]}`, (route) => held.then(() => route.continue()));
    await links.nth(0).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(first);

    await page.keyboard.press('n');
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Add Lead Stage' }).click();
    const who = page.getByRole('dialog').locator('.ca-who');
    await expect(who).toContainText(first);
    answer();
    await expect(heading).toHaveText(second);
    await page.waitForTimeout(500); // the key's form would be there
    await expect(who).toContainText(first);
  });

  test('the next form opens over the list too, which stays where it is', async ({ signIn }) => {
    const page = await signIn(counsellor, '/leads?type=all&view=fresh');
    const rows = page.locator('.ld-name a');
    await rows.nth(1).waitFor();
    const [first = '', second = ''] = await rows.allTextContents();
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.ca-who')).toContainText(first);
    await chooseStage(page, async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    });
    await dialog.getByRole('button', { name: 'Save and next' }).click();
    await expect(dialog.locator('.ca-who')).toContainText(second);
    await expect(stageField(page)).toBeFocused();
    await expect(page).toHaveURL(/\/leads\?type=all&view=fresh/);
  });

  test('a lead reassigned meanwhile says so or is passed over with a notice, and the end of the list says what to do next', async ({
    signIn,
    browser,
    product,
  }) => {
    const page = await signIn(counsellor, '/leads?type=all&sort=-name');
    const links = page.locator('.ld-name a');
    await links.nth(4).waitFor();
    const names = await links.allTextContents();
    const ids = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!.split('/')[2]!));
    const readAhead = page.waitForResponse(new RegExp(`/api/followup/lead/${ids[1]}`));
    await links.nth(0).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(names[0]!);
    await readAhead;
    const admin = await signInOn(await browser.newPage(), product, 'admin@northstar.example', '/dashboard');
    const adminId = await admin.evaluate(() => (JSON.parse(localStorage.getItem('currentUser')!) as { id: string }).id);
    await asks(admin, 'POST', 'leads/re-assign', { lead_ids: [ids[1], ids[3]], user_id: adminId });
    await admin.close();

    const place = page.getByRole('group', { name: 'Place in the list' });
    const passedOver = page.getByText('1 lead of the list is no longer open to you: passed over.');
    await page.keyboard.press('n');
    await expect(heading).toHaveText(names[2]!);
    await expect(passedOver).toBeVisible();
    await page.goto(`/lp/${ids[1]}/conversion`);
    await expect(page.getByText("You don't have access to this lead")).toBeVisible();
    await expect(heading).toHaveCount(0);
    await expect(place).toContainText(' left');
    await page.keyboard.press('n');
    await expect(heading).toHaveText(names[2]!);
    await page.keyboard.press('n');
    await expect(heading).toHaveText(names[4]!);
    await expect(passedOver).toBeVisible();
    await page.keyboard.press('p');
    await expect(heading).toHaveText(names[2]!);

    await page.evaluate(() => {
      const list = JSON.parse(sessionStorage.getItem('workList') ?? '{}') as { ids: string[]; source: object };
      sessionStorage.setItem('workList', JSON.stringify({ ...list, ids: list.ids.slice(0, 3), after: 0, source: {} }));
    });
    await page.reload();
    await expect(place).toContainText('2 of 2');
    await page.keyboard.press('n');
    const question = page.getByRole('dialog', { name: /That was the last lead of/ });
    await expect(question.getByText('1 lead before it is still open.')).toBeVisible();
    await question.getByRole('button', { name: 'Go to the first of them' }).click();
    await expect(heading).toHaveText(names[0]!);
  });
});
