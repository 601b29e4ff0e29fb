import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MenuSource } from '../../src/custom/shell/menu';
import { Shell } from '../../src/custom/shell/shell';
import { tellLive } from '../../src/providers/live/live';
import { declareSubjects } from '../../src/providers/rights';
import { currentSession, endSession } from '../../src/providers/session/session';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';
import { allRoutes, button, open, setUp, sidebar, sources, tearDown } from './shell-world';

// Parts around the page do not wait for the page here.
vi.mock('../../src/ui/actions/use-delay', async (load) => ({ ...(await load<object>()), afterPage: 0 }));
beforeEach(setUp);
afterEach(tearDown);

describe('the badge of unseen messages', () => {
  declareSubjects([{ name: '/chat', access: 'signed-in' }]);
  const chat: MenuSource = {
    name: '/chat',
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

  it('SIDEBAR-010 UNSEEN-001 UNSEEN-002 shows the number of unseen messages', async () => {
    const asked = await openWith(() => json({ status: 'success', data_obj: [message, message, message, message] }));
    expect(asked).toMatchObject([{ method: 'POST', path: 'chats_list_query/u-4', body: { unseen_msg: true } }]);
    await waitFor(() => expect(entry()).toBe('WhatsApp Communication4'));
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

  it('reloads when the window gets the focus, at most once a minute, and never without the chat page', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z'), toFake: ['Date'] });
    signedIn();
    let asked = await openWith(() => json({ status: 'success', data_obj: [message] }));
    await waitFor(() => expect(entry()).not.toBe('WhatsApp Communication')); // answered, and drawn
    fireEvent.focus(window);
    vi.setSystemTime(new Date('2026-03-12T06:00:59Z'));
    fireEvent.focus(window);
    expect(asked).toHaveLength(1);
    vi.setSystemTime(new Date('2026-03-12T06:01:00Z'));
    fireEvent.focus(window);
    await waitFor(() => expect(asked).toHaveLength(2));
    await act(async () => tellLive('wa_message', { wa_user_id: 'w-1' }));
    await waitFor(() => expect(asked).toHaveLength(3)); // a new message reloads at once
    cleanup();
    asked = await openWith(() => json({ status: 'success', data_obj: [message] }), sources);
    expect(asked).toEqual([]);
  });
});

describe('a message that came before the live channel', () => {
  it('is counted a minute after the last answer, although no event told of it', async () => {
    vi.useFakeTimers();
    let unseen = 1;
    const many = (): unknown[] => Array.from({ length: unseen }, () => ({ wa_user_id: 'w-1' }));
    const asked = stubNetwork(() => json({ status: 'success', data_obj: many() }));
    signedIn({ wp_access: 1 });
    const chat: MenuSource = {
      name: '/chat',
      menu: { group: 'Marketing', entry: 'WhatsApp Communication', order: 41, path: '/chat' },
    };
    render(
      <App>
        <MemoryRouter initialEntries={['/chat']}>
          <Shell sources={[...sources, chat]} routes={allRoutes} />
        </MemoryRouter>
      </App>,
    );
    const counts = (): number => asked.filter(({ path }) => path.startsWith('chats_list_query')).length;
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await act(() => vi.advanceTimersByTimeAsync(100));
    const before = counts();
    unseen = 2;
    await act(async () => tellLive('wa_message', {})); // the channel is up
    await act(() => vi.advanceTimersByTimeAsync(50_000));
    expect(counts()).toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(counts()).toBe(before + 1);
    expect(within(sidebar()).getByText('WhatsApp Communication').closest('a')!.textContent).toBe('WhatsApp Communication2');
  });
});

describe('the counts in the menu', () => {
  const counts = { follow_ups: 7, leaves: 2, tickets: 1200 };
  const answers: Answers = ({ path }) => (path === 'users/menu-counts' ? json({ code: 200, data: counts }) : undefined);
  const badges = (): (string | null)[] => [...document.querySelectorAll('.p-menu-count')].map((one) => one.getAttribute('title'));

  it('are next to their entries, and are reloaded on a related notification', async () => {
    vi.useFakeTimers();
    const asked = stubNetwork(answers);
    open();
    await act(() => vi.advanceTimersByTimeAsync(2999));
    expect(asked.filter(({ path }) => path === 'users/menu-counts')).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(100));
    await act(() => vi.advanceTimersByTimeAsync(100)); // a render makes the request, a later one shows the answer
    expect(badges()).toEqual(['7 overdue follow-ups']);
    expect(within(sidebar()).getByRole('link', { name: /^FollowUps/ }).textContent).toBe('FollowUps7');
    expect(within(sidebar()).getByRole('link', { name: 'Dashboard' })).toBeTruthy();
    const tell = (type: string): void =>
      tellLive('crm_notification', { notifications: { type, message: '', time: '' } } as NotificationItem);
    tell('announcement');
    await act(() => vi.advanceTimersByTimeAsync(100));
    tell('ticket_assigned');
    await vi.waitFor(() => expect(asked.filter(({ path }) => path === 'users/menu-counts')).toHaveLength(2));
  });

  it('are in the bar on a phone', async () => {
    vi.useFakeTimers();
    windowWidth(390);
    stubNetwork(answers);
    open();
    await act(() => vi.advanceTimersByTimeAsync(3100));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('link', { name: /^FollowUps/ }).textContent).toBe('FollowUps7');
  });

  it('are not shown if they could not be loaded', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    stubNetwork(() => json({ message: 'broken' }, 500));
    open();
    await act(() => vi.advanceTimersByTimeAsync(3100));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(badges()).toEqual([]);
  });

  it('name, colour and words of the tenant follow changes by an administrator', async () => {
    vi.useFakeTimers();
    endSession({ comeBack: false }); // clears the tenant of another test
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
