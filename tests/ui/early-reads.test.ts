import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { request } from '../../src/providers/calls/http';
import { currentSession, endSession, startSession } from '../../src/providers/session/session';
import { counsellor, freshBrowser, json, signedIn, stubNetwork, tenant } from './browser-fixture';

const page = '/leads?type=fav';
const list = 'res/leads?_start=0&_end=10';
beforeEach(() => {
  freshBrowser(page);
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
const read = async (path: string) => (await request(path, { early: true })).body;

describe('reads requested early', () => {
  it('a page visited before requests its reads before its code has loaded, with all headers, and once', async () => {
    signedIn();
    stubNetwork(() => json({ data: 'then' }));
    await read('acl');
    await read(list);
    await request('users/me'); // not marked as early
    const asked = stubNetwork(() => json({ data: 'now' }));
    await open();
    expect(asked.map(({ path }) => path)).toEqual(['acl', list]);
    for (const { headers, init } of asked) {
      expect(init.credentials).toBe('include');
      expect(headers.get('Authorization')).toBe(`Bearer ${currentSession()!.user.token}`);
      expect(headers.get('X-XSRF-TOKEN')).toBe('abc.def-1');
      expect(headers.get('Cache-Control')).toBe('no-cache');
    }
    expect(await read(list)).toEqual({ data: 'now' });
    expect(asked).toHaveLength(2);
    await read(list);
    expect(asked).toHaveLength(3);
  });

  it('the permissions are requested at a first visit too, but not when signed out', async () => {
    signedIn();
    const asked = stubNetwork(() => json({ data: 'now' }));
    await open();
    expect(asked.map(({ path }) => path)).toEqual(['acl']);
    expect(await read('acl')).toEqual({ data: 'now' });
    expect(asked).toHaveLength(1);
    endSession({ comeBack: false });
    await open();
    expect(asked).toHaveLength(1);
  });

  it('the lead list is requested at a first visit, and later as it was recorded', async () => {
    freshBrowser('/leads?type=all');
    signedIn();
    let asked = stubNetwork(() => json({ data: 'now' }));
    await open();
    expect(asked.map(({ path }) => path)).toContain('res/leads?type=all&_sort=created_at&_order=desc&_start=0&_end=10');
    await read('views/leads');
    asked = stubNetwork(() => json({ data: 'now' }));
    await open();
    expect(asked.map(({ path }) => path)).toEqual(['acl', 'views/leads']);
  });

  it('a list requested by POST is neither remembered nor used for another page', async () => {
    signedIn();
    stubNetwork(() => json({ data: 'then' }));
    await request('get-obd-campaign', { method: 'POST', body: { page_number: 1 }, early: true });
    const asked = stubNetwork(() => json({ data: 'now' }));
    await open();
    expect(asked.map(({ path }) => path)).toEqual(['acl']);
    await request('get-obd-campaign', { method: 'POST', body: { page_number: 2 }, early: true });
    expect(asked.slice(1).map(({ method, body }) => [method, body])).toEqual([['POST', { page_number: 2 }]]);
  });

  it('a failed early read is repeated by the call itself', async () => {
    signedIn();
    stubNetwork(() => json({}));
    await read('acl');
    let first = true;
    const asked = stubNetwork(() => (first ? ((first = false), json({ code: 401 }, 401)) : json({ data: 1 })));
    await open();
    expect(await read('acl')).toEqual({ data: 1 });
    expect(asked).toHaveLength(2);
    expect(currentSession()).not.toBeNull();
  });

  it('nothing is stored about a search or for the next user', async () => {
    signedIn();
    const asked = stubNetwork(() => json({}));
    await read('res/leads?q=98200');
    await open();
    expect(asked.map(({ path }) => path)).toEqual(['res/leads?q=98200', 'acl']);
    await read('acl');
    endSession({ comeBack: false });
    expect(localStorage.length).toBe(0);
    freshBrowser(page);
    startSession(counsellor({ id: 'u-9' }), tenant());
    await open();
    expect(asked.slice(2).map(({ path }) => path)).toEqual(['acl']);
  });

  it('browser storage edited by hand breaks no page', async () => {
    signedIn();
    const asked = stubNetwork(() => json({ data: 1 }));
    for (const text of [
      '{',
      '7',
      `{"user":"u-4","pages":7}`,
      `{"user":"u-4","pages":null}`,
      `{"user":"u-4","pages":{"${page}":"acl"}}`,
    ]) {
      localStorage.setItem('earlyReads', text);
      await open();
      expect(await read('acl')).toEqual({ data: 1 });
      expect(currentSession()).not.toBeNull();
    }
    expect(asked.every(({ path }) => path === 'acl')).toBe(true);
  });
});
