import type { Page } from '@playwright/test';
import { expect, test } from './product';

const counsellor = 'counsellor@northstar.example';
const admin = 'admin@northstar.example';

/** What the page threw, and answers that failed. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => void faults.push(String(error)));
  return faults;
}

test.describe('notes and the rules of the organisation', () => {
  test('a note is found, corrected by its author, pinned, and keeps what it said before', async ({ signIn }) => {
    const page = await signIn(counsellor, '/note-history');
    const faults = faultsOf(page);
    await page.getByRole('button', { name: 'Add note' }).click();
    const add = page.getByRole('dialog', { name: 'Add note' });
    await add.getByLabel('Note').fill('The hostel costs 90,000');
    await add.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(add).toBeHidden();
    const row = page.getByRole('row', { name: /The hostel costs/ });
    await expect(row).toContainText('Note');
    await row.hover();
    await row.getByRole('button', { name: /^Edit the note/ }).click();
    const edit = page.getByRole('dialog', { name: 'Edit note' });
    await edit.getByLabel('Note').fill('The hostel costs 95,000');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(edit).toBeHidden();
    await expect(row).toContainText('95,000');
    await row.hover();
    await row.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(row.getByRole('button', { name: 'Unpin' })).toBeAttached();
    await row.getByRole('link', { name: /The hostel costs/ }).click();
    await expect(page.getByRole('complementary', { name: 'History' })).toContainText('90,000');
    await page.goto('/note-history?type=call_comment');
    await expect(page.getByRole('table', { name: 'Notes' })).not.toContainText('The hostel costs');
    await page.getByRole('button', { name: 'Mentions me' }).click();
    await expect(page).toHaveURL(/mentions=/);
    expect(faults).toEqual([]);
  });

  test('D-019 a feature that is switched off leaves the menu; two administrators do not overwrite each other', async ({
    signIn,
    context,
  }) => {
    const page = await signIn(admin, '/config');
    const faults = faultsOf(page);
    await page.getByLabel('Search settings').fill('feat');
    await page.getByRole('link', { name: 'Features' }).click();
    const features = page.getByRole('region', { name: 'Features' });
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'College List' })).toBeVisible();
    const second = await context.newPage();
    await second.goto('/config/rules');
    const reports = second.getByRole('region', { name: 'Report settings' });
    await reports.getByLabel('First response target').fill('20');

    const typed = page.getByRole('region', { name: 'Duplicate leads' }).getByLabel('Within days');
    await typed.fill('45');
    await features.getByLabel('Partner colleges').click();
    await features.getByRole('button', { name: 'Save' }).click();
    await expect(menu.getByRole('link', { name: 'College List' })).toHaveCount(0);
    await expect(features.getByLabel('Partner colleges')).not.toBeChecked();
    await expect(typed).toHaveValue('45'); // what another section has not saved yet stays
    await typed.fill('');

    await reports.getByRole('button', { name: 'Save' }).click();
    await expect(reports.getByRole('alert')).toContainText('Someone else has changed this record');
    await expect(reports.getByLabel('First response target')).toHaveValue('20');
    await reports.getByRole('button', { name: 'Show the saved values' }).click();
    await expect(second.getByRole('region', { name: 'Features' }).getByLabel('Partner colleges')).not.toBeChecked();
    await reports.getByLabel('First response target').fill('20');
    await reports.getByLabel('Working day to').fill('07:00');
    await reports.getByRole('button', { name: 'Save' }).click();
    await expect(reports).toContainText('The working day must end after it begins');
    await reports.getByLabel('Working day to').fill('');
    await reports.getByRole('button', { name: 'Save' }).click();
    await second.reload();
    await expect(reports.getByLabel('First response target')).toHaveValue('20');

    await page.reload();
    await features.getByLabel('Partner colleges').click();
    await features.getByRole('button', { name: 'Save' }).click();
    await expect(menu.getByRole('button', { name: 'Setting' })).toBeVisible();
    await expect(features.getByLabel('Partner colleges')).toBeChecked();
    expect(faults).toEqual([]);
  });
});
