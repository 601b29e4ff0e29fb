import { expect, test } from './product';

/** SPEED-F6: going from a list to a form and back leaves nothing behind in the page. */
test('opening a list and its edit form twenty times leaves no more nodes and listeners than once', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/college-list');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const count = async (): Promise<{ nodes: number; listeners: number }> => {
    await page.waitForTimeout(300);
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((one) => one.name === name)!.value;
    return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
  };
  const edit = page.locator('tbody a[href$="/edit"]').first();
  const trip = async (): Promise<void> => {
    await edit.waitFor({ state: 'attached' });
    await edit.evaluate((link: HTMLElement) => link.click());
    await page.locator('form input').first().waitFor();
    await page.goBack();
    await page.locator('form').waitFor({ state: 'detached' });
    await edit.waitFor({ state: 'attached' });
  };
  for (let i = 0; i < 3; i++) await trip();
  const before = await count();
  for (let i = 0; i < 20; i++) await trip();
  // What the last trip leaves goes a moment later: on a busy machine, after the first look.
  const grown = async (): Promise<number> => {
    const after = await count();
    return Math.max(after.nodes / before.nodes, after.listeners / before.listeners);
  };
  await expect.poll(grown).toBeLessThanOrEqual(1.2);
});
