import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, vi } from 'vitest';
import { NotificationBell } from '../../src/custom/notifications/notification-bell';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

export const setUp = () => {
  freshBrowser('/dashboard');
  windowWidth(1366);
  signedIn();
};
export const tearDown = () => {
  cleanup();
  vi.unstubAllGlobals();
};
export type Told = Partial<NotificationItem['notifications']>;
export const item = (number: number, told: Told = {}, more: Partial<NotificationItem> = {}): NotificationItem => ({
  _id: `n-${number}`,
  user_id: 'u-4',
  read: false,
  seq: number,
  created_at: '2026-03-12T06:00:00Z',
  notifications: { type: 'leave', message: `Message ${number}`, time: '2026-03-12T06:00:00Z', ...told },
  ...more,
});
export const many = (from: number, count: number): NotificationItem[] => Array.from({ length: count }, (_, i) => item(from - i));
/** A server with these notifications, newest first. */
export function server(
  all: readonly NotificationItem[],
  count = all.filter(({ read }) => !read).length,
  other?: Answers,
): Answers {
  return (asked) => {
    const own = other?.(asked);
    if (own) return own;
    if (asked.method === 'PUT') return json({ code: 200, message: 'All done.' });
    const query = new URLSearchParams(asked.path.split('?')[1]);
    const page = Number(query.get('page'));
    const limit = Number(query.get('limit'));
    return json({ code: 200, data: all.slice((page - 1) * limit, page * limit), count });
  };
}
function Place(): ReactNode {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}
export let client: QueryClient;
export async function stand(answers: Answers): Promise<Asked[]> {
  client = new QueryClient();
  const asked = stubNetwork(answers);
  render(
    <QueryClientProvider client={client}>
      <App>
        <MemoryRouter initialEntries={['/dashboard']}>
          <Place />
          <NotificationBell leadsTo={(address) => !address.startsWith('/chat')} />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  await act(async () => undefined);
  return asked;
}
const bell = (): HTMLElement => screen.getByRole('button', { name: /^Notifications/ });
export const badge = (): string | undefined => bell().querySelector('b')?.textContent ?? undefined;
export async function open(answers: Answers): Promise<Asked[]> {
  const asked = await stand(answers);
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  fireEvent.click(bell());
  await screen.findByRole('heading', { name: 'Notifications' }); // the code of the list loads on demand
  await act(async () => undefined);
  return asked;
}
export const list = (): HTMLElement => screen.getByRole('dialog', { name: 'Notifications' }).querySelector('.p-notices-list')!;
export const rows = (): HTMLElement[] => within(list()).queryAllByRole('listitem');
export const texts = (): (string | undefined)[] => rows().map((row) => row.querySelector('span')?.textContent ?? undefined);
export const row = (text: string): HTMLElement => screen.getByText(text).closest('li')!;
