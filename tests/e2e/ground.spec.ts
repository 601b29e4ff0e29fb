import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from './product';

/** What only a real browser can show about sign-in, shell and session. */
test.describe('sign-in, shell and session', () => {
  test('SHELL-013 /login loads no code of other pages, and is 90 KB at most', async ({ page }) => {
    const paths: string[] = [];
    page.on('response', (response) => paths.push(new URL(response.url()).pathname));
    await page.goto('/login');
    await expect(page.locator('.p-carousel img').first()).toBeVisible();
    await page.waitForTimeout(500);
    const code = paths.filter((path) => /\.(js|css)$/.test(path));
    expect(code.filter((path) => /app|antd|router|query|leads|resource/i.test(path))).toEqual([]);
    const bytes = ['index.html', ...code].map((path) => gzipSync(readFileSync(`dist/client/${path}`), { level: 9 }).length);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(90 * 1024);
    const pictures = paths.filter((path) => path.endsWith('.svg') && path.startsWith('/assets/'));
    for (const path of pictures) expect(readFileSync(`dist/client${path}`).length).toBeLessThanOrEqual(20 * 1024);
  });

  test('the code of the pages in the menu comes while the first page is at rest, a click waits for data alone', async ({
    signIn,
  }) => {
    const page = await signIn('counsellor@northstar.example', '/leads?type=all');
    const code = async (): Promise<string[]> =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    await expect
      .poll(async () => (await code()).filter((path) => /(dashboard|note-history)-page-.*\.js$/.test(path)).length)
      .toBe(2);
    const before = (await code()).filter((path) => path.endsWith('.js'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');
    await expect(page.locator('.db-tiles')).toBeVisible();
    const late = (await code()).filter((path) => path.endsWith('.js') && !before.includes(path));
    expect(late.filter((path) => /dashboard-page|tiles|targets-card|announcement-card/.test(path))).toEqual([]);
  });

  test('every script begins with the hint that has Chromium compile it ahead', () => {
    const folder = 'dist/client/assets';
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(50);
    const other = scripts.filter(
      (name) => !readFileSync(`${folder}/${name}`, 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
    );
    expect(other).toEqual([]);
  });

  test('SIDEBAR-001 SIDEBAR-002 the rail is 210 px wide, 50 when collapsed', async ({ signIn }) => {
    const page = await signIn('counsellor@northstar.example', '/leads?type=all');
    const rail = page.getByRole('navigation', { name: 'Main' });
    const width = async (): Promise<number | undefined> => (await rail.boundingBox())?.width;
    expect(await width()).toBe(210);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(width).toBe(50);
  });

  test('SESSION-002 SESSION-003 LOGOUT-007 a session outlives a reload and ends in every tab', async ({ signIn }) => {
    const page = await signIn('counsellor@northstar.example', '/leads?type=all');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leads');
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await other.getByRole('button', { name: /^Account of/ }).click();
    await other.getByRole('button', { name: 'Logout' }).click();
    await other.getByRole('dialog', { name: 'Confirm Logout' }).getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL(/\/login$/);
    await page.bringToFront();
    await expect(page).toHaveURL(/\/login/);
  });

  test('SESSION-001 an expired token leads to /login without a message', async ({ signIn }) => {
    const page = await signIn('counsellor@northstar.example', '/leads?type=all');
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('currentUser')!) as { token: string };
      const [head, , signature] = user.token.split('.');
      localStorage.setItem('currentUser', JSON.stringify({ ...user, token: `${head}.${btoa('{"exp":1}')}.${signature}` }));
    });
    await page.reload();
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fleads/);
    await expect(page.locator('.p-toast-error')).toHaveCount(0);
    expect(await page.evaluate(() => [localStorage.getItem('currentUser'), localStorage.getItem('session')])).toEqual([
      null,
      null,
    ]);
  });
});
