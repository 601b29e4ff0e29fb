import { expect, test } from '@playwright/test';
import { patience, startDevIn, type DevCopy } from './dev-copy';
import { extensionCopy, type ExtensionCopy } from './extension-copy';
import { devPortFor } from './product';

let copy: ExtensionCopy;
let dev: DevCopy;

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
test.beforeAll(async ({}, info) => {
  copy = extensionCopy();
  dev = await startDevIn(copy.root, devPortFor(info.workerIndex));
});
test.afterAll(async () => {
  await dev?.stop();
  copy?.remove();
});

test('npm run dev: an open form follows each saved file of an extension outside of the repository', async ({ page }) => {
  await dev.signIn(page, '/hostel/rooms/new');
  const form = page.locator('form.p-form');
  await form.getByLabel(/^कक्ष/).fill('N-7', { timeout: patience });
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const shows = (label: string): Promise<void> => expect(form.getByLabel(label)).toBeAttached({ timeout: patience });

  copy.change('schemas/hostel-rooms.ts', '      status,', "      floor: { type: 'integer', title: 'Storey' },\n      status,");
  await shows('Storey');
  copy.change('translations/hi.ts', "block: 'खंड'", "block: 'भाग'");
  await shows('भाग');

  // what every file of the folder says is followed, and a mistake is one line with its name
  const overlay = page.locator('vite-error-overlay');
  copy.change('schemas/hostel-rooms.ts', "columns: ['room'", "columns: ['rom'");
  await expect(overlay).toContainText("/hostel/schemas/hostel-rooms.ts, columns: 'rom' is not a field; write 'room'", {
    timeout: patience,
  });
  copy.change('schemas/hostel-rooms.ts', "columns: ['rom'", "columns: ['room'");
  await expect(overlay).toHaveCount(0, { timeout: patience });
  copy.change('schemas/hostel-rooms.ts', "title: 'Storey'", "title: 'Level'");
  await shows('Level');
  await expect(form.getByLabel(/^कक्ष/)).toHaveValue('N-7');
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

  // the server has the same file by then, with its column
  await expect
    .poll(async () => (await page.request.get(`${dev.url}/api/openapi.json`)).text(), { timeout: patience })
    .toContain('"Level"');
  // The server may be starting again at that moment: the form says so and stays, and the next click saves it.
  await expect
    .poll(
      async () => {
        await page.evaluate(() =>
          document.querySelector<HTMLElement>('button[form][type=submit]:not(.ant-btn-loading)')?.click(),
        );
        return form.isVisible();
      },
      { timeout: patience },
    )
    .toBe(false);
});

test('npm run dev: an open page follows a saved screen, and a saved handler of it, of the extension', async ({ page }) => {
  await dev.signIn(page, '/hostel/occupancy');
  await expect(page.getByText('beds booked')).toBeVisible({ timeout: patience });
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  copy.change('screens/hostel-occupancy/occupancy-page.tsx', 'beds booked', 'beds are taken');
  await expect(page.getByText('beds are taken')).toBeVisible({ timeout: patience });
  copy.change('handlers/hostel-occupancy.ts', 'return { data };', 'return { data: { ...data, beds: 77 } };');
  await expect(page.getByText('of 77 beds are taken')).toBeVisible({ timeout: patience });
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});
