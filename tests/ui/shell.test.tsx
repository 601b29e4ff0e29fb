// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import AccessDenied from '../../src/custom/access-denied/access-denied';
import type { MenuSource } from '../../src/custom/shell/menu';
import { Shell } from '../../src/custom/shell/shell';
import { tellLive } from '../../src/providers/live';
import { currentSession, endSession } from '../../src/providers/session';
import { setWho } from '../../src/providers/who';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

// What stands around a page does not wait for the page here.
vi.mock('../../src/ui/use-waited', async (load) => ({ ...(await load<object>()), afterPage: 0 }));

const sources: readonly MenuSource[] = [
  { access: 'signed-in', menu: { entry: 'Dashboard', order: 1, path: '/dashboard' } },
  { access: 'signed-in', menu: { group: 'Leads', entry: 'All Leads', order: 3, path: '/leads?type=all' } },
  { access: 'signed-in', menu: { group: 'Leads', entry: 'Upload Lead CSV', order: 5, path: '/upload-csv-lead' } },
  { access: 'signed-in', menu: { group: 'Automation', entry: 'Workflow', order: 28, path: '/automation' } },
  { access: 'role 1', menu: { group: 'Setting', entry: 'Configuration', order: 65, path: '/config' } },
];
const allRoutes = new Set(['/dashboard', '/leads', '/myfollowup', '/lead-reports', '/profile', '/tenant-profile']);

beforeEach(() => {
  freshBrowser('/dashboard');
  windowWidth(1366);
  signedIn();
  setWho({ role: 4, type: 'org', levels: levelsOf([]) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows where the router is. */
function Place(): ReactNode {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}
function open(at = '/dashboard', routes: ReadonlySet<string> = allRoutes): void {
  render(
    <App>
      <MemoryRouter initialEntries={[at]}>
        <Place />
        <Routes>
          <Route element={<Shell sources={sources} routes={routes} overlays={<p>call action</p>} />}>
            <Route path="/access-denied" element={<AccessDenied />} />
            <Route path="*" element={<p>the page</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </App>,
  );
}
const sidebar = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const openUserMenu = async (): Promise<void> => {
  fireEvent.click(button(/Account of/));
  await screen.findByText(/^Role:/);
};
const active = (label: string): string | null =>
  within(sidebar()).getByText(label).closest('a, button')!.getAttribute('data-active');

describe('the shell', () => {
  it('SHELL-001 SHELL-003 SHELL-004 SHELL-005 SHELL-010 SHELL-011 CONST-024 has header, sidebar, page, footer and what stands over them', () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z'), toFake: ['Date'] });
    open();
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(sidebar()).toBeTruthy();
    expect(within(screen.getByRole('main')).getByText('the page')).toBeTruthy();
    expect(screen.getByText('call action')).toBeTruthy();
    const footer = sidebar().querySelector('footer')!.textContent;
    for (const part of ['2021', '2026', 'Northstar', 'Powered by Prospectus']) expect(footer).toContain(part);
  });

  it('SHELL-012 the logo leads to the tenant profile where there is one', () => {
    open();
    expect(screen.getByRole('link', { name: 'Northstar' }).getAttribute('href')).toBe('/tenant-profile/t-1');
    cleanup();
    open('/dashboard', new Set());
    expect(screen.queryByRole('link', { name: 'Northstar' })).toBeNull();
  });

  it('DENIED-001 DENIED-002 DENIED-003 says inside the shell that access is denied', () => {
    open('/access-denied');
    expect(screen.getByRole('heading', { name: 'Access Denied !' })).toBeTruthy();
    expect(
      screen.getByText('We are sorry, but you do not have permission to access this page. Please contact the administrator.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
    expect(sidebar()).toBeTruthy();
  });

  it('SIDEBAR-006 SIDEBAR-007 collapses and expands, and remembers it', () => {
    open();
    fireEvent.click(button('Collapse sidebar'));
    expect(sidebar().getAttribute('data-collapsed')).toBe('true');
    cleanup();
    open();
    fireEvent.click(button('Expand sidebar'));
    expect(sidebar().getAttribute('data-collapsed')).toBe('false');
    expect(button('Collapse sidebar')).toBeTruthy();
  });

  it('SIDEBAR-005 names an entry in a tooltip while collapsed', async () => {
    open('/dashboard');
    fireEvent.mouseEnter(within(sidebar()).getByRole('link', { name: 'Dashboard' }));
    fireEvent.click(button('Collapse sidebar'));
    await act(async () => void (await import('../../src/custom/shell/rail-hint'))); // its code comes with the rail
    fireEvent.mouseEnter(within(sidebar()).getByRole('link', { name: 'Dashboard' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Dashboard');
  });

  it('SIDEBAR-008 SIDEBAR-009 opens and closes a group, and marks the one that holds the page', () => {
    open('/automation');
    expect(active('Automation')).toBe('true');
    expect(active('Leads')).toBe('false');
    expect(screen.getByText('Workflow')).toBeTruthy();
    expect(screen.queryByText('All Leads')).toBeNull();
    fireEvent.click(button('Leads'));
    expect(screen.getByText('All Leads')).toBeTruthy();
    fireEvent.click(button('Leads'));
    expect(screen.queryByText('All Leads')).toBeNull();
  });

  it('SIDEBAR-012 SIDEBAR-013 SIDEBAR-014 SIDEBAR-015 SIDEBAR-016 marks leads and automation for their addresses', () => {
    const cases: readonly (readonly [string, string, boolean])[] = [
      ['/leads?type=all', 'All Leads', true],
      ['/leads/live-call', 'All Leads', true],
      ['/lp/1/conversion', 'All Leads', true],
      ['/leads?type=fav', 'All Leads', false],
      ['/dashboard', 'All Leads', false],
      ['/automation', 'Workflow', true],
      ['/automation/my-automations', 'Workflow', true],
      ['/automation/templates?type=sms', 'Workflow', true],
      ['/automation/templates?type=email', 'Workflow', true],
      ['/automation/templates?type=whatsapp', 'Workflow', true],
      ['/automation/templates?type=other', 'Workflow', false],
    ];
    for (const [address, label, is] of cases) {
      open(address);
      if (!screen.queryByText(label)) fireEvent.click(button(label === 'Workflow' ? 'Automation' : 'Leads'));
      expect(active(label), address).toBe(String(is));
      cleanup();
    }
  });

  it('SIDEBAR-003 SIDEBAR-004 HEADER-001 SHELL-009 MOBILE-009 lies over the page on a phone, and closes at a link', async () => {
    windowWidth(767);
    open('/dashboard');
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Short cuts' })).toBeTruthy();
    fireEvent.click(button('Open menu'));
    fireEvent.click(within(sidebar()).getByText('Dashboard'));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull());
    fireEvent.click(button('Open menu'));
    fireEvent.click(button('Leads'));
    fireEvent.click(within(sidebar()).getByText('All Leads'));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull());
    expect(screen.getByTestId('place').textContent).toBe('/leads?type=all');
    cleanup();
    windowWidth(768);
    open('/dashboard');
    expect(sidebar()).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Short cuts' })).toBeNull();
  });

  it('MOBILE-007 a floating button opens Live Calls, on a phone and where that page is there', () => {
    const live = (): HTMLElement | null => screen.queryByRole('link', { name: 'Live Calls' });
    windowWidth(390);
    open('/dashboard', new Set([...allRoutes, '/leads/live-call']));
    expect(live()?.getAttribute('href')).toBe('/leads/live-call');
    cleanup();
    open('/dashboard');
    expect(live()).toBeNull();
    cleanup();
    windowWidth(768);
    open('/dashboard', new Set([...allRoutes, '/leads/live-call']));
    expect(live()).toBeNull();
  });

  it('MOBILE-001 MOBILE-002 MOBILE-003 MOBILE-004 MOBILE-005 MOBILE-006 the bottom bar', () => {
    windowWidth(390);
    const links = (role: number): Record<string, string | null> => {
      cleanup();
      signedIn({ role });
      open();
      const bar = screen.getByRole('navigation', { name: 'Short cuts' });
      return Object.fromEntries(
        within(bar)
          .getAllByRole('link')
          .map((link) => [link.textContent, link.getAttribute('href')]),
      );
    };
    const common = { Dashboard: '/', Leads: '/leads?type=all', Reports: '/lead-reports' };
    expect(links(4)).toEqual({ ...common, FollowUps: '/myfollowup?stage=today' });
    expect(links(1)).toEqual(common);
    expect(links(6)).toEqual(common);
  });

  it('HEADER-011 HEADER-012 HEADER-013 HEADER-014 HEADER-015 HEADER-016 the user menu says who and whom to ask', async () => {
    open();
    expect(button(/Account of/).textContent).toBe('RD');
    await openUserMenu();
    for (const text of [
      'Rohini Deshpande',
      'rohini@northstar.example',
      'Role: Counsellor',
      'help@northstar.example',
      '+919800000001',
    ])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('HEADER-019 HEADER-020 leads to the profile, where there is one', async () => {
    open();
    await openUserMenu();
    for (const name of ['Change Password', 'My Account'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/profile');
    cleanup();
    open('/dashboard', new Set());
    await openUserMenu();
    expect(screen.queryByRole('link', { name: 'My Account' })).toBeNull();
  });

  it('HEADER-021 LOGOUT-001 LOGOUT-002 LOGOUT-003 LOGOUT-004 asks before it signs out', async () => {
    const asked = stubNetwork(() => json({ code: 200 }));
    const writes = (): Asked[] => asked.filter(({ method }) => method !== 'GET');
    open();
    await openUserMenu();
    fireEvent.click(button('Logout'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Logout' });
    expect(dialog.textContent).toContain('Confirm Logout');
    expect(dialog.textContent).toContain('Are you sure you want to logout?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await act(async () => undefined);
    expect(writes()).toEqual([]);
    expect(localStorage.getItem('currentUser')).not.toBeNull();

    await openUserMenu();
    fireEvent.click(within(screen.getByRole('dialog', { name: 'Account' })).getByRole('button', { name: 'Logout' }));
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Confirm Logout' })).getByRole('button', { name: 'Logout' }),
    );
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(writes()).toMatchObject([{ path: 'users/auth-log', body: { by_user: true } }]);
  });
});

describe('the badge of unseen messages', () => {
  const chat: MenuSource = {
    access: 'signed-in',
    menu: { group: 'Marketing', entry: 'WhatsApp Communication', order: 41, path: '/chat' },
  };
  const message = { wa_user_id: 'w-1' };
  async function openWith(answers: Answers, from: readonly MenuSource[] = [...sources, chat]): Promise<Asked[]> {
    signedIn({ wp_access: 1 });
    const asked = stubNetwork(answers);
    render(
      <App>
        <MemoryRouter initialEntries={['/chat']}>
          <Shell sources={from} routes={allRoutes} />
        </MemoryRouter>
      </App>,
    );
    await act(() => new Promise((asking) => void setTimeout(asking)));
    return asked;
  }
  const entry = (): string => within(sidebar()).getByText('WhatsApp Communication').closest('a')!.textContent!;

  it('SIDEBAR-010 UNSEEN-001 UNSEEN-002 shows how many there are', async () => {
    const asked = await openWith(() => json({ status: 'success', data_obj: [message, message, message, message] }));
    expect(asked).toMatchObject([{ method: 'POST', path: 'chats_list_query/u-4', body: { unseen_msg: true } }]);
    expect(entry()).toBe('WhatsApp Communication4');
    fireEvent.click(button(/^Marketing/));
    expect(button(/^Marketing/).textContent).toBe('Marketing4'); // a closed group shows the sum
  });

  it.each([
    ['none', () => json({ status: 'success', data_obj: [] }), false],
    ['a refusal', () => json({ status: 'error', data_obj: [message] }), true],
    ['no list', () => json({ status: 'success', data_obj: 4 }), true],
    ['a fault', () => json({ message: 'broken' }, 500), true],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), true],
  ] as const)(
    'SIDEBAR-011 UNSEEN-002 UNSEEN-003 ERR-003 shows nothing for %s, and only logs a failure',
    async (_, answers, logs) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      await openWith(answers);
      await waitFor(() => expect(logged).toHaveBeenCalledTimes(logs ? 1 : 0));
      expect(entry()).toBe('WhatsApp Communication');
      expect(document.querySelector('.p-toast')).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
      logged.mockRestore();
    },
  );

  it('asks again when the window comes to the front, not more than once a minute, and never without a chat', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z'), toFake: ['Date'] });
    signedIn();
    let asked = await openWith(() => json({ status: 'success', data_obj: [message] }));
    fireEvent.focus(window);
    vi.setSystemTime(new Date('2026-03-12T06:00:59Z'));
    fireEvent.focus(window);
    expect(asked).toHaveLength(1);
    vi.setSystemTime(new Date('2026-03-12T06:01:00Z'));
    fireEvent.focus(window);
    expect(asked).toHaveLength(2);
    await act(async () => tellLive('wa_message', { wa_user_id: 'w-1' }));
    expect(asked).toHaveLength(3); // a message that comes is no polling
    cleanup();
    asked = await openWith(() => json({ status: 'success', data_obj: [message] }), sources);
    expect(asked).toEqual([]);
  });
});

describe('what waits', () => {
  const counts = { follow_ups: 7, leaves: 2, tickets: 1200 };
  const answers: Answers = ({ path }) => (path === 'users/menu-counts' ? json({ code: 200, data: counts }) : undefined);
  const badges = (): (string | null)[] => [...document.querySelectorAll('.p-menu-count')].map((one) => one.getAttribute('title'));

  it('stands beside the entries that lead to it, and is looked up again when something is told', async () => {
    vi.useFakeTimers();
    const asked = stubNetwork(answers);
    open();
    await act(() => vi.advanceTimersByTimeAsync(2999));
    expect(asked.filter(({ path }) => path === 'users/menu-counts')).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(badges()).toEqual(['7 overdue follow-ups']);
    const tell = (type: string): void =>
      tellLive('crm_notification', { notifications: { type, message: '', time: '' } } as NotificationItem);
    tell('announcement');
    await act(() => vi.advanceTimersByTimeAsync(100));
    tell('ticket_assigned');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(asked.filter(({ path }) => path === 'users/menu-counts')).toHaveLength(2);
  });

  it('stands in the phone’s bar', async () => {
    vi.useFakeTimers();
    windowWidth(390);
    stubNetwork(answers);
    open();
    await act(() => vi.advanceTimersByTimeAsync(3100));
    expect(screen.getByRole('link', { name: /^FollowUps/ }).textContent).toBe('FollowUps7');
  });

  it('is nothing when it could not be fetched', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    stubNetwork(() => json({ message: 'broken' }, 500));
    open();
    await act(() => vi.advanceTimersByTimeAsync(3100));
    expect(badges()).toEqual([]);
  });

  it('name, colour and words of the tenant follow what an administrator changed meanwhile', async () => {
    vi.useFakeTimers();
    endSession({ comeBack: false }); // what another test knew of the tenant
    signedIn();
    stubNetwork(({ path }) =>
      path === 'tenant-config'
        ? json({
            code: 200,
            data: { brand_name: 'Pole Star', brand_color: '#8c2f39', entity_name: 'School', logo_image: '/files/l' },
          })
        : undefined,
    );
    open();
    await act(() => vi.advanceTimersByTimeAsync(3100));
    expect(sidebar().textContent).toContain('Pole Star');
    expect(sidebar().querySelector('.p-brand img')!.getAttribute('src')).toBe('/files/l');
    expect(currentSession()!.persisted.tenant).toMatchObject({ brand_color: '#8c2f39', entity_name: 'School' });
  });
});
