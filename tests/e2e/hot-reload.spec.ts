import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patience, startDev, type DevCopy } from './dev-copy';
import { devPortFor } from './product';
import { seededSaves, textOf, write } from './saves';

/** `npm run prove:hot-reload` makes 200. */
const count = Number(process.env.SAVES ?? 24);
let dev: DevCopy;

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
test.beforeAll(async ({}, info) => {
  dev = await startDev(devPortFor(info.workerIndex));
});
test.afterAll(() => dev?.stop());

test('npm run dev: a saved schema file updates the open form, typed text stays, and a new file becomes a page', async ({
  page,
}, info) => {
  const { root, url, printed } = dev;
  await dev.signIn(page, '/config/streams/new');
  const form = page.locator('form.p-form');
  await form.getByLabel(/^Name/).fill('Marine engineering', { timeout: patience });
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  const file = join(root, 'src/schemas/settings/streams.ts');
  const text = readFileSync(file, 'utf8');
  const withField = (title: string): string =>
    text.replace('status,', `motto: { type: 'string', title: '${title}', maxLength: 80 },\n      status,`);
  expect(withField('Motto')).not.toBe(text);
  const took: number[] = [];
  for (const title of ['Motto of the stream', 'Its motto', 'The motto']) {
    const [saved, before] = [performance.now(), printed().length];
    writeFileSync(file, withField(title));
    await expect(form.getByLabel(title)).toBeAttached({ timeout: patience });
    took.push(Math.round(performance.now() - saved));
    await dev.says('Prospectus is ready at', before);
  }
  info.annotations.push({ type: 'from saved to shown', description: `${took.join(', ')} ms` });
  console.log(`from saved to shown: ${took.join(', ')} ms`);

  // a mistake is shown in the browser, and its correction is applied like any other save
  writeFileSync(file, withField('Word').replace("columns: ['", "columns: ['nmae', '"));
  await expect(page.locator('vite-error-overlay')).toContainText("write 'name'", { timeout: patience });
  writeFileSync(file, withField('Word'));
  await expect(form.getByLabel('Word')).toBeAttached({ timeout: patience });
  await expect(form.getByLabel(/^Name/)).toHaveValue('Marine engineering');
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

  // a new file creates a resource: its table, its page, its first record
  execFileSync(process.execPath, ['scripts/new-resource.mjs', 'settings/hostel-rooms'], { cwd: root });
  await dev.says('Schema: create table "hostel_rooms"');
  await dev.says('Prospectus is ready at', printed().indexOf('Schema: create table "hostel_rooms"'));
  // a new file reloads the open page, which may interrupt this
  await expect(() => page.goto(`${url}/config/hostel-rooms/new`)).toPass();
  await form.getByLabel(/^Name/).fill('Sahyadri', { timeout: patience });

  // rewritten exactly as in the guide: fields are removed and added, and nothing has to be confirmed
  const [, example = ''] = /```ts\n([\s\S]+?)```/.exec(readFileSync('docs/guides/add-a-resource.md', 'utf8'))!;
  expect(example.split('\n').length).toBeLessThan(60);
  const before = printed().length;
  writeFileSync(join(root, 'src/schemas/settings/hostel-rooms.ts'), example);
  await expect(form.getByLabel(/^Warden/)).toBeVisible({ timeout: patience });
  await dev.says('drop column "name"', before);
  await dev.says('Prospectus is ready at', printed().indexOf('drop column "name"', before));
  await form.getByLabel(/^Room/).fill('N-101');
  await form.getByLabel(/^Capacity/).fill('2');
  await form.getByLabel(/^Warden/).fill('Sunita Kale');
  await form.getByLabel(/^Fee/).fill('42000');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'room.png', mimeType: 'image/png', buffer: readFileSync('public/icon-192.png') });
  await expect(form.getByText('room.png')).toBeVisible();
  await form.getByLabel(/^College/).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await page.goto(`${url}/config/hostel-rooms?q=sunita`);
  await page.getByRole('link', { name: 'N-101', exact: true }).click();
  await expect(page.getByRole('img', { name: 'room.png' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'History' })).toContainText('created it');
  await page.goto(`${url}/config`);
  await expect(page.getByRole('link', { name: /Hostel rooms/ })).toBeVisible();
  const open = (await (await page.request.get(`${url}/api/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(open.paths)).toContain('/api/res/hostel-rooms/{id}');

  // and records imported from a file
  await page.goto(`${url}/config/hostel-rooms/import`);
  const csv = 'room,capacity,warden\nS-7,4,Anil Rao\nS-8,40,Anil Rao\n';
  await page.getByLabel('CSV file').setInputFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Import' })).toContainText('1 new, 0 updated, 0 unchanged, 1 rejected.');
});

test('TRUST-R26 npm run dev: no save is lost, however the file is written, including mistakes and their corrections', async ({
  page,
}) => {
  test.setTimeout(400_000 + count * 20_000);
  await dev.signIn(page, '/config/lead-sources/new');
  const form = page.locator('form.p-form');
  await form.getByLabel(/^Name/).fill('Atlantis', { timeout: patience });
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const file = join(dev.root, 'src/schemas/settings/lead-sources.ts');
  const text = readFileSync(file, 'utf8');
  const overlay = page.locator('vite-error-overlay');
  const saves = seededSaves(count, Number(process.env.SEED ?? 26));
  let waited = 0;
  for (const [at, save] of saves.entries()) {
    await write(file, textOf(text, save), save.way);
    if (save.next !== undefined) {
      await page.waitForTimeout(save.next);
      continue;
    }
    waited += 1;
    const what = `save ${at}, ${save.way}, ${save.mistake ?? save.title}`;
    if (save.mistake === 'schema') await expect(overlay, what).toContainText("write 'name'", { timeout: patience });
    else if (save.mistake) await expect(overlay, what).toContainText(/lead-sources\.ts/, { timeout: patience });
    else {
      await expect(form.getByLabel(save.title, { exact: true }), what).toBeAttached({ timeout: patience });
      await expect(overlay, what).toHaveCount(0, { timeout: patience });
    }
  }
  await expect(form.getByLabel(/^Name/)).toHaveValue('Atlantis');
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  // nor on the server, which is built and restarted at the same time
  const served = async (): Promise<string> => (await page.request.get(`${dev.url}/api/openapi.json`)).text();
  await expect.poll(served, { timeout: patience }).toContain(saves.at(-1)!.title);
  console.log(JSON.stringify({ saves: count, awaited: waited, lost: 0 }));
});
