import type { Locator, Page } from '@playwright/test';
import { importDay, inWorkingHours, signInByKeyboard } from './day-begins';
import { agrees, type Saved } from './day-ends';
import { names, outcomes, type Outcome } from './day-leads';
import { open } from './live-pages';
import { expect, test } from './product';
import { keyboardOf, placeIn, stageField, takesStage, type Keyboard } from './stage-form';

/** The place of the lead that is left for the end. */
const skipped = 12;

test('a counsellor works through forty imported leads by keyboard alone, and every screen agrees at the end', async ({
  browser,
  page,
  own,
}, info) => {
  const product = await own();
  const admin = await open(browser, product, 'admin@northstar.example', '/dashboard');
  const zone = await inWorkingHours(admin);
  await importDay(admin);
  await signInByKeyboard(page, product);
  const keyboard = keyboardOf(page);
  const { press, used } = keyboard;
  const day: Saved[] = [];

  await expect(page.getByRole('button', { name: 'Start calling · 40' })).toBeVisible();
  await press('n');
  await expect(page.getByRole('group', { name: 'Place in the list' })).toContainText('1 of 40');
  await press('s');
  for (const [done, outcome] of outcomes.entries()) {
    const rest = outcomes.length - done;
    await emptyForm(page);
    if (done === skipped) await skip(page, keyboard);
    expect(await placeIn(page)).toEqual([done < skipped || rest === 1 ? 1 : 2, rest]);
    await fill(page, keyboard, outcome);
    const before = used();
    const address = page.url();
    day.push(await save(page, keyboard, outcome));
    if (rest === 2) await endOfList(page, '1 lead before it is still open.', keyboard);
    if (rest > 1) await expect(page).not.toHaveURL(address);
    expect(used() - before, 'keys from one lead to the next').toBe(rest === 2 ? 2 : 1);
  }
  await endOfList(page, 'Nothing is left to do in it.', keyboard);
  await expect(page).toHaveURL(/\/dashboard$/);
  info.annotations.push({ type: 'keys', description: `${used()} for ${outcomes.length} leads` });
  expect(used(), 'keys for all outcomes, without comments').toBeLessThanOrEqual(outcomes.length * 12);
  expect(new Set(day.map((one) => one.leadId)).size).toBe(40);
  expect(day.map((one) => one.who).toSorted()).toEqual(names.toSorted());
  await agrees(page, day, zone);

  day.push(await callBack(page, keyboard));
  day.push(
    await enrolledLead(
      page,
      keyboard,
      day.find((one) => one.outcome.stage === 'Enrolled')!,
    ),
  );
  await page.goto(`${product.url}/dashboard`);
  await agrees(page, day, zone);
  await admin.context().close();
});

async function skip(page: Page, { press }: Keyboard): Promise<void> {
  const address = page.url();
  await press('Escape', 'n');
  await expect(page).not.toHaveURL(address);
  await press('s');
  await emptyForm(page);
}

/** The form of the next lead, and not that of the one before. */
async function emptyForm(page: Page): Promise<void> {
  await expect(stageField(page)).toBeFocused();
  await expect(page.getByRole('dialog').getByLabel('Sub Stage')).toBeDisabled();
  expect(await takesStage(page)).toBe(true);
}

async function endOfList(page: Page, text: string, { press }: Keyboard): Promise<void> {
  const question = page.getByRole('dialog', { name: 'That was the last lead of “Your work now”' });
  await expect(question.getByText(text)).toBeVisible();
  await expect(question.locator('.ant-btn-primary')).toBeFocused();
  await press('Enter');
}

/** Types as much of an option as it takes until that one is highlighted, and takes it. */
async function pick(page: Page, { press }: Keyboard, text: string): Promise<void> {
  const options = page.locator('.ant-select-item-option:visible');
  let typed = '';
  for (const letter of text) {
    await press(letter);
    typed += letter;
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(1); // the list of the field before has closed
    await expect(options.filter({ hasNotText: typed })).toHaveCount(0);
    if ((await page.locator('.ant-select-item-option-active:visible').textContent()) === text) break;
  }
  await press('Enter');
}

async function tabTo({ press }: Keyboard, field: Locator, key = 'Tab'): Promise<void> {
  for (let tabs = 0; tabs < 12; tabs++) {
    if (await field.evaluate((one) => one === document.activeElement)) return;
    await press(key);
  }
  await expect(field).toBeFocused();
}

async function fill(page: Page, keyboard: Keyboard, { stage, sub, pick: when, comment, lock }: Outcome): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (stage) {
    await pick(page, keyboard, stage);
    await keyboard.press('Tab');
  }
  await expect(dialog.getByLabel('Sub Stage')).toBeFocused();
  await pick(page, keyboard, sub);
  if (when) {
    await tabTo(keyboard, dialog.getByRole('button', { name: when, exact: true }));
    await keyboard.press('Space');
  }
  if (comment) {
    await tabTo(keyboard, dialog.getByLabel('Comment'));
    await page.keyboard.type(comment);
  }
  if (lock) {
    await tabTo(keyboard, dialog.getByLabel('Lock this stage'));
    await keyboard.press('Space');
  }
}

async function save(page: Page, { press }: Keyboard, outcome: Outcome): Promise<Saved> {
  const who = ((await page.getByRole('dialog').locator('.ca-who').textContent()) ?? '').split(' · ')[0] ?? '';
  const sent = page.waitForRequest((request) => request.url().includes('callGenerate'));
  await press('Control+Enter');
  const body = (await sent).postDataJSON() as { lead_id: string; callObj: { call_date_time: string | null } };
  expect((await (await sent).response())?.status()).toBe(200);
  return { leadId: body.lead_id, who, outcome, at: body.callObj.call_date_time };
}

/** A call that was planned for later today: its follow-up is marked done, then the next outcome is saved. */
async function callBack(page: Page, keyboard: Keyboard): Promise<Saved> {
  const { press } = keyboard;
  await press('n');
  await expect(page.getByRole('group', { name: 'Place in the list' })).toContainText(/^1 of /);
  await press('s');
  await takesStage(page);
  const form = page.getByRole('dialog');
  await expect(form.getByText('Mark the pending follow-up done, or change the stage, to save.')).toBeVisible();
  await tabTo(keyboard, form.getByRole('button', { name: 'Mark done' }), 'Shift+Tab');
  await press('Space');
  await expect(form.locator('.ca-done')).toHaveText(/Done \d\d:\d\d$/);
  await expect(stageField(page)).toBeFocused();
  const outcome = { stage: 'Interested', sub: 'Campus visit', pick: '+3 d' };
  await fill(page, keyboard, outcome);
  const address = page.url();
  const saved = await save(page, keyboard, outcome);
  await expect(page).not.toHaveURL(address); // the next lead that is due today
  await takesStage(page);
  await press('Escape');
  await expect(form).toBeHidden();
  return { ...saved, finished: 1 };
}

/** Found by name; its stage is fixed, so the form begins with the sub stage. */
async function enrolledLead(page: Page, keyboard: Keyboard, { who, leadId }: Saved): Promise<Saved> {
  const { press } = keyboard;
  await press('Control+k');
  const search = page.getByRole('combobox', { name: 'Screen, lead or action' });
  await expect(search).toBeFocused();
  await page.keyboard.type(who);
  await expect(page.getByRole('option', { selected: true })).toContainText(who);
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`/lp/${leadId}`));
  await page.locator('.lp-entry').first().waitFor();
  await press('s');
  expect(await takesStage(page)).toBe(false);
  const outcome = { stage: '', sub: 'Joined' };
  await fill(page, keyboard, outcome);
  const saved = await save(page, keyboard, outcome);
  return { ...saved, outcome: { ...outcome, stage: 'Enrolled' } };
}
