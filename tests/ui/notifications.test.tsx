import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notificationLink } from '../../src/custom/notifications/notification-link';
import { json, type Answers, type Asked } from './browser-fixture';
import {
  type Told,
  badge,
  client,
  item,
  list,
  many,
  open,
  row,
  rows,
  server,
  setUp,
  stand,
  tearDown,
  texts,
} from './notifications-world';

// Parts around the page do not wait for the page here.
vi.mock('../../src/ui/actions/use-delay', async (load) => ({ ...(await load<object>()), afterPage: 0 }));
beforeEach(setUp);
afterEach(tearDown);
const place = (): string => screen.getByTestId('place').textContent!;
const isRead = (text: string): boolean => row(text).getAttribute('data-read') === 'true';
const writes = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== 'GET');

describe('where a notification leads', () => {
  const cases: readonly (readonly [string, Told, string | undefined])[] = [
    ['NOTIF-001', { type: 'lead_refered' }, '/leads?type=assigned-leads&n_id=n-7'],
    ['NOTIF-002', { type: 'inbound_missed_call', leadId: 'l-1' }, '/lp/l-1/call-history'],
    ['NOTIF-003', { type: 'inbound_missed_call' }, undefined],
    ['NOTIF-004', { type: 'leave' }, '/employee/leave'],
    ['NOTIF-005', { type: 'lead_csv_download' }, '/employee/authentication?activateCsvExportTab=true'],
    ['NOTIF-006', { type: 'ticket_assigned', ticket_id: 't-9' }, '/help-support/details/t-9'],
    ['referral answered', { type: 'referral_answered', leadId: 'l-1' }, '/lp/l-1/conversion'],
    ['referral accepted by someone else’s team', { type: 'referral_answered' }, undefined],
    ['a dispute', { type: 'lead_disputed' }, '/publishers/deliveries?dispute_state=open'],
    ['NOTIF-007', { type: 'something new' }, undefined],
    ['NOTIF-007', { type: 'constructor' }, undefined],
  ];
  it.each(cases)('%s %o leads to %s', async (_, told, link) => {
    await open(server([item(7, told)]));
    expect(texts()).toEqual(['Message 7']);
    expect(within(rows()[0]!).queryByRole('link')?.getAttribute('href')).toBe(link);
  });

  it('ROUTE-113 is not a link if the page does not exist', async () => {
    expect(notificationLink(item(1, { type: 'whatsapp_message' }))).toBe('/chat');
    await open(server([item(1, { type: 'whatsapp_message' })]));
    expect(within(rows()[0]!).queryByRole('link')).toBeNull();
  });
});

describe('the list', () => {
  it('NOTIF-008 NOTIF-009 CONST-014 sends user id, page and a limit of 15', async () => {
    const asked = await open(server(many(40, 40)));
    expect(asked).toHaveLength(1);
    const [path, query] = asked[0]!.path.split('?');
    expect(path).toBe('users/notifications');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ user_id: 'u-4', page: '1', limit: '15' });
    expect(rows()).toHaveLength(15);
  });

  it('NOTIF-010 NOTIF-011 CONST-016 is 284 px high and loads more as long as pages are full', async () => {
    const asked = await open(server(many(35, 35)));
    expect(list().style.height).toBe('284px');
    const size = { scrollHeight: 900, clientHeight: 284 };
    for (const [name, value] of Object.entries(size)) Object.defineProperty(list(), name, { value, configurable: true });
    const scroll = async (top: number): Promise<void> => {
      fireEvent.scroll(list(), { target: { scrollTop: top } });
      await act(async () => undefined);
    };
    await scroll(100);
    expect(asked).toHaveLength(1);
    await scroll(616);
    await waitFor(() => expect(rows()).toHaveLength(30));
    await scroll(616);
    await waitFor(() => expect(rows()).toHaveLength(35));
    await scroll(616);
    expect(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('page'))).toEqual(['1', '2', '3']);
  });

  it.each([
    ['NOTIF-014', 0, undefined],
    ['NOTIF-012', 3, '3'],
    ['NOTIF-013 CONST-015', 999, '999'],
    ['NOTIF-013 CONST-015', 1000, '999+'],
  ])('%s a count of %i shows %s', async (_, count, text) => {
    await stand(server(many(2, 2), count));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(badge()).toBe(text);
  });

  it('shows that it is empty, or an error with Retry', async () => {
    await open(server([]));
    expect(screen.getByText(/You're all caught up/)).toBeTruthy();
    cleanup();
    let fails = true;
    await open(server([item(1)], 1, () => (fails ? json({ message: 'broken' }, 500) : undefined)));
    fails = false;
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Message 1')).toBeTruthy();
  });
});

describe('marking', () => {
  it('NOTIF-015 the dot marks one notification as read and stays on the page', async () => {
    const asked = await open(server(many(3, 3)));
    fireEvent.click(within(row('Message 2')).getByRole('button', { name: 'Mark as read' }));
    await waitFor(() => expect(isRead('Message 2')).toBe(true));
    expect(writes(asked)).toMatchObject([{ method: 'PUT', path: 'users/notifications/n-2/read' }]);
    expect(within(row('Message 2')).queryByRole('button', { name: 'Mark as read' })).toBeNull();
    expect(isRead('Message 3')).toBe(false);
    expect(badge()).toBe('2');
    expect(place()).toBe('/dashboard');
  });

  it('NOTIF-012 NOTIF-015 a dot that is clicked twice counts once', async () => {
    const asked = await open(server(many(3, 3)));
    const dot = within(row('Message 2')).getByRole('button', { name: 'Mark as read' });
    fireEvent.click(dot);
    fireEvent.click(dot);
    await waitFor(() => expect(writes(asked)).toHaveLength(2));
    await waitFor(() => expect(isRead('Message 2')).toBe(true));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(badge()).toBe('2');
  });

  it('NOTIF-016 a click on the item marks it as read and follows the link', async () => {
    const asked = await open(server(many(2, 2)));
    fireEvent.click(screen.getByText('Message 1'));
    await waitFor(() => expect(badge()).toBe('1'));
    expect(writes(asked)).toMatchObject([{ method: 'PUT', path: 'users/notifications/n-1/read' }]);
    expect(place()).toBe('/employee/leave');
  });

  it('NOTIF-007 an unknown type is marked as read and leads nowhere', async () => {
    const asked = await open(server([item(1, { type: 'mystery' })]));
    fireEvent.click(screen.getByText('Message 1'));
    await waitFor(() => expect(isRead('Message 1')).toBe(true));
    expect(writes(asked)).toHaveLength(1);
    expect(place()).toBe('/dashboard');
  });

  it('a notification that is already read is not marked again', async () => {
    const asked = await open(server([item(1, {}, { read: true })]));
    fireEvent.click(screen.getByText('Message 1'));
    expect(place()).toBe('/employee/leave');
    expect(writes(asked)).toEqual([]);
  });

  it('NOTIF-017 NOTIF-018 marks all as read and shows the server’s message', async () => {
    const asked = await open(server(many(3, 3), 2000));
    fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('All done.')).toBeTruthy();
    expect(writes(asked)).toMatchObject([{ method: 'PUT', path: 'users/notifications/read-all', body: { user_id: 'u-4' } }]);
    expect(rows().every((one) => one.getAttribute('data-read') === 'true')).toBe(true);
    expect(badge()).toBeUndefined();
  });

  const refuse: Answers = ({ method }) => (method === 'PUT' ? json({ code: 403, message: 'Not yours.' }) : undefined);
  it('NOTIF-018 shows the server’s message when it did not succeed', async () => {
    await open(server(many(3, 3), 3, refuse));
    fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('Not yours.')).toBeTruthy();
    expect(isRead('Message 3')).toBe(false);
    expect(badge()).toBe('3');
  });

  it.each([
    ['a refusal', refuse],
    ['no network', ({ method }: Asked) => (method === 'PUT' ? Promise.reject(new TypeError('Failed to fetch')) : undefined)],
  ] as const)('NOTIF-019 %s shows Error!', async (_, answers) => {
    await open(server(many(3, 3), 3, answers as Answers));
    fireEvent.click(within(row('Message 2')).getByRole('button', { name: 'Mark as read' }));
    expect(await screen.findByText('Error!')).toBeTruthy();
    expect(isRead('Message 2')).toBe(false);
    expect(badge()).toBe('3');
  });
});
