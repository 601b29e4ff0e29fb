import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { asks } from './asks';
import { choose } from './choose';
import { expect, test } from './product';

const clean = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
  expect(
    violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
};

test('DIALER-090 DIALER-106 DIALERLIST-016 a rule is built by keyboard, saved, and appears in the list', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/dialer-list');
  await page.getByRole('button', { name: 'Create', exact: true }).press('Enter');
  await page.waitForURL(/dialer-config$/);
  const pick = async (name: string, text: string): Promise<void> => {
    await page.getByRole('combobox', { name, exact: true }).focus();
    await page.keyboard.type(text);
    await expect(page.locator('.ant-select-item-option-active').filter({ hasText: text }).last()).toBeVisible();
    await page.keyboard.press('Enter');
  };
  await page.getByLabel('Name', { exact: false }).first().focus();
  await page.keyboard.type('Goa by keyboard');
  await page.getByRole('combobox', { name: 'Trigger event' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pick('Lead List', 'Fresh enquiries');
  await page.keyboard.press('Escape');
  await pick('Block 1, condition 1: column', 'State');
  await pick('Block 1, condition 1: value', 'Goa');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/leads? match(es)? now/)).toBeVisible(); // the live count
  await page.getByRole('button', { name: 'Create Rule' }).press('Enter');
  await page.waitForURL(/dialer-list/);
  await expect(page.getByText('Created successfully')).toBeVisible();
  const offer = page.getByRole('dialog').filter({ hasText: /Queue the .*leads? that match(es)? now\?/ });
  await offer.getByRole('button', { name: 'Queue now' }).press('Enter');
  await expect(page.getByText('The leads are being put into the lists.')).toBeVisible();
  await expect(offer).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Goa by keyboard' });
  await row.getByRole('button', { name: 'View Goa by keyboard' }).press('Enter');
  const modal = page.getByRole('dialog', { name: 'Details of Goa by keyboard' });
  await expect(modal.getByRole('tabpanel')).toContainText('State Include Goa');
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
});

test('DIALER-115 SHELL-007 the desk offers leads by priority: call, wrap-up, outcome, next lead', async ({ signIn }) => {
  const page = await signIn('counsellor@northstar.example', '/dialer');
  await page.getByRole('button', { name: 'Start calling' }).click();
  const lead = page.getByRole('article');
  await expect(lead).toContainText('priority 1'); // the rule's leads come before the rest
  const first = await lead.getByRole('heading', { level: 2 }).textContent();
  await expect(page.getByRole('button', { name: 'Dial', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const call = page.getByRole('region', { name: 'Call' });
  await expect(call).toContainText(first!);
  await call.getByRole('button', { name: 'Hang up' }).click();
  const wrapUp = page.getByRole('region', { name: 'Wrap-up' });
  await expect(wrapUp).toContainText('Next lead in');
  await wrapUp.getByLabel('Comment').fill('Rang out');
  await expect(wrapUp).toContainText('waits until you finish'); // the countdown stops while a note is written
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Busy' }).click();
  await wrapUp.getByRole('button', { name: 'Finish, next lead' }).click();
  await expect(page.getByRole('button', { name: 'Dial', exact: true })).toBeVisible();
  await expect(lead.getByRole('heading', { level: 2 })).not.toHaveText(first!);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByRole('button', { name: 'Dial', exact: true })).toBeEnabled();

  // a call that is answered: hold, transfer, hang up and its recording
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Dialer', exact: true }).click();
  const dialer = page.getByRole('dialog', { name: 'Dialer' });
  await dialer.getByLabel('Phone number').fill('98765 43210');
  await dialer.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(dialer.getByRole('region', { name: 'Call' })).toContainText('Talking');
  await dialer.getByRole('button', { name: 'Hold' }).click();
  await expect(dialer.getByRole('region', { name: 'Call' })).toContainText('On hold');
  await dialer.getByRole('button', { name: 'Transfer' }).click(); // a counsellor has no right on the list of users
  await expect(dialer.getByRole('button', { name: 'Hand over' })).toBeDisabled();
  await dialer.getByRole('combobox', { name: 'Colleague' }).press('ArrowDown');
  await page.locator('.ant-select-item-option:not(.ant-select-item-option-disabled)').first().click();
  await expect(dialer.getByRole('button', { name: 'Hand over' })).toBeEnabled();
  await dialer.getByRole('button', { name: 'Hang up' }).click();
  await expect(dialer.getByRole('link', { name: 'Recording' })).toBeVisible();
  await dialer.getByRole('button', { name: 'Finish' }).click();
  await expect(dialer.getByLabel('Phone number')).toBeVisible();
});

test('a call at the desk is dialled, muted, hung up and wrapped up by keyboard alone', async ({ signIn }) => {
  const page = await signIn('caller@northstar.example', '/dialer');
  const { keyboard } = page;
  const dial = page.getByRole('button', { name: 'Dial', exact: true });
  await page.getByRole('button', { name: 'Start calling' }).waitFor();
  await keyboard.press('n');
  await expect(dial).toBeFocused();
  const { data } = (await asks(page, 'GET', 'dialer/desk')) as { data: { lead: { lead_id: string } } };
  await asks(page, 'PATCH', `res/leads/${data.lead.lead_id}`, { phone: '+919812300140' }); // a number that answers
  await keyboard.press('Enter');
  const call = page.getByRole('region', { name: 'Call', exact: true });
  await expect(call).toBeFocused();
  const state = call.getByRole('status');
  await expect(state).toHaveText('Talking');
  await keyboard.press('m');
  await expect(state).toHaveText('Talking, muted');
  await keyboard.press('m');
  await expect(state).toHaveText('Talking');
  await keyboard.press('h');

  const wrapUp = page.getByRole('region', { name: 'Wrap-up' });
  await expect(wrapUp.getByRole('combobox', { name: 'Outcome' })).toBeFocused();
  await keyboard.type('Bus'); // the countdown stops
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Busy');
  await keyboard.press('Enter');
  const comment = wrapUp.getByLabel('Comment');
  for (let tabs = 0; tabs < 20 && !(await comment.evaluate((one) => one === document.activeElement)); tabs++)
    await keyboard.press('Tab');
  await keyboard.type('Rang out');
  const finished = page.waitForRequest((request) => request.url().endsWith('/dialer/outcome'));
  await keyboard.press('Control+Enter');
  expect((await finished).postDataJSON()).toMatchObject({ outcome: 'busy', note: 'Rang out' });
  await expect(dial).toBeFocused();
});

test('files chosen for the stage of a call are there after a reload and are saved with it; none stays behind', async ({
  signIn,
}) => {
  const page = await signIn('lead@northstar.example', '/dialer');
  await page.getByRole('button', { name: 'Start calling' }).click();
  const wrapUp = page.getByRole('region', { name: 'Wrap-up' });
  const stage = wrapUp.getByRole('combobox', { name: 'Stage', exact: true });
  const called = async (): Promise<boolean> => {
    await page.getByRole('button', { name: 'Dial', exact: true }).click();
    await page.getByRole('region', { name: 'Call' }).getByRole('button', { name: 'Hang up' }).click();
    await expect(stage).toBeVisible();
    await expect(wrapUp.getByText('Loading the lead')).toHaveCount(0);
    return stage.isEnabled(); // that of an enrolled lead is locked: the next one
  };
  while (!(await called())) await wrapUp.getByRole('button', { name: /^Finish/ }).click();
  await choose(page, stage, 'Enrolled');
  await choose(page, wrapUp.getByRole('combobox', { name: 'Sub Stage' }), /./);
  const file = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4 ${text}`) });
  await wrapUp.locator('#ca-files').setInputFiles([file('marks.pdf', 'twelfth'), file('fee.pdf', 'receipt')]);
  await expect(wrapUp.getByText('fee.pdf')).toBeVisible();
  await expect.poll(() => keptFiles(page)).toBe(2);
  await page.reload();
  await expect(wrapUp.getByText('marks.pdf')).toBeVisible();
  await wrapUp.getByRole('button', { name: 'Remove fee.pdf' }).click();
  await expect.poll(() => keptFiles(page)).toBe(1);
  const saving = page.waitForRequest((request) => request.url().includes('/callGenerate'));
  await wrapUp.getByRole('button', { name: /^Finish/ }).click();
  expect((await saving).postData()).toContain(Buffer.from('%PDF-1.4 twelfth').toString('base64'));
  expect((await (await saving).response())!.status()).toBe(200);
  await expect(wrapUp).toBeHidden();
  await expect.poll(() => keptFiles(page)).toBe(0);
});

/** How many files the browser keeps for what is not saved yet. */
const keptFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const asking = indexedDB.open('kept-files');
        asking.onsuccess = () => {
          const count = asking.result.transaction('files').objectStore('files').count();
          count.onsuccess = () => {
            asking.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('MOBILE-008 on a phone a floating button opens the dialer; the desk fits 390 px; axe is clean in both themes', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/dialer');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const path of ['/dialer', '/dialer-config', '/dialer-list']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByRole('button', { name: /Start calling|Create Rule|Edit|View/ })
        .first()
        .waitFor();
      await clean(page);
    }
  }
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/dialer');
  // one column next to the menu: nothing is squeezed into a strip too narrow to read
  await expect
    .poll(async () => (await page.getByRole('region', { name: 'Lead and call' }).boundingBox())!.width)
    .toBeGreaterThan(450);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dialer');
  await page.getByRole('button', { name: 'Start calling' }).click();
  await page.getByRole('button', { name: 'Dial', exact: true }).waitFor();
  await expect(page.getByRole('article')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(page.getByRole('button', { name: 'Dialer', exact: true })).toBeHidden(); // the desk is the dialer
  await clean(page);
  await page.goto('/leads?type=all');
  await page.getByRole('button', { name: 'Dialer', exact: true }).click();
  const dialer = page.getByRole('dialog', { name: 'Dialer' });
  await expect(dialer.getByLabel('Phone number')).toBeVisible();
  for (const digit of ['9', '8', '7']) await dialer.getByRole('button', { name: digit, exact: true }).click();
  await expect(dialer.getByLabel('Phone number')).toHaveValue('987');
  await dialer.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(page.getByText('Please, Enter valid Mobile Number.')).toBeVisible();
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0);
  await clean(page);
});

test('MOBILE-008 at the end of a page the floating button covers no control', async ({ signIn, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('admin@northstar.example', '/config/lead-stages');
  for (const path of ['/config/lead-stages', '/leads?type=all', '/dashboard', '/form-builder/forms/new']) {
    await page.goto(path);
    await page.locator('main h1').waitFor();
    await expect(page.locator('main :is([aria-busy=true], .p-bone)')).toHaveCount(0);
    await page.getByRole('button', { name: 'Dialer', exact: true }).waitFor();
    const under = await page.evaluate(() => {
      document.querySelector('main')!.scrollTo(0, 1e6);
      const over = document.querySelector('.dd-floating')!.getBoundingClientRect();
      return [...document.querySelectorAll('main :is(a, button, input, [role=switch])')]
        .filter((one) => {
          const box = one.getBoundingClientRect();
          return (
            box.width > 0 && box.right > over.left && box.left < over.right && box.bottom > over.top && box.top < over.bottom
          );
        })
        .map((one) => one.outerHTML.slice(0, 120));
    });
    expect(under, path).toEqual([]);
  }
  // the button bar of a form is at the very end of the page: nothing is visible below it
  const [bar, main] = await Promise.all(['.p-form-foot', 'main'].map((one) => page.locator(one).boundingBox()));
  expect(bar!.y + bar!.height).toBeCloseTo(main!.y + main!.height, 0);
});
