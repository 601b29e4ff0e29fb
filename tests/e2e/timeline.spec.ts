import { expect, test } from './product';

test('TIMELINE-008 TIMELINE-024 CONST-018 the list is up to 500 px high and scrolls; the legend has its colours', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/timeline');
  const unanswered: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) unanswered.push(answer.url());
  });
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  const list = page.getByRole('region', { name: 'Changes' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  for (let n = 0; n < 20 && (await list.getByRole('listitem').count()) < 12; n++) {
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.waitForTimeout(200);
  }
  expect(await list.getByRole('listitem').count()).toBeGreaterThan(4);
  expect((await list.boundingBox())!.height).toBeLessThanOrEqual(500);
  await list.getByRole('button', { name: 'View compare' }).first().click();
  const modal = page.getByRole('dialog', { name: 'Comparison of Old and New details' });
  const hue = (label: string): Promise<number[]> =>
    modal
      .getByText(label, { exact: false })
      .first()
      .evaluate((mark) => {
        const [red, green, blue] = getComputedStyle(mark).backgroundColor.match(/\d+/g)!.map(Number);
        return [red!, green!, blue!];
      });
  const [added, modified, removed] = [await hue('Added'), await hue('Modified'), await hue('Removed')];
  expect(added[1]).toBeGreaterThan(added[0]!); // green
  expect(Math.min(modified[0]!, modified[1]!)).toBeGreaterThan(modified[2]!); // yellow
  expect(removed[0]).toBeGreaterThan(Math.max(removed[1]!, removed[2]!)); // red
  // the trail names tables that no page shows
  expect(unanswered).toEqual([]);
});
