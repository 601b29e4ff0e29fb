import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../src/providers/calls/call';
import { request } from '../../src/providers/calls/http';
import { currentSession, updateUser } from '../../src/providers/session/session';
import * as toasts from '../../src/ui/toasts/plain-toasts';
import { freshBrowser, json, signedIn, stubNetwork, tokenFor } from './browser-fixture';

beforeEach(() => freshBrowser('/leads?type=all'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const ok = () => json({ code: 200, data: [] });
const told = () => vi.spyOn(toasts, 'showToast');

describe('the client', () => {
  it('HTTP-001 HTTP-002 HTTP-003 HTTP-004 HTTP-006 sends credentials, both tokens and no-cache below the API root', async () => {
    signedIn();
    const urls: string[] = [];
    const asked = stubNetwork(ok);
    const sent = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      urls.push(url);
      return sent(url, init);
    });
    await request('acl');
    await request('callGenerate', { method: 'POST', body: { a: 1 } });
    expect(urls).toEqual(['/api/acl', '/api/callGenerate']);
    for (const { headers, init } of asked) {
      expect(init.credentials).toBe('include');
      expect(headers.get('X-XSRF-TOKEN')).toBe('abc.def-1');
      expect(headers.get('Authorization')).toBe(`Bearer ${currentSession()!.user.token}`);
      expect(headers.get('Cache-Control')).toBe('no-cache');
      expect(headers.get('Pragma')).toBe('no-cache');
    }
  });

  it('D-052 a form with a file has one idempotency key however often it is sent, and another form has another key', async () => {
    signedIn();
    let forged = true;
    const asked = stubNetwork(() => {
      const answer = forged
        ? json({ code: 403, message: 'Your session could not be verified. Please try again.' }, 403)
        : json({ code: 200 });
      forged = false;
      return answer;
    });
    const [one, other] = [new FormData(), new FormData()];
    await request('leads/upload-csv', { method: 'POST', body: one });
    await request('leads/upload-csv', { method: 'POST', body: one });
    await request('leads/upload-csv', { method: 'POST', body: other });
    const keys = asked.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[0]!.length).toBeGreaterThan(20);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('HTTP-005 has no Authorization header without a user', async () => {
    const [asked] = [stubNetwork(ok), await request('users/signin', { method: 'POST', body: {} })];
    expect(asked[0]!.headers.has('Authorization')).toBe(false);
    expect(asked[0]!.headers.get('X-XSRF-TOKEN')).toBe('abc.def-1');
    expect(asked[0]!.headers.has('Pragma')).toBe(false);
  });

  it('HTTP-007 HTTP-009 shows the message of a 401 and signs out', async () => {
    signedIn();
    const toast = told();
    stubNetwork(() => json({ code: 401, message: 'Signed out elsewhere.' }, 401));
    await expect(request('acl')).rejects.toMatchObject({ code: 401, message: 'Signed out elsewhere.' });
    expect(toast).toHaveBeenCalledWith('error', 'Signed out elsewhere.');
    expect(currentSession()).toBeNull();
    expect(localStorage.length).toBe(0);
    expect(location.pathname).toBe('/login');
    expect(new URLSearchParams(location.search).get('returnUrl')).toBe('/leads?type=all');
  });

  it('HTTP-008 CONST-023 shows the same message once in 2 s', async () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    const toast = told();
    let message = 'Over.';
    stubNetwork(() => json({ code: 401, message }, 401));
    const refused = async (): Promise<void> => {
      signedIn();
      await request('acl').catch(() => undefined);
    };
    await refused();
    vi.advanceTimersByTime(1900);
    await refused();
    expect(toast).toHaveBeenCalledTimes(1);
    message = 'Something else.';
    await refused();
    expect(toast).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(2000);
    await refused();
    expect(toast).toHaveBeenCalledTimes(3);
  });

  it('HTTP-010 passes on the message of any other failure, otherwise the status text', async () => {
    signedIn();
    stubNetwork(() => json({ code: 413, message: 'Too large.', errors: [{ path: 'name', message: 'Too long' }] }, 413));
    await expect(request('x')).rejects.toMatchObject({
      code: 413,
      message: 'Too large.',
      errors: [{ path: 'name', message: 'Too long' }],
    });
    stubNetwork(() => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(request('x')).rejects.toMatchObject({ code: 502, message: 'Bad Gateway' });
    expect(currentSession()).not.toBeNull();
  });

  it('retries once with the fresh cookie when the anti-forgery check fails', async () => {
    signedIn();
    const asked = stubNetwork(({ headers }) => {
      if (headers.get('X-XSRF-TOKEN') === 'fresh') return ok();
      document.cookie = 'XSRF-TOKEN=fresh';
      return json({ code: 403, message: 'Your session could not be verified. Please try again.' }, 403);
    });
    await expect(request('x', { method: 'POST', body: {} })).resolves.toMatchObject({ status: 200 });
    expect(asked).toHaveLength(2);
    const refused = stubNetwork(() => json({ code: 403, message: 'You do not have permission to perform this action.' }, 403));
    await expect(request('res/leads')).rejects.toMatchObject({ code: 403 });
    expect(refused).toHaveLength(1);
  });

  it('SESSION-001 never sends an expired token: it clears the session and goes to /login without a message', async () => {
    signedIn();
    updateUser({ token: tokenFor(-1) });
    const toast = told();
    const asked = stubNetwork(ok);
    await expect(request('acl')).rejects.toMatchObject({ code: 401 });
    expect(asked).toEqual([]);
    expect(toast).not.toHaveBeenCalled();
    expect(localStorage.getItem('currentUser')).toBeNull();
    expect(localStorage.getItem('session')).toBeNull();
    expect(location.pathname).toBe('/login');
  });
});

describe('calls of the customer’s API', () => {
  it('throw the failure in the envelope', async () => {
    stubNetwork(() => json({ code: 409, message: 'Changed by somebody else.', current: { id: 1 } }));
    await expect(call({ wire: 'GET a' }, {})).rejects.toMatchObject({ code: 409, more: { current: { id: 1 } } });
    stubNetwork(() => json({ code: 422 }));
    await expect(call({ wire: 'GET a' }, {})).rejects.toMatchObject({ code: 422, message: 'Some Error' });
  });

  it('put values where the wire declares them', async () => {
    const asked = stubNetwork(ok);
    await call({ wire: 'GET followup/lead/mark-status/{id}?source', as: 'update' }, { id: 'a/b', source: 'dialer' });
    await call({ wire: 'PUT leads/{id}/favourite@value', as: 'update' }, { id: 'l1', value: true });
    await call({ wire: 'GET list?type,ids[]' }, { type: '', ids: [1, 2] });
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', 'followup/lead/mark-status/a%2Fb?source=dialer', undefined],
      ['PUT', 'leads/l1/favourite', { value: true }],
      ['GET', 'list?ids%5B%5D=1&ids%5B%5D=2', undefined],
    ]);
  });

  it('take the POST form of a GET that writes when its address passes 4,000 characters', async () => {
    const asked = stubNetwork(ok);
    const spec = { wire: 'GET updatesmstemplate?id', as: 'update' };
    await call(spec, { id: '1', body: 'x'.repeat(3900) });
    await call(spec, { id: '1', body: 'न'.repeat(2000) });
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(asked[0]!.path).toMatch(/^updatesmstemplate\?id=1&body=x+$/);
    expect(asked[1]).toMatchObject({ path: 'updatesmstemplate', body: { id: '1', body: 'न'.repeat(2000) } });
  });
});
