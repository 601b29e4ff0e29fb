import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { copyTree } from '../../server/store/embedded/copy-tree';
import { openEmbedded } from '../../server/store/embedded/open-embedded';
import { emptyTables } from '../support/database';

const dataDir = mkdtempSync(join(tmpdir(), 'prospectus-unhurried-'));
beforeAll(async () => copyTree(await emptyTables(resources), join(dataDir, 'database')));
afterAll(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A transaction that ends after three hours of the clock's time. */
async function threeHours(unhurried: boolean): Promise<string> {
  const database = await openEmbedded({ resources, dataDir, warn: () => {}, unhurried });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let finish = (): void => {};
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const work = database.use(async () => {
    begin();
    await new Promise<void>((resolve) => (finish = resolve));
    return 'done';
  });
  const ended = work.catch((error: Error) => error.message);
  await begun;
  vi.advanceTimersByTime(3 * 3_600_000);
  finish();
  vi.useRealTimers();
  const answer = await ended;
  await database.close();
  return answer;
}

it('the build and the operator’s commands are not stopped by a slow machine; a person’s transaction is', async () => {
  expect(await threeHours(true)).toBe('done');
  expect(await threeHours(false)).toBe('This took too long and was stopped. Nothing was saved.');
});
