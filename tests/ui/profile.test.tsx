import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ProfilePage from '../../src/custom/profile/profile-page';
import { currentSession, endSession } from '../../src/providers/session/session';
import { freshBrowser, json, signedIn, stubNetwork, tokenFor, windowWidth, type Asked } from './browser-fixture';

const own = {
  name: 'Rohini Deshpande',
  email: 'rohini@northstar.example',
  phone: '9822012345',
  role_name: 'Counsellor',
  teams: ['Pune'],
};
const renewed = tokenFor(900, 'new');
beforeEach(() => {
  freshBrowser('/profile');
  windowWidth(1366);
  signedIn();
});
afterEach(() => {
  cleanup();
  act(() => endSession({ comeBack: false }));
  vi.unstubAllGlobals();
});
function open(tab: string): Asked[] {
  const asked = stubNetwork(({ path, method }) => {
    if (path === 'users/profile') return json({ code: 200, data: { ...own, attendance: { present: 18, half_day: 2 } } });
    if (path === 'users/change-password')
      return json({ code: 200, message: 'Password changed.', data: { token: renewed, wp_token: 'w' } });
    if (path === 'users/sessions')
      return json({
        code: 200,
        data: [
          {
            id: 'a',
            current: true,
            since: '2026-03-01T04:00:00Z',
            last_seen: '2026-03-01T05:00:00Z',
            ip: '10.0.0.1',
            agent: 'Chrome Linux',
          },
          {
            id: 'b',
            current: false,
            since: '2026-03-01T04:00:00Z',
            last_seen: '2026-03-01T05:00:00Z',
            ip: null,
            agent: 'Firefox Windows',
          },
        ],
      });
    if (path === 'users/sessions/b/end') return json({ code: 200, message: 'That device is signed out.' });
    if (path === 'users/notification-preferences')
      return method === 'GET'
        ? json({ code: 200, data: [{ type: 'followup_due', in_app: true, email: false, push: false }] })
        : json({ code: 422, message: 'No' });
    return undefined;
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={[`/profile?tab=${tab}`]}>
          <ProfilePage />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return asked;
}
const type = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('my account', () => {
  it('saves the user’s own details', async () => {
    const asked = open('details');
    await screen.findByLabelText('Name');
    type('Name', ' Rohini D ');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(asked.find((one) => one.method === 'PUT')).toBeTruthy());
    expect(asked.find((one) => one.method === 'PUT')!.body).toEqual({ name: 'Rohini D', phone: '9822012345', languages: [] });
    await waitFor(() => expect(currentSession()!.user.name).toBe('Rohini D'));
  });

  it('changes the password, refuses two that differ, and goes on with the new token', async () => {
    const asked = open('password');
    await screen.findByLabelText('Current password');
    type('Current password', 'Prospectus#2026');
    type('New password', 'a long pass phrase');
    type('New password again', 'another phrase here');
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The two new passwords differ.');
    expect(asked.some((one) => one.path === 'users/change-password')).toBe(false);
    type('New password again', 'a long pass phrase');
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: /Change password/ }));
    await waitFor(() => expect(currentSession()!.user.token).toBe(renewed));
    expect(asked.find((one) => one.path === 'users/change-password')!.body).toEqual({
      current_password: 'Prospectus#2026',
      new_password: 'a long pass phrase',
    });
  });

  it("checks a password like the server, and shows the server's message once it is changed", async () => {
    open('password');
    await screen.findByLabelText('Current password');
    type('New password', 'short');
    type('New password again', 'short');
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
        'Current password is required',
        'New password must have 10 characters or more',
      ]),
    );
    type('Current password', 'Prospectus#2026');
    type('New password', 'a long pass phrase');
    type('New password again', 'a long pass phrase');
    fireEvent.click(screen.getByRole('button', { name: /Change password/ }));
    expect(await screen.findByText('Password changed.')).toBeTruthy();
  });

  it('signs out another device, never this one', async () => {
    const asked = open('devices');
    await screen.findByText('This device');
    expect(screen.getAllByRole('button', { name: /Sign out/ })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Sign out Firefox on Windows' }));
    await waitFor(() => expect(asked.some((one) => one.path === 'users/sessions/b/end' && one.method === 'POST')).toBe(true));
    expect(await screen.findByText('That device is signed out.')).toBeTruthy();
  });

  it('a preference that could not be saved is reset', async () => {
    const asked = open('notifications');
    const wanted = await screen.findByRole('switch', { name: 'A follow-up is due' });
    fireEvent.click(wanted);
    const kept = (): unknown => asked.findLast((one) => one.method === 'PUT')?.body;
    await waitFor(() => expect(kept()).toEqual({ type: 'followup_due', in_app: false, email: false, push: false }));
    await waitFor(() => expect(wanted.getAttribute('aria-checked')).toBe('true'));
    const mail = screen.getByRole('switch', { name: 'A follow-up is due, by email' });
    fireEvent.click(mail);
    await waitFor(() => expect(kept()).toEqual({ type: 'followup_due', in_app: true, email: true, push: false }));
    await waitFor(() => expect(mail.getAttribute('aria-checked')).toBe('false'));
  });

  it('browser notifications ask for permission on the click, and are enabled only if it is granted', async () => {
    let answer = 'denied';
    const requestPermission = vi.fn(() => Promise.resolve(answer));
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    const asked = open('notifications');
    const kept = (): unknown => asked.findLast((one) => one.method === 'PUT')?.body;
    const outside = await screen.findByRole('switch', { name: 'A follow-up is due, outside of the page' });
    expect(requestPermission).not.toHaveBeenCalled();
    fireEvent.click(outside);
    await screen.findByText(/does not let the page show notifications/);
    expect([kept(), outside.getAttribute('aria-checked')]).toEqual([undefined, 'false']);
    answer = 'granted';
    fireEvent.click(outside);
    await waitFor(() => expect(kept()).toEqual({ type: 'followup_due', in_app: true, email: false, push: true }));
  });
});
