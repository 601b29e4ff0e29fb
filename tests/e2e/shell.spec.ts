import { type Page } from '@playwright/test';
import { expect, signInOn, test } from './product';

const counsellor = 'counsellor@northstar.example';
const seconds = async (page: Page): Promise<number> => {
  const text = await page.getByRole('timer').innerText();
  const [, h, m, s] = /^Working : (\d\d):(\d\d):(\d\d)$/.exec(text)!.map(Number);
  return h! * 3600 + m! * 60 + s!;
};

/** What only a real browser can show about the shell: several tabs, reloads, the widths of its parts. */
test.describe('the shell', () => {
  test('TIMER-011 two tabs count the time once, and a reload keeps it', async ({ signIn, context }) => {
    const page = await signIn(counsellor, '/dashboard');
    await expect(page.getByRole('timer')).toHaveText(/^Working : \d\d:\d\d:\d\d$/);
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(2);
    const second = await context.newPage();
    await second.goto('/dashboard');
    const began = Date.now();
    await expect(second.getByRole('timer')).toHaveText(/^Working : \d\d:\d\d:\d\d$/);
    const before = await seconds(second);
    await expect.poll(() => seconds(second)).toBeGreaterThanOrEqual(before + 5);
    const counted = (await seconds(second)) - before;
    // if both tabs counted, it would be twice as much
    expect(counted).toBeLessThanOrEqual((Date.now() - began) / 1000 + 2);
    await page.bringToFront();
    const kept = await seconds(page);
    await page.reload();
    await expect(page.getByRole('timer')).not.toHaveText('');
    expect(await seconds(page)).toBeGreaterThanOrEqual(kept);
    const locks = await page.evaluate(async () => (await navigator.locks.query()).held!.map(({ name }) => name));
    expect(locks.filter((name) => name?.startsWith('work-time:'))).toHaveLength(1);
  });

  test('TIMER-002 only the timer’s own text is redrawn each second', async ({ page, product }) => {
    await page.addInitScript(() => {
      // React reports each commit to the developer tools, also in a production build.
      const commits: number[] = [];
      Object.assign(window, {
        commits,
        __REACT_DEVTOOLS_GLOBAL_HOOK__: {
          supportsFiber: true,
          renderers: new Map(),
          inject: () => 1,
          onCommitFiberRoot: () => void commits.push(performance.now()),
          onCommitFiberUnmount: () => undefined,
        },
      });
    });
    await signInOn(page, product, 'backoffice@northstar.example', '/help-support/list');
    await expect(page.getByRole('timer')).not.toHaveText(/00:00:0[01]$/);
    await page.waitForTimeout(6000); // what loads after the page: overlays, counts, the socket
    expect(await page.evaluate(() => (window as unknown as { commits: number[] }).commits.length)).toBeGreaterThan(3);
    const seen = await page.evaluate(async () => {
      const { commits } = window as unknown as { commits: number[] };
      const begun = commits.length;
      const where: string[] = [];
      const watch = new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          if (!element?.closest('.p-work-timer')) where.push(element?.outerHTML.slice(0, 120) ?? 'a node that is gone');
        }
      });
      watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      const text = (): string => document.querySelector('.p-work-timer')!.textContent!;
      const before = text();
      for (let i = 0; i < 10; i++) {
        window.dispatchEvent(new PointerEvent('pointermove'));
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
      watch.disconnect();
      return { commits: commits.length - begun, where, ticks: (60 + Number(text().slice(-2)) - Number(before.slice(-2))) % 60 };
    });
    expect(seen).toMatchObject({ commits: 0, where: [] });
    expect(seen.ticks).toBeGreaterThanOrEqual(8);
  });

  test('BREAK-005 BREAK-009 a break survives a reload, shows in the other tab, and ends', async ({ signIn, context }) => {
    const page = await signIn('caller@northstar.example', '/dashboard');
    const second = await context.newPage();
    await second.goto('/dashboard');
    const status = (of: Page) => of.getByRole('button', { name: /^Status:/ });
    await status(page).click();
    await page.getByRole('menuitem', { name: 'Break' }).click();
    const dialog = page.getByRole('dialog', { name: 'Break Reason' });
    await dialog.getByLabel('Lunch Break').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(status(page)).toHaveText('Offline');
    await expect(status(second)).toHaveText('Offline');
    await page.reload();
    await expect(status(page)).toHaveText('Offline');
    await expect(page.getByText(/^Lunch Break · 0 min$/)).toBeVisible();
    await page.getByRole('button', { name: 'End break' }).click();
    await expect(status(page)).toHaveText('Online');
    await expect(status(second)).toHaveText('Online');
  });

  test('SIDEBAR-001 SIDEBAR-002 SIDEBAR-003 NOTIF-011 CONST-020 CONST-021 has the specified widths', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    await page.setViewportSize({ width: 768, height: 700 });
    const rail = page.getByRole('navigation', { name: 'Main' });
    const width = async (): Promise<number> => (await rail.boundingBox())!.width;
    await expect.poll(width).toBe(210);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(width).toBe(50);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const list = page.getByRole('dialog', { name: 'Notifications' }).locator('.p-notices-list');
    await expect.poll(async () => (await list.boundingBox())!.height).toBe(284);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 767, height: 700 });
    await expect(rail).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(rail).toBeVisible();
  });

  test('the focus goes into a dialog that opens and returns when it closes', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    const status = page.getByRole('button', { name: /^Status:/ });
    await status.click();
    await expect(page.getByRole('menuitem', { name: 'Online' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Break' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Break Reason' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(status).toBeFocused();

    const account = page.getByRole('button', { name: /^Account of/ });
    await account.click();
    await page.getByRole('button', { name: 'Logout' }).click();
    // each place of the button until the dialog stands: one that moves is missed by a quick click
    const places = await page.getByRole('dialog', { name: 'Confirm Logout' }).evaluate(async (dialog) => {
      const seen = new Set<number>();
      for (const end = performance.now() + 600; performance.now() < end; await new Promise(requestAnimationFrame))
        seen.add(dialog.querySelector('.ant-modal-footer button')?.getBoundingClientRect().top ?? 0);
      return [...seen];
    });
    expect(places).toHaveLength(1);
    await page.getByRole('dialog', { name: 'Confirm Logout' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(account).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Screen, lead or action' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(account).toBeFocused();

    const stage = page.getByRole('button', { name: /^Add Lead Stage/ }).first();
    await stage.click();
    // the first enabled field: the row is the most urgent one, and may be of an enrolled lead
    await expect(page.getByRole('dialog').locator('.ca-form :enabled:focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(stage).toBeFocused();
  });

  test('SIDEBAR-003 the menu over a narrow page takes the focus, keeps it, and returns it', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    await page.setViewportSize({ width: 390, height: 700 });
    const open = page.getByRole('button', { name: 'Open menu' });
    await open.click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: /^Dashboard/ })).toBeFocused();
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.p-shell-main') === null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
  });

  test('FEEDBACK-046 a refused form shows what is wrong, on a phone too', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Give Feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByLabel('Comments')).toBeFocused();
    await expect(dialog.getByText('Comments is required.')).toBeInViewport();
  });

  test('a message of any length stays visible and covers no control', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    await page.setViewportSize({ width: 390, height: 844 });
    const message = `No${'x'.repeat(300)} https://example.com/${'y'.repeat(200)}`;
    await page.route('**/users/break', (route) => route.fulfill({ json: { code: 200, message } }));
    const status = page.getByRole('button', { name: /^Status:/ });
    await status.click();
    await page.getByRole('menuitem', { name: 'Online' }).click();
    const toast = page.locator('.p-toast', { hasText: 'example.com' });
    await expect(toast).toBeVisible();
    expect(
      await toast.evaluate((node) => [node.scrollWidth <= node.clientWidth, node.getBoundingClientRect().right <= 390]),
    ).toEqual([true, true]);
    // the message covers nothing: the button under it can still be clicked
    const { x, y, width, height } = (await status.boundingBox())!;
    expect(
      await status.evaluate((node, at) => node.contains(document.elementFromPoint(...at)), [
        x + width / 2,
        y + height / 2,
      ] as const),
    ).toBe(true);
    await status.click();
    await expect(page.getByRole('menuitem', { name: 'Break' })).toBeVisible();
  });

  test('FEEDBACK-047 FEEDBACK-048 feedback is written, sent and acknowledged', async ({ signIn }) => {
    const page = await signIn(counsellor, '/dashboard');
    await page.getByRole('button', { name: 'Give feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    await dialog.getByLabel('Comments').fill('The queue saves us an hour a day.');
    await dialog.getByRole('button', { name: 'Positive Experience' }).click();
    const sent = page.waitForResponse(/submitFeedback/);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    expect(await (await sent).json()).toMatchObject({ success: true });
    await expect(dialog).toBeHidden();
  });
});
