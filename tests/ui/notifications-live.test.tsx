import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tellLive } from '../../src/providers/live/live';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { setBrand } from '../../src/ui/page/page-title';
import { signedIn, stubNetwork, tokenFor, type Answers } from './browser-fixture';
import { badge, client, item, many, open, server, setUp, stand, tearDown, texts } from './notifications-world';

// Parts around the page do not wait for the page here.
vi.mock('../../src/ui/actions/use-delay', async (load) => ({ ...(await load<object>()), afterPage: 0 }));
beforeEach(setUp);
afterEach(tearDown);

describe('a live notification', () => {
  const live = (one: NotificationItem): void => act(() => tellLive('crm_notification', one));

  it('TRUST-R12 loads what was written between list and socket, and does not reload a complete list', async () => {
    const all = many(2, 2);
    const asked = await open(server(all));
    const lists = (): number => asked.filter(({ method, path }) => method === 'GET' && path.startsWith('users/notif')).length;
    const before = lists();
    act(() => tellLive('following', { seq: 2 }));
    await act(async () => undefined);
    expect(lists()).toBe(before);
    all.unshift(item(3));
    act(() => tellLive('following', { seq: 3 }));
    await waitFor(() => expect(texts()).toEqual(['Message 3', 'Message 2', 'Message 1']));
    expect(lists()).toBe(before + 1);
  });

  it('is shown by the browser if the user wants it, the page is hidden and the browser allows it', async () => {
    const shown: unknown[] = [];
    class Notice extends EventTarget {
      static permission = 'granted';
      constructor(title: string, { body, tag }: NotificationOptions) {
        super();
        shown.push([title, body, tag]);
      }
      close(): void {}
    }
    vi.stubGlobal('Notification', Notice);
    let visibility = 'hidden';
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState);
    setBrand('Northstar');
    await stand(server([]));
    live(item(1, {}, { push: true }));
    live(item(2));
    visibility = 'visible';
    live(item(3, {}, { push: true }));
    visibility = 'hidden';
    Notice.permission = 'denied';
    live(item(4, {}, { push: true }));
    expect(shown).toEqual([['Northstar', 'Message 1', 'n-1']]);
    vi.restoreAllMocks();
  });
  it('NOTIF-020 NOTIF-022 is added at the top and raises the count', async () => {
    await open(server(many(2, 2)));
    live(item(3));
    await waitFor(() => expect(texts()).toEqual(['Message 3', 'Message 2', 'Message 1']));
    expect(badge()).toBe('3');
    live(item(4, {}, { read: true }));
    await waitFor(() => expect(texts()[0]).toBe('Message 4'));
    expect(badge()).toBe('3');
  });
  it('NOTIF-021 is not added again', async () => {
    await open(server(many(2, 2)));
    live(item(2));
    live(item(3));
    live(item(3));
    await waitFor(() => expect(texts()).toEqual(['Message 3', 'Message 2', 'Message 1']));
    expect(badge()).toBe('3');
    live(item(1, { message: 'Told anew' }, { seq: 9 })); // a group that grew: same notification, higher number
    await waitFor(() => expect(texts()).toEqual(['Told anew', 'Message 3', 'Message 2']));
    expect(badge()).toBe('3');
  });
  it('NOTIF-023 of another user is ignored', async () => {
    await open(server(many(2, 2)));
    live(item(3, {}, { user_id: 'u-9' }));
    await act(async () => undefined);
    expect(texts()).toEqual(['Message 2', 'Message 1']);
    expect(badge()).toBe('2');
  });
});

describe('when the call fails', () => {
  // in this order: a toast stays for some seconds after its test
  const broken: Answers = () => Promise.reject(new TypeError('Failed to fetch'));
  it('shows neither message while the token is valid', async () => {
    await stand(broken);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByText(/Session Expired!|Some Error!/)).toBeNull();
  });
  it('NOTIF-025 says Some Error! without a stored token', async () => {
    await stand(server([]));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    stubNetwork(broken);
    localStorage.removeItem('currentUser');
    await act(() => client.refetchQueries());
    expect(await screen.findByText('Some Error!')).toBeTruthy();
    expect(screen.queryByText('Session Expired!')).toBeNull();
  });
  it('NOTIF-024 shows Session Expired! when the stored token has expired', async () => {
    signedIn({ token: tokenFor(-5) });
    await stand(broken);
    expect(await screen.findByText('Session Expired!')).toBeTruthy();
  });
});

describe('the tab', () => {
  it('shows the number of unread notifications in its title', async () => {
    setBrand('Northstar');
    await stand(server([item(2), item(1, {}, { read: true })]));
    await waitFor(() => expect(document.title).toBe('(1) Northstar'));
    act(() => tellLive('crm_notification', item(3)));
    await waitFor(() => expect(document.title).toBe('(2) Northstar'));
    cleanup();
    expect(document.title).toBe('Northstar');
    await stand(server([item(2)], 1200));
    await waitFor(() => expect(document.title).toBe('(999+) Northstar'));
  });
});
