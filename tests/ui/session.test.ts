import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRenewing } from '../../src/providers/session/renewal';
import { currentSession, currentToken, followOtherTabs, onSessionEnd, updateUser } from '../../src/providers/session/session';
import { signOut } from '../../src/providers/session/sign-out';
import { tenantZone } from '../../src/ui/time/clock';
import { shortTime } from '../../src/ui/time/dates';
import { freshBrowser, json, signedIn, stubNetwork, tokenFor } from './browser-fixture';

let stops: (() => void)[] = [];
beforeEach(() => freshBrowser('/leads'));
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const stored = (key: string): Record<string, unknown> =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown>;

describe('the session in the browser', () => {
  it('ENT-001 ENT-002 ENT-003 ENT-004 ENT-005 ENT-006 ENT-007 ENT-008 ENT-009 ENT-010 keeps the current user', () => {
    signedIn();
    for (const field of [
      'id',
      'name',
      'email',
      'role',
      'role_name',
      'type',
      'token',
      'user_status',
      'logo_image',
      'wp_token',
      'wp_access',
    ])
      expect(stored('currentUser'), field).toHaveProperty(field);
  });

  it('D-055 sets the zone in which times are shown; it is that of India when signed out or unknown', () => {
    signedIn({}, { timezone: 'Asia/Dubai' });
    currentSession();
    expect(shortTime('2026-03-12T20:30:00Z', { now: new Date('2026-03-12T21:00:00Z') })).toContain('00:30');
    signedIn({}, { timezone: 'Nowhere/Else' });
    currentSession();
    expect(tenantZone()).toBe('Asia/Kolkata');
  });

  it('ENT-025 keeps whether automation may be triggered', () => {
    signedIn({}, { is_allow_automation_trigger: 0 });
    expect(stored('session')).toMatchObject({ tenant: { is_allow_automation_trigger: 0 } });
  });

  it('ENT-015 ENT-016 ENT-017 ENT-018 ENT-019 ENT-020 ENT-021 ENT-022 ENT-023 ENT-024 keeps tenant and settings', () => {
    signedIn({}, { logo_image: '/logo.png' });
    expect(stored('session')).toMatchObject({
      tid: 't-1',
      id: 'u-4',
      logo_image: '/logo.png',
      support_email: 'help@northstar.example',
      support_number: '9800000001',
      currentUser: { id: 'u-4', role: 4 },
      tenant: { id: 't-1', name: 'Northstar Admissions', is_allow_automation_trigger: 1 },
    });
    expect(stored('session')['currentUser']).not.toHaveProperty('token');
  });

  it('treats browser storage whose support contact is not text as signed out: the shell renders it', () => {
    for (const [name, value] of [
      ['support_number', 5],
      ['support_email', {}],
    ] as const) {
      signedIn();
      localStorage.setItem('session', JSON.stringify({ ...stored('session'), [name]: value }));
      expect(currentSession(), name).toBeNull();
    }
  });

  it('treats a damaged storage as signed out', () => {
    signedIn();
    localStorage.setItem('currentUser', '{');
    expect(currentSession()).toBeNull();
    localStorage.setItem('currentUser', '{}');
    expect(currentSession()).toBeNull();
  });

  it('SESSION-003 follows the sign-out of another tab, on its event and on focus', () => {
    for (const event of ['storage', 'focus']) {
      freshBrowser('/leads');
      signedIn();
      const stop = followOtherTabs();
      localStorage.clear(); // what the other tab did
      window.dispatchEvent(new Event(event));
      expect(location.pathname, event).toBe('/login');
      stop();
    }
  });

  it('renews the token before it expires, once for all tabs', async () => {
    vi.useFakeTimers();
    signedIn({ token: tokenFor(900) });
    const asked = stubNetwork(() => json({ code: 200, data: { token: tokenFor(900, 'new') } }));
    stops.push(keepRenewing(), keepRenewing());
    await vi.advanceTimersByTimeAsync(800_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked.map(({ method, path }) => [method, path])).toEqual([['POST', 'users/refresh']]);
    expect(atob(currentToken()!.split('.')[1]!)).toContain('new');
  });

  it('SESSION-001 after a refused renewal ends the session silently when the token expires', async () => {
    vi.useFakeTimers();
    signedIn({ token: tokenFor(120) });
    stubNetwork(() => json({ code: 401, message: 'no' }, 401));
    stops.push(keepRenewing());
    await vi.advanceTimersByTimeAsync(100_000);
    expect(currentSession()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(currentSession()).toBeNull();
    expect(location.pathname).toBe('/login');
  });

  it('LOGOUT-005 LOGOUT-006 LOGOUT-007 LOGOUT-010 records the sign-out with the token, then forgets everything', async () => {
    signedIn();
    const token = currentToken();
    const cleared = vi.fn();
    stops.push(onSessionEnd(cleared));
    const asked = stubNetwork(() => {
      expect(currentToken()).toBe(token);
      expect(cleared).not.toHaveBeenCalled();
      return json({ code: 200 });
    });
    await signOut();
    expect(asked).toMatchObject([
      { method: 'POST', path: 'users/auth-log', body: { by_user: true, id: 'u-4', email: 'rohini@northstar.example' } },
    ]);
    expect(asked[0]!.headers.get('Authorization')).toBe(`Bearer ${token}`);
    expect(asked[0]!.body).not.toHaveProperty('token');
    expect(cleared).toHaveBeenCalledTimes(1);
    expect(localStorage.length).toBe(0);
    expect(location.pathname + location.search).toBe('/login');
  });

  it('LOGOUT-008 signs out even if the record fails or takes more than 3 s', async () => {
    signedIn();
    stubNetwork(() => json({ code: 500 }, 500));
    await signOut();
    expect(currentSession()).toBeNull();

    vi.useFakeTimers();
    freshBrowser('/leads');
    signedIn();
    stubNetwork(
      ({ init }) =>
        new Promise((_, refuse) => init.signal!.addEventListener('abort', () => refuse(new DOMException('', 'AbortError')))),
    );
    const leaving = signOut();
    await vi.advanceTimersByTimeAsync(2900);
    expect(currentSession()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    await leaving;
    expect(currentSession()).toBeNull();
  });

  it('keeps the rest of the user when the token changes', () => {
    signedIn();
    updateUser({ token: 'next' });
    expect(currentSession()!.user).toMatchObject({ token: 'next', name: 'Rohini Deshpande' });
  });
});
