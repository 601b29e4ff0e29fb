import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RouteGuard } from '../../src/custom/shell/route-guard';
import { declareSubjects } from '../../src/providers/rights';
import { forgetPermissions, knowUser, loadPermissions } from '../../src/providers/session/permissions';
import { endSession } from '../../src/providers/session/session';
import { currentWho } from '../../src/providers/session/who';
import { mayDo, mayOpen, type Access } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const code = { code: 'SMS_Communication' } as const;
const pages: Readonly<Record<string, Access>> = {
  '/': 'signed-in',
  '/access-denied': 'signed-in',
  '/rule-engine': 'signed-in',
  '/guarded': code,
  '/admin': 'role 1',
  '/managers': { roles: [1, 2] },
  '/not-callers': { code: 'SMS_Communication', except: [5] },
};
declareSubjects(Object.entries(pages).map(([name, access]) => ({ name, access })));

beforeEach(() => {
  freshBrowser('/guarded?a=1');
  forgetPermissions();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows the current address of the router. */
function Place(): ReactNode {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}
const where = (): string => screen.getByTestId('place').textContent!;

/** Opens a path; `go` opens the next. */
function open(path: string): { go: (to: string) => void } {
  const page = (at: string) => (
    <App>
      <MemoryRouter key={at} initialEntries={[at]}>
        <Place />
        <Routes>
          {Object.keys(pages).map((to) => (
            <Route
              key={to}
              path={to}
              element={
                <RouteGuard key={to} subject={to}>
                  <p>page {to}</p>
                </RouteGuard>
              }
            />
          ))}
        </Routes>
      </MemoryRouter>
    </App>
  );
  knowUser();
  const { rerender } = render(page(path));
  return { go: (to) => rerender(page(to)) };
}
const list =
  (level: unknown, name = 'SMS_Communication') =>
  () =>
    json({ code: 200, data: [{ code: name, level }] });
const shown = (path: string) => waitFor(() => expect(screen.getByText(`page ${path}`)).toBeTruthy());

describe('the route guard', () => {
  it('GUARD-001 GUARD-004 sends a visitor to /login with path and query, whatever the route requires', async () => {
    for (const path of ['/guarded', '/admin', '/managers']) {
      const asked = stubNetwork(list([6]));
      open(`${path}?a=1&b=%2F`);
      await waitFor(() => expect(location.pathname).toBe('/login'));
      expect(new URLSearchParams(location.search).get('returnUrl')).toBe(`${path}?a=1&b=%2F`);
      expect(asked).toEqual([]);
      cleanup();
    }
  });

  it('GUARD-002 sends a role that the route does not name to the start page', async () => {
    stubNetwork(list([1, 2, 3, 4, 5, 6]));
    for (const path of ['/admin', '/managers']) {
      signedIn({ role: 4 });
      open(path);
      await waitFor(() => expect(where()).toBe('/'));
      cleanup();
    }
    forgetPermissions();
    signedIn({ role: 2 });
    open('/managers');
    await shown('/managers');
  });

  it('GUARD-004 sends a refused role to the start page, not to /access-denied', async () => {
    stubNetwork(list([1]));
    signedIn({ role: 5 });
    open('/not-callers');
    await waitFor(() => expect(where()).toBe('/'));
  });

  it('GUARD-003 GUARD-005 GUARD-006 ACL-009 opens a code only at level 6', async () => {
    for (const [level, may] of [
      [6, true],
      [[6], true],
      [[1, 6], true],
      [5, false],
      [[1, 2, 3, 4, 5], false],
      [[], false],
    ] as const) {
      forgetPermissions();
      signedIn();
      stubNetwork(list(level));
      open('/guarded');
      if (may) await shown('/guarded');
      else await waitFor(() => expect(where(), JSON.stringify(level)).toBe('/access-denied'));
      cleanup();
    }
  });

  it('ACL-008 compares codes exactly', async () => {
    signedIn();
    stubNetwork(list([6], 'SMS_communication'));
    open('/guarded');
    await waitFor(() => expect(where()).toBe('/access-denied'));
  });

  it('GUARD-007 ACL-010 lets role 1 through every code guard', async () => {
    signedIn({ role: 1 });
    stubNetwork(() => json({ code: 200, data: [] }));
    open('/guarded');
    await shown('/guarded');
  });

  it('GUARD-008 shows a loader until the list has loaded', async () => {
    vi.useFakeTimers();
    let answer: (response: Response) => void = () => undefined;
    stubNetwork(() => new Promise<Response>((resolve) => (answer = resolve)));
    signedIn();
    open('/guarded');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(where()).toBe('/guarded');
    await act(async () => {
      answer(json({ code: 200, data: [{ code: 'SMS_Communication', level: 6 }] }));
      await vi.advanceTimersByTimeAsync(100);
    });
    expect(screen.getByText('page /guarded')).toBeTruthy();
  });

  it('GUARD-009 GUARD-010 loads the list once per session', async () => {
    const asked: Asked[] = stubNetwork(list([6]));
    signedIn();
    const { go } = open('/guarded');
    await shown('/guarded');
    for (let round = 0; round < 5; round++)
      for (const path of ['/rule-engine', '/guarded']) {
        go(path);
        await shown(path);
      }
    expect(asked.map(({ path }) => path)).toEqual(['acl']);
    cleanup();
    act(() => endSession({ comeBack: false }));
    expect(currentWho()).toBeNull();
    signedIn({ id: 'u-9' });
    open('/guarded');
    await shown('/guarded');
    expect(asked).toHaveLength(2);
  });

  it('GUARD-011 does not use the list if signing in is enough', async () => {
    signedIn();
    stubNetwork(() => new Promise<Response>(() => undefined));
    open('/rule-engine');
    await shown('/rule-engine');
  });
});

describe('the permission list', () => {
  it('ACL-004 ACL-005 ACL-006 ACL-007 merges entries of one code and reads every notation of a level', async () => {
    const cases: readonly (readonly [unknown[], boolean])[] = [
      [[3, 6], true],
      [[6, 3], true],
      [['[1,6]'], true],
      [['nonsense', null, '[1', {}, 7, [9]], false],
      [['nonsense', 6], true],
    ];
    for (const [levels, may] of cases) {
      forgetPermissions();
      signedIn();
      stubNetwork(() =>
        json({ code: 200, data: [null, ...levels.map((level) => ({ code: 'SMS_Communication', level }))].slice(1) }),
      );
      await loadPermissions();
      expect(mayOpen(currentWho(), code), JSON.stringify(levels)).toBe(may);
    }
    expect(mayDo(currentWho(), code, 'update')).toBe(true);
  });

  it('ACL-002 ACL-003 MENUACL-049 shows its failure once, offers Retry and counts as empty until then', async () => {
    for (const bad of [
      () => json({ code: 500, data: [{ code: 'SMS_Communication', level: 6 }] }),
      () => json({ code: 200, data: { code: 'x' } }),
      () => json({}, 500),
    ]) {
      forgetPermissions();
      signedIn();
      stubNetwork(bad);
      open('/guarded');
      await waitFor(() => expect(where()).toBe('/access-denied'));
      expect(screen.getAllByText('Failed to fetch ACL data')).toHaveLength(1);
      expect(mayOpen(currentWho(), code)).toBe(false);
      stubNetwork(list([6]));
      act(() => screen.getByRole('button', { name: 'Retry' }).click());
      await waitFor(() => expect(mayOpen(currentWho(), code)).toBe(true));
      cleanup();
    }
  });
});
