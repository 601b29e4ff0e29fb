import { expect, test } from './product';

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#1677ff"/></svg>`;

test('TENANTEDIT-093 TENANTEDIT-129 the administrator saves a new logo and name, and the sidebar follows', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/');
  await page.locator('a[href^="/tenant-profile/"]').first().click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Tenant Profile' });
  const short = dialog.getByLabel('Short Name');
  await short.fill('Pole Star');
  await dialog.getByLabel('Logo file').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
  await expect(dialog.getByAltText('New logo')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Tenant saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const own = page.getByAltText('Logo of Northstar Admissions');
  await expect(own).toBeVisible();
  const inSidebar = page.locator('.p-sidebar img').first();
  await expect(inSidebar).toHaveAttribute('src', (await own.getAttribute('src'))!);
  await expect.poll(() => inSidebar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(page.locator('.p-sidebar')).toContainText('Pole Star');
  await page.reload();
  await expect(page.locator('.p-sidebar')).toContainText('Pole Star');
  await expect.poll(() => inSidebar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});
