import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onLive } from '../../src/providers/live/live';
import { request } from '../../src/providers/calls/http';
import { takeDialerCall } from '../../src/providers/live/live-calls';
import { keepRenewing } from '../../src/providers/session/renewal';
import { currentSession, currentToken, endSession } from '../../src/providers/session/session';
import { readWork, writeWork } from '../../src/custom/work-timer/work-record';
import { today } from '../../src/ui/time/today';
import { overdueBy, shortTime } from '../../src/ui/time/dates';
import { knowServerTime, serverNow } from '../../src/ui/time/server-clock';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

/** The server's time; the browser's clock differs from it by `off` ms. */
const truth = Date.parse('2026-11-20T10:00:00Z');
let stops: (() => void)[] = [];
const days = 86_400_000;
const offs = [-days, -600_000, 600_000, days];
const serverTime = (off: number): Date => new Date(Date.now() - off);
/** A token of the server, valid for so many seconds from the server's current time. */
const tokenOf = (off: number, seconds: number): string =>
  `h.${btoa(JSON.stringify({ exp: Math.floor(serverTime(off).getTime() / 1000) + seconds })).replaceAll('=', '')}.s`;

beforeEach(() => {
  freshBrowser('/leads');
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  if (currentSession()) endSession({ comeBack: false });
  knowServerTime(new Date().toISOString());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser with a wrong clock signs in: the answer with the token has the server's time. */
async function signInOff(off: number, seconds = 900): Promise<{ path: string }[]> {
  vi.setSystemTime(truth + off);
  const asked = stubNetwork(({ path }) => {
    const date = { date: serverTime(off).toUTCString() };
    return path === 'users/refresh'
      ? json({ code: 200, data: { token: tokenOf(off, 900) } }, 200, date)
      : json({ code: 200 }, 200, date);
  });
  await request('users/verify-otp', { method: 'POST', body: {} });
  signedIn({ token: tokenOf(off, seconds) });
  return asked;
}

describe.each(offs)('TRUST-R15 a clock that is %d ms off', (off) => {
  it('knows the server’s time, over a reload too', async () => {
    await signInOff(off);
    expect(Math.abs(serverNow() - serverTime(off).getTime())).toBeLessThan(5000);
    vi.resetModules();
    const again = await import('../../src/ui/time/server-clock');
    expect(Math.abs(again.serverNow() - serverTime(off).getTime())).toBeLessThan(5000);
  });

  it('knows which day it is, and goes on with the work of that day', async () => {
    await signInOff(off);
    expect(today()).toBe('2026-11-20');
    const record = { ...readWork('u-4', Date.now()), today: 3_600_000 };
    expect(record.day).toBe('2026-11-20');
    writeWork('u-4', record);
    expect(readWork('u-4', Date.now()).today).toBe(3_600_000);
  });

  it('stays signed in for hours: the token is renewed before it expires by the server’s clock', async () => {
    const asked = await signInOff(off);
    stops.push(keepRenewing());
    const first = currentToken();
    for (let minutes = 0; minutes < 120; minutes++) {
      await vi.advanceTimersByTimeAsync(60_000);
      const { exp } = JSON.parse(atob(currentToken()!.split('.')[1]!)) as { exp: number };
      expect(exp * 1000).toBeGreaterThan(serverTime(off).getTime());
    }
    expect(currentToken()).not.toBe(first);
    expect(asked.filter(({ path }) => path === 'users/refresh').length).toBeGreaterThanOrEqual(8);
  });

  it('is signed out when the token has expired by the server’s clock', async () => {
    await signInOff(off, 30);
    vi.advanceTimersByTime(31_000);
    await expect(request('users/me')).rejects.toMatchObject({ code: 401 });
    expect(currentSession()).toBeNull();
    expect(location.pathname).toBe('/login');
  });

  it('receives a call that rings, but not one that is over', async () => {
    await signInOff(off);
    const told: unknown[] = [];
    stops.push(onLive('dialer_call', ({ call_id: id }) => void told.push(id)));
    const requestBody = { id: 'l-1', name: 'Ravi', email: null, phone: null, user_id: 'u-4' };
    const at = (ago: number): string => new Date(serverTime(off).getTime() - ago).toISOString();
    takeDialerCall({ call_id: `over${off}`, at: at(70_000), requestBody });
    takeDialerCall({ call_id: `rings${off}`, at: at(20_000), requestBody });
    expect(told).toEqual([`rings${off}`]);
  });

  it('shows times relative to the server’s clock', async () => {
    await signInOff(off);
    expect(overdueBy(new Date(serverTime(off).getTime() - 300_000).toISOString())).toBe('5 min');
    expect(overdueBy(new Date(serverTime(off).getTime() + 120_000).toISOString())).toBeUndefined();
    expect(shortTime(serverTime(off).toISOString())).toMatch(/^Today /);
  });
});

it('an edited stored difference is ignored, and so is a delay of seconds', async () => {
  const opened = (text: string) => {
    localStorage.setItem('server-clock', text);
    vi.resetModules();
    return import('../../src/ui/time/server-clock');
  };
  for (const text of ['-1e16', '1e300']) expect((await opened(text)).serverNow()).toBe(Date.now()); // beyond any possible date
  const { serverNow: fresh, knowServerTime: know } = await opened('{"x":');
  expect(fresh()).toBe(Date.now());
  for (const said of [null, '', 'yesterday', new Date(Date.now() - 3000).toUTCString()]) know(said);
  expect(fresh()).toBe(Date.now());
});
