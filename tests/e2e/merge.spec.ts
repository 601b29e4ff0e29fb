import { writeFileSync } from 'node:fs';
import { expect, test } from './product';

test('SCREENS-2.5 SCREENS-2.7 a file is imported and undone; a possible duplicate is compared, merged and parted again', async ({
  signIn,
}) => {
  const made = 'tests/.tmp/merge-e2e.csv';
  const lines = Array.from({ length: 120 }, (_, at) => `Person Kulkarni${at},98330${String(10_000 + at)},Solapur,`);
  const twins = ['Deepika Wagle,9833020001,Solapur,deepika@example.com', 'Dipika Wagle,9833020002,Solapur,deepika@example.com'];
  writeFileSync(made, ['Name,Mobile,City,Email', ...lines, ...twins].join('\n'));

  const page = await signIn('admin@northstar.example', '/upload-csv-lead');
  const load = async (): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(made);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByText('Match rows by')).toBeVisible();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('button', { name: /^Import 122 rows/ }).click();
    await expect(page.getByRole('button', { name: 'See the leads' })).toBeVisible();
  };
  await load();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('The import of merge-e2e.csv was undone')).toBeVisible();
  await expect(page.getByText('Taken back').locator('xpath=..')).toContainText('122');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await expect(page.getByRole('row', { name: /merge-e2e.csv Undone/ })).toBeVisible();
  await load();

  await page.goto('/leads?type=all');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Possible duplicates' }).click();
  await expect(page).toHaveURL(/\/leads\/duplicates/);
  await Promise.all([
    page.waitForResponse(/leads\/suspects\/check/),
    page.getByRole('button', { name: 'Check all leads' }).click(),
  ]);
  const compare = page.getByRole('button', { name: /^Compare (Deepika|Dipika) Wagle and/ });
  // With an email in common it is among the surest pairs, which come first.
  await expect(async () => {
    await page.goto('/leads/duplicates');
    await expect(compare).toBeVisible({ timeout: 3000 });
  }).toPass();
  await compare.click();
  const dialog = page.getByRole('dialog', { name: 'Compare and merge' });
  await dialog.getByRole('radio', { name: 'Deepika Wagle' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(compare).toBeFocused();
  await page.getByRole('link', { name: 'Deepika Wagle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deepika Wagle' })).toBeVisible();
  await expect(page.getByText('1 possible duplicate: same email, similar name, same city or date of birth')).toBeVisible();

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const row = dialog.getByRole('row', { name: /^Phone/ });
  await row.getByRole('radio').nth(1).check();
  const lost = (await dialog.getByRole('link', { name: 'Dipika Wagle' }).getAttribute('href'))!;
  await dialog.getByRole('button', { name: 'Merge leads' }).click();
  await expect(page.getByText('Merged with Dipika Wagle')).toBeVisible();
  await expect(page.getByText('98330 20002').first()).toBeVisible();
  const kept = page.url();

  await page.goto(lost);
  await expect(page.getByRole('heading', { level: 1, name: 'Deepika Wagle' })).toBeVisible();
  expect(page.url()).toBe(kept);
  await page.getByRole('button', { name: 'Undo merge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByText('Dipika Wagle is a separate lead again.')).toBeVisible();
  await expect(page.getByText('98330 20001').first()).toBeVisible();
  await page.goto(lost);
  await expect(page.getByRole('heading', { level: 1, name: 'Dipika Wagle' })).toBeVisible();
});
