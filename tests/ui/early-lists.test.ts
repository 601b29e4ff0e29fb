import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession } from '../../src/providers/session/session';
import { resourceNamed } from '../../src/schemas/kit/all';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

vi.mock('virtual:manifest', () => ({
  manifest: [],
  loadChunk: (name: string) => Promise.resolve({ resource: resourceNamed(name), validate: () => [] }),
}));

const page = '/leads?type=all';
const list = 'res/leads?_start=0&_end=10';
beforeEach(() => {
  freshBrowser(page);
  signedIn();
  vi.spyOn(performance, 'now').mockReturnValue(1000); // how long the document has been open
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
  delete (window as { earlyReads?: unknown }).earlyReads;
});
/** Opens the document again: its first script runs. */
const open = () => {
  vi.resetModules();
  return import('../../src/early');
};

describe('a list requested early', () => {
  it('a list that has already arrived is returned without waiting, once, and is requested early again next time', async () => {
    stubNetwork(() => json([]));
    const query = { resource: 'leads', meta: { limit: 25, start: 0 } };
    const address = 'res/leads?_start=0&_end=25';
    await (await import('../../src/providers/data-provider')).dataProvider.getList(query);
    const rows = [{ id: 'l-1', name: 'Asha', custom: { hostel: 'North' } }];
    const asked = stubNetwork(({ path }) => (path === address ? json(rows, 200, { 'x-total-count': '7' }) : json({ data: [] })));
    const begin = async () => {
      await open();
      const { earlyList } = await import('../../src/providers/data-provider');
      const { loadPlainResource } = await import('../../src/providers/screens/resource-chunk');
      expect(earlyList(query)).toBeUndefined(); // the resource's code has not loaded
      await loadPlainResource('leads');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(earlyList({ ...query, meta: { limit: 10 } })).toBeUndefined(); // another list
      return earlyList;
    };
    for (const visit of [1, 2]) {
      const earlyList = await begin();
      const data = [{ id: 'l-1', name: 'Asha', 'custom.hostel': 'North' }];
      expect(earlyList(query)).toMatchObject({ data, total: 7, totalExact: true });
      expect(earlyList(query), `visit ${visit}`).toBeUndefined();
    }
    expect(asked.filter(({ path }) => path === address)).toHaveLength(2);
  });

  it('an early list that is refused or not JSON is ignored, and the call itself is made', async () => {
    for (const answer of [() => json([], 401), () => new Response('<html>', { status: 200 })]) {
      localStorage.setItem('earlyReads', JSON.stringify({ user: currentSession()!.user.id, pages: { [page]: [list] } }));
      stubNetwork(answer);
      await open();
      const { earlyList } = await import('../../src/providers/data-provider');
      await (await import('../../src/providers/screens/resource-chunk')).loadPlainResource('leads');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(earlyList({ resource: 'leads', meta: { limit: 10, start: 0 } })).toBeUndefined();
    }
  });
});
