import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { readdirSync, readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { matchRoutes, MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppRoutes, pages, redirects, routes, sources } from '../../src/app-routes';
import { forgetPermissions, knowUser } from '../../src/providers/session/permissions';
import { endSession } from '../../src/providers/session/session';
import { levelsOf, mayOpen, type Access, type Who } from '../../src/schemas/kit/access';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { notificationLink } from '../../src/custom/notifications/notification-link';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { isOneOf } from '../../src/schemas/kit/is-one-of';
import { notificationTypes } from '../../src/schemas/kit/notification-types';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth } from './browser-fixture';
import { isActive } from '../../src/custom/shell/menu';
import { menuFor } from './menu-for';
import { routeLines } from './specified-routes';

/** ROUTE lines whose screen does not exist yet. A line that is not here and has no page has been lost. */
const open = new Set<number>();

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

/** A line that names pages counts as proven once all of them exist. */
const whole = (ids: string, ...paths: readonly string[]): string =>
  paths.every((path) => pageAt(path)) ? ids : '(not all there yet)';

describe('pages that a line of the shell names', () => {
  it(`${whole('MOBILE-003', '/lead-reports')} the bottom bar's Reports leads to its page`, () => {
    const offered = routes.has('/lead-reports');
    expect(pageAt('/lead-reports') !== undefined).toBe(offered);
  });

  it(`${whole('SIDEBAR-015', '/automation/my-automations')} ${whole('SIDEBAR-016', '/automation/templates')} marks Workflow on pages of its own`, () => {
    const entry = { label: 'Workflow', path: '/automation' };
    for (const address of ['/automation/my-automations', '/automation/templates?type=sms'].filter((path) => pageAt(path))) {
      const [path = '', search = ''] = address.split('?');
      expect(isActive(entry, path, search), address).toBe(true);
    }
    expect(isActive(entry, '/rule-engine', '')).toBe(false);
  });
});

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

  it('ROUTE-113 every address in the code is a page, whether or not something checks before it offers it', () => {
    expect(
      [...awaited].filter((address) => addressesIn('src', /bottom-bar\.tsx$/).every((one) => one.address !== address)),
    ).toEqual([]);
    const lost = [...addressesIn('src', /^(?!schemas|kinds|providers).*\.tsx?$/)].filter(
      ({ file, address }) => !outside.test(address) && !notLinks.has(file) && !pageAt(address) && !awaited.has(address),
    );
    expect(lost).toEqual([]);
  });

  it('ROUTE-113 every notification, of every type and with everything it may carry, leads to a page or nowhere', () => {
    const carried = [
      {},
      { leadId: 'l-1' },
      { ticket_id: 't-1' },
      { leadId: 'l-1', ticket_id: 't-1' },
      { record: 'email-campaigns/c-1' },
    ];
    const links = notificationTypes.flatMap((type) =>
      carried.map((more) => notificationLink(itemOf({ type, message: 'Hello', time: '2026-11-25T06:00:00Z', ...more }))),
    );
    const targets = links.filter((link) => link !== undefined);
    expect(new Set(targets).size).toBeGreaterThan(10);
    expect(lostOf(targets)).toEqual([]);
  });

  it('ROUTE-113 every type of notification that the server sends leads somewhere', () => {
    const sent = new Set(
      sourcesIn('server', /\.ts$/).flatMap(({ text }) =>
        [...text.matchAll(/type: '([a-z_]+)'/g)].flatMap(([, type = '']) => (isOneOf(notificationTypes, type) ? [type] : [])),
      ),
    );
    expect(sent.size).toBeGreaterThan(8);
    const silent = [...sent].filter(
      (type) =>
        notificationLink(
          itemOf({ type, message: '', time: '', leadId: 'l-1', ticket_id: 't-1', record: 'sms-campaigns/c-1' }),
        ) === undefined,
    );
    expect(silent).toEqual([]);
  });

  it('ROUTE-113 every address that the server puts into emails and messages is a page', () => {
    const links = sourcesIn('server', /\.ts$/).flatMap(({ path, text }) =>
      [...text.matchAll(/publicUrl\}(\/[a-z][^'"`\s]*)[`'"]/g)].map(([, address = '']) => ({
        path,
        address: address.replaceAll(/\$\{[^}]*\}/g, 'x1'),
      })),
    );
    const lost = links.filter(({ address }) => !/^\/(api|s|f|u|r|wa-client|login)\b/.test(address) && !pageAt(address));
    expect(lost).toEqual([]);
  });

  it('ROUTE-113 every redirect of the product leads to a page', () => {
    expect(redirects.length).toBeGreaterThan(3);
    expect(lostOf(redirects.map(({ to }) => to))).toEqual([]);
  });
});

/** Offered once their pages exist (`routes.has`): drop a line when its page comes. */
const awaited = new Set(['/leads/live-call']);
const outside = /^\/(login|verify-otp|api|azsocket|wa-client)\b/;
const itemOf = (notifications: NotificationItem['notifications']): NotificationItem => ({
  _id: 'n-1',
  user_id: 'u-1',
  read: false,
  seq: 1,
  created_at: '2026-11-25T06:00:00Z',
  notifications,
});
const sourcesIn = (folder: string, files: RegExp): { path: string; text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => files.test(path))
    .map((path) => ({ path, text: withoutComments(readFileSync(`${folder}/${path}`, 'utf8')) }));
const addressesIn = (folder: string, files: RegExp): { file: string; address: string }[] =>
  sourcesIn(folder, files).flatMap(({ path, text }) =>
    [...text.replaceAll(/routes\.has\([^)]*\)/g, '').matchAll(/['"`](\/[a-z][a-z-]+(?:\/[^'"`\s]*)?(?:\?[^'"`\s]*)?)['"`]/g)].map(
      ([, address = '']) => ({
        file: path,
        address: address.replaceAll(/\$\{[^}]*\}/g, 'x1'),
      }),
    ),
  );
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');
/** Files with addresses that they do not link to. */
const notLinks = new Set([
  'custom/shell/landings.ts', // app-routes leaves out what does not exist; its redirects are walked above
  'custom/shell/menu.ts', // which entry is marked at which address
  'resources/resource-paths.ts', // a resource without a place in the menu has no pages
]);

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
