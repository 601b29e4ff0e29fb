import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './product';

const rooms = join(import.meta.dirname, '../../src/custom');

/** The pages that declare their first reads. */
const pages: string[] = [];
for (const room of readdirSync(rooms)) {
  const file = join(rooms, room, 'first-reads.ts');
  if (!existsSync(file)) continue;
  const { firstReads } = (await import(file)) as { firstReads: Readonly<Record<string, readonly string[]>> };
  pages.push(...Object.keys(firstReads));
}

for (const address of pages)
  test(`a first visit to ${address} requests early exactly what the page reads, each address once`, async ({ signIn }) => {
    // A tenant that no other test uses: its data does not change meanwhile.
    const page = await signIn('counsellor@lakeview.example', '/dashboard');
    await page.getByRole('link', { name: 'Dashboard' }).waitFor(); // it is signed in
    await page.goto('about:blank'); // ends the dashboard's own requests
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(...request.url().split('/api/').slice(1)));

    // The page's first module is replaced by an empty one: only the early script makes requests.
    const first = /\/assets\/main-[^/]*\.js$/;
    await page.route(first, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(address);
    const early = await page.evaluate(() => [...(window.earlyReads?.keys() ?? [])].sort());
    expect(asked.toSorted()).toEqual(early);

    await page.goto('about:blank');
    await page.unroute(first);
    asked.length = 0;
    await page.goto(address);
    await page.getByRole('row').nth(5).waitFor();
    await page.waitForLoadState('networkidle');
    const recorded = await page.evaluate(
      (at) => (JSON.parse(localStorage.getItem('earlyReads')!) as { pages: Record<string, string[]> }).pages[at]!,
      address,
    );
    expect(early).toEqual(recorded.toSorted());
    expect(asked.filter((path) => early.includes(path)).toSorted()).toEqual(early);
  });
