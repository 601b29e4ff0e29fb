import { expect, test } from './product';

/** What only a real browser can show about /aibot: widths, frames, and that it sends nothing. */
test('BOT-002 BOT-009 BOT-010 BOT-011 BOT-012 BOT-023 BOT-033 CONST-044 CONST-045 TRUST-S24 widths, frames, no calls of its own', async ({
  signIn,
}) => {
  // not role 1: for administrators the shell requests the tenant's profile once, at an arbitrary moment
  const page = await signIn('counsellor@northstar.example', '/aibot');
  await expect(page.getByRole('heading', { name: /Chat Bot$/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname, origin } = new URL(request.url());
    const isCode = origin === new URL(page.url()).origin && /^\/(assets|r-)/.test(pathname);
    if (/^\/(azsocket|api\/(tenant-config|acl|announcements|events|chats_list_query|users\/))/.test(pathname)) return; // by the shell, on every page
    if (protocol !== 'blob:' && protocol !== 'data:' && !isCode && request.method() !== 'OPTIONS') calls.push(request.url());
  });
  const side = page.getByRole('complementary', { name: 'Chats' });
  const room = page.getByRole('region', { name: 'Chat' });
  for (const [width, expected] of [
    [1366, 320],
    [1024, 280],
    [769, 280],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(async () => (await side.boundingBox())!.width).toBe(expected);
    await expect(async () => {
      const edge = (await side.boundingBox())!;
      expect((await room.boundingBox())!.x).toBeGreaterThanOrEqual(edge.x + edge.width - 1);
    }).toPass();
  }
  for (const width of [768, 480]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(async () => {
      const box = (await side.boundingBox())!;
      const under = (await room.boundingBox())!;
      expect(under.x).toBeLessThan(box.x + box.width); // an overlay
      expect(box.width).toBe(width === 480 ? under.width : 280);
    }).toPass();
  }
  await page.getByRole('button', { name: 'Close chats' }).click();
  await page.setViewportSize({ width: 1366, height: 768 });

  const message = page.getByPlaceholder('Ask anything...');
  const height = async (): Promise<number> => Math.round((await message.boundingBox())!.height);
  const line = await message.evaluate((box) => Number.parseFloat(getComputedStyle(box).lineHeight));
  const one = await height();
  for (const [rows, shown] of [
    [5, 5],
    [9, 5],
    [2, 2],
  ] as const) {
    await message.fill(Array.from({ length: rows }, (_, n) => `row ${n}`).join('\n'));
    await expect.poll(height).toBe(Math.round(one + (shown - 1) * line));
  }
  await message.fill('');
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'fees.xls', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('x') },
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('from the note') },
  ]);
  await message.press('Enter');
  await expect(page.frameLocator('iframe[title="note.txt"]').getByText('from the note')).toBeVisible();
  expect((await page.getByTitle('note.txt').boundingBox())!.height).toBe(400);
  expect((await page.getByRole('group', { name: 'fees.xls' }).boundingBox())!.height).toBe(400);
  await expect(page.getByText('Thank you for your message.').last()).toBeVisible();
  expect(calls).toEqual([]);
});
