// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { readdirSync, readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { matchRoutes, MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppRoutes, pages, redirects, sources } from '../../src/app-routes';
import { forgetPermissions, knowUser } from '../../src/providers/session/permissions';
import { endSession } from '../../src/providers/session/session';
import { levelsOf, mayOpen, type Access, type Who } from '../../src/schemas/kit/access';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth } from './browser-fixture';
import { menuFor } from './menu-for';
import { routeLines } from './specified-routes';

/** ROUTE lines whose screen does not exist yet. A line that is not here and has no page has been lost. */
const open = new Set([9, 11, 32, 33, 34, 35, 36, 37, 38, 39, 40, 42, 43, 46, 47, 55, 69, 73, 75, 80, 81, 90, 94, 98, 114]);

/** The page that opens at an address; undefined when it would fall through to the dashboard. */
const addresses: readonly { readonly path: string; readonly access: Access }[] = [...pages, ...redirects];
function pageAt(address: string): (typeof addresses)[number] | undefined {
  const [path = ''] = address.split('?');
  const found = matchRoutes(
    addresses.map(({ path: pattern }) => ({ path: pattern, id: pattern })),
    path,
  )?.at(-1)?.route.id;
  return addresses.find((page) => page.path === found);
}
/** A separate page: not the record page or another address under some other page's list. */
function ownPageAt(pattern: string): (typeof addresses)[number] | undefined {
  const [path = ''] = pattern.split('?');
  const page = pageAt(path.replaceAll(/:\w+/g, 'x1'));
  const shape = (text: string): string => text.replace(/\/\*$/, '').replaceAll(/:\w+/g, ':');
  return page && shape(page.path) === shape(path) ? page : undefined;
}
const everyCode: readonly string[] = accessCodes;
const user = (role: number, codes: readonly string[] = [], level: readonly number[] = [6]): Who => ({
  role,
  type: 'org',
  levels: levelsOf(codes.map((code) => ({ code, level }))),
});
const there = routeLines.flatMap((line) => {
  const page = ownPageAt(line.path);
  return page ? [{ ...line, access: page.access, id: `ROUTE-${String(line.line).padStart(3, '0')}` }] : [];
});

describe('the routes against their table', () => {
  it('has every page, except those that do not exist yet', () => {
    const lost = routeLines.filter(({ path, line }) => !ownPageAt(path) && !open.has(line)).map(({ path }) => path);
    expect(lost).toEqual([]);
  });

  it.each(there.map((one) => [one.id, one.path, one] as const))('%s %s has its page and its guard', (_, __, { rule, access }) => {
    const may = (who: Who | null): boolean => mayOpen(who, access);
    expect(may(null)).toBe(false);
    expect(may(user(1))).toBe(true);
    if (rule === 'signed-in') {
      for (const role of [2, 3, 4, 5, 6]) expect(may({ ...user(role), type: 'partner' })).toBe(true);
      expect(asksForCode(access)).toBe(false);
    } else if (rule === 'role 1') {
      for (const role of [2, 3, 4, 5, 6]) expect(may(user(role, everyCode))).toBe(false);
    } else {
      expect(may(user(4, [rule.code]))).toBe(true);
      expect(may(user(4, [rule.code], [1, 2, 3, 4, 5]))).toBe(false);
      expect(
        may(
          user(
            4,
            everyCode.filter((code) => code !== rule.code),
          ),
        ),
      ).toBe(false);
      expect(asksForCode(access)).toBe(true);
    }
  });
});

/** Does the guard wait for the permission list? */
function asksForCode(access: Access): boolean {
  if (typeof access === 'string' || 'roles' in access) return false;
  const rule = 'route' in access || 'rule' in access ? (access.route ?? access.rule) : undefined;
  return rule === undefined ? 'code' in access : typeof rule === 'object' && 'code' in rule;
}

describe('links', () => {
  const lostOf = (targets: readonly string[]): string[] => targets.filter((target) => !pageAt(target));

  it('ROUTE-113 every menu entry of every role leads to a page', () => {
    const targets = [1, 2, 3, 4, 5, 6].flatMap((role) =>
      menuFor(user(role, everyCode), sources).flatMap((part) =>
        'entries' in part ? part.entries.map(({ path }) => path) : [part.path],
      ),
    );
    expect(targets.length).toBeGreaterThan(40);
    expect(lostOf(targets)).toEqual([]);
  });

  it('ROUTE-113 every address in the code is a page, or is offered only if its page exists', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^(?!schemas|kinds|providers).*\.tsx?$/.test(path),
    );
    const named = files.flatMap((file) =>
      [
        ...withoutComments(readFileSync(`src/${file}`, 'utf8')).matchAll(
          /['"`](\/[a-z][a-z-]+(?:\/[^'"`\s]*)?(?:\?[^'"`\s]*)?)['"`]/g,
        ),
      ].map(([, address = '']) => ({ file, address: address.replaceAll(/\$\{[^}]*\}/g, 'x1') })),
    );
    const outside = /^\/(login|verify-otp|api|azsocket|wa-client)\b/;
    const lost = named.filter(({ address }) => !outside.test(address) && !pageAt(address));
    expect(named.length).toBeGreaterThan(30);
    expect(lost.filter(({ file }) => !guarded(file))).toEqual([]);
  });
});

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');
/** Files with addresses that they do not link to. */
const notLinks = new Set([
  'custom/notifications/notification-link.ts', // the panel checks leadsTo before it renders a link
  'custom/profile-modal/profile-modal.tsx', // its host checks routes before it makes a request
  'custom/shell/landings.ts', // app-routes leaves out what does not exist
  'custom/shell/menu.ts', // which entry is marked at which address
  'resources/resource-paths.ts', // a resource without a place in the menu has no pages
]);

/** Files that check `routes` before they offer a link, or that only name an address without a link. */
function guarded(file: string): boolean {
  if (notLinks.has(file)) return true;
  return readFileSync(`src/${file}`, 'utf8').includes('routes.has(') || file === 'ui/raise-ticket-path.ts';
}

describe('the application’s routes', () => {
  beforeEach(() => {
    freshBrowser('/');
    windowWidth(1366);
    forgetPermissions();
    stubNetwork(({ path }) => (path === 'acl' ? json({ code: 200, data: [] }) : json({ code: 200, data: [] })));
    signedIn();
    knowUser();
  });
  afterEach(() => {
    cleanup();
    act(() => endSession({ comeBack: false }));
    vi.unstubAllGlobals();
  });
  function Place(): ReactNode {
    const { pathname, search } = useLocation();
    return <p data-testid="place">{pathname + search}</p>;
  }
  const openAt = (address: string): void => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <App>
          <MemoryRouter initialEntries={[address]}>
            <Place />
            <AppRoutes />
          </MemoryRouter>
        </App>
      </QueryClientProvider>,
    );
  };
  const place = (): string => screen.getByTestId('place').textContent!;

  it.each([
    ['ROUTE-001', '/'],
    ['ROUTE-002', '/no-such-page'],
    ['ROUTE-002', '/lp'],
  ])('%s %s opens the dashboard', async (_, address) => {
    openAt(address);
    await waitFor(() => expect(place()).toBe('/dashboard'));
  });

  it('ROUTE-002 an unknown address says that there is no such page', async () => {
    openAt('/no-such-page');
    expect(await screen.findByText('There is no page at /no-such-page. This is the dashboard.')).toBeTruthy();
    expect(place()).toBe('/dashboard');
    cleanup();
    openAt('/');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(screen.queryByText(/There is no page at/)).toBeNull();
  });

  it('GUARD-003 a page that the user has no right to is refused inside the shell', async () => {
    openAt('/users');
    await waitFor(() => expect(place()).toBe('/access-denied'));
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  it('SHELL-006 HEADER-010 the header holds timer, status with its dialog, feedback and notifications', async () => {
    openAt('/access-denied');
    const header = within(await screen.findByRole('banner'));
    expect(header.getByRole('timer').textContent).toMatch(/^Working : /);
    expect(header.getByRole('button', { name: 'Give feedback' })).toBeTruthy();
    fireEvent.click(header.getByRole('button', { name: /^Notifications/ }));
    expect(screen.getByRole('dialog', { name: 'Notifications' })).toBeTruthy();
    fireEvent.click(header.getByRole('button', { name: 'Status: Online' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Break' }));
    expect(await screen.findByRole('dialog', { name: 'Break Reason' })).toBeTruthy();
  });
});
