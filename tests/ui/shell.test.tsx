import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';
import { allRoutes, button, open, setUp, sidebar, tearDown } from './shell-world';

// Parts around the page do not wait for the page here.
vi.mock('../../src/ui/actions/use-delay', async (load) => ({ ...(await load<object>()), afterPage: 0 }));
beforeEach(setUp);
afterEach(tearDown);
const openUserMenu = async (): Promise<void> => {
  fireEvent.click(button(/Account of/));
  await screen.findByText(/^Role:/);
};
const active = (label: string): string | null =>
  within(sidebar()).getByText(label).closest('a, button')!.getAttribute('data-active');

describe('the shell', () => {
  it('SHELL-001 SHELL-003 SHELL-004 SHELL-005 SHELL-010 SHELL-011 CONST-024 has header, sidebar, page, footer and overlays', () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z'), toFake: ['Date'] });
    open();
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(sidebar()).toBeTruthy();
    expect(within(screen.getByRole('main')).getByText('the page')).toBeTruthy();
    expect(screen.getByText('call action')).toBeTruthy();
    const footer = sidebar().querySelector('footer')!.textContent;
    for (const part of ['2021', '2026', 'Northstar', 'Powered by  Prospectus']) expect(footer).toContain(part);
    expect(sidebar().querySelector('footer img')!.getAttribute('src')).toBe('/favicon.svg');
  });

  it('SHELL-005 SHELL-010 SHELL-011 keeps the footer while the sidebar is collapsed', () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z'), toFake: ['Date'] });
    open();
    fireEvent.click(button('Collapse sidebar'));
    const mark = screen.getByRole('img', { name: 'Powered by Prospectus' });
    expect(mark.parentElement!.title).toBe('© 2021–2026 Northstar. Powered by Prospectus');
  });

  it('SHELL-012 the logo leads to the tenant profile if there is one', () => {
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
    await act(async () => void (await import('../../src/custom/shell/rail-hint'))); // its code loads with the rail
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

  it('SIDEBAR-012 SIDEBAR-013 SIDEBAR-014 marks leads and automation at their addresses', () => {
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

  it('SIDEBAR-003 SIDEBAR-004 HEADER-001 SHELL-009 MOBILE-009 covers the page on a phone, and closes on a link', async () => {
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

  it('MOBILE-007 a floating button opens Live Calls, on a phone and if that page exists', () => {
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

  it('MOBILE-001 MOBILE-002 MOBILE-004 MOBILE-005 MOBILE-006 the bottom bar', () => {
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

  it('HEADER-011 HEADER-012 HEADER-013 HEADER-014 HEADER-015 HEADER-016 the user menu shows user and support contact', async () => {
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

  it('HEADER-016 a support number of another country keeps its country', async () => {
    signedIn({}, { support_number: '+44 20 7946 0958' });
    open();
    await openUserMenu();
    expect(screen.getByRole('link', { name: '+44 20 7946 0958' }).getAttribute('href')).toBe('tel:+442079460958');
  });

  it('HEADER-019 HEADER-020 links to the profile if there is one', async () => {
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
