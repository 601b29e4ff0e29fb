import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { App } from './app-fixture';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnnouncementSlot } from '../../src/custom/announcements/announcement-slot';
import AnnouncementCard from '../../src/custom/dashboard/announcement-card';
import { tellLive } from '../../src/providers/live/live';
import { endSession } from '../../src/providers/session/session';
import type { CurrentAnnouncement } from '../../src/schemas/calls/announcements';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

beforeEach(async () => {
  await import('../../src/custom/announcements/announcement-banner'); // preloaded; the browser tests measure when it loads
  freshBrowser('/dashboard');
  windowWidth(1366);
  signedIn();
  vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

let made = 0;
const one = (title: string, more: Partial<CurrentAnnouncement> = {}): CurrentAnnouncement => ({
  id: `a-${++made}`,
  title,
  body: `${title}, first line\nsecond line`,
  type: 'info',
  pinned: false,
  must_acknowledge: false,
  attachment: null,
  starts_at: '2026-03-12T05:00:00Z',
  ends_at: null,
  seen_at: null,
  acknowledged_at: null,
  dismissed_at: null,
  ...more,
});

/** A server with these announcements; what a test adds to `list` later is in the next answer. */
function stand(list: CurrentAnnouncement[], refuse?: Answers, dashboard = true): Asked[] {
  const asked = stubNetwork(
    (call) =>
      refuse?.(call) ??
      (call.path === 'announcements/current'
        ? json({ code: 200, data: [...list], count: list.length })
        : json({ code: 200, message: 'Seen.' })),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={['/dashboard']}>
          <AnnouncementSlot />
          <main id="page" tabIndex={-1}>
            {dashboard ? <AnnouncementCard /> : null}
            <Link to="/leads">Leads</Link>
          </main>
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return asked;
}
/** Reading an answer takes several ticks, which begin when the time has passed. */
async function pass(ms: number): Promise<void> {
  for (const part of [ms, 10, 10, 10, 10]) await act(() => vi.advanceTimersByTimeAsync(part));
}
const reads = (asked: readonly Asked[]): number => asked.filter(({ path }) => path === 'announcements/current').length;
const writes = (asked: readonly Asked[]): unknown[] =>
  asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
const banner = (): HTMLElement => screen.getByRole('region', { name: 'Announcements' });
const placeOf = (one: HTMLElement): string => one.parentElement!.className;
const noBanner = (): void => expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull();
const press = async (name: string | RegExp): Promise<void> => {
  const button = within(banner()).getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  await pass(50);
};
const told = (type: string): void =>
  tellLive('crm_notification', { notifications: { type, message: '', time: '' } } as NotificationItem);

describe('the banner of announcements', () => {
  it('appears after the first rows; its space is reserved from the last visit, and released when there is none', async () => {
    const list = [one('Kept')];
    const asked = stand(list);
    const room = (): Element | null => document.querySelector('.p-banner-room');
    expect(room()).toBeNull();
    await pass(2900);
    expect(reads(asked)).toBe(0);
    await pass(300);
    expect(reads(asked)).toBe(1); // one request for banner and dashboard
    expect(banner()).toBeDefined();
    cleanup();
    stand([]);
    expect(room()!.querySelector('.p-bone')).not.toBeNull();
    noBanner();
    await pass(3200);
    expect(room()).toBeNull();
    cleanup();
    stand([]);
    expect(room()).toBeNull();
  });

  it('a new announcement covers the top of the current page; the next page begins below it', async () => {
    const list: CurrentAnnouncement[] = [];
    stand(list);
    await pass(3200);
    list.push(one('Sudden'));
    told('announcement');
    await pass(100);
    expect(placeOf(banner())).toBe('p-banner-over');
    fireEvent.click(screen.getByRole('link', { name: 'Leads' }));
    expect(placeOf(banner())).toBe('p-banner-room');
    await press('Dismiss the announcement');
    noBanner();
    list.push(one('Again'));
    told('announcement');
    await pass(100);
    expect(placeOf(banner())).toBe('p-banner-over');
    cleanup();
    stand(list);
    await pass(3200);
    expect(placeOf(banner())).toBe('p-banner-room'); // reserved from the last visit
  });

  it('an existing announcement covers the top of the first page of a first visit', async () => {
    stand([one('Stood')]);
    await pass(3200);
    expect(placeOf(banner())).toBe('p-banner-over');
  });

  it('is marked as seen for the next user of the same page too', async () => {
    const both = one('For both');
    stand([both]);
    await pass(3200);
    endSession({ comeBack: false });
    cleanup();
    signedIn({ id: 'u-9' });
    const asked = stand([both]);
    await pass(3200);
    expect(writes(asked)).toEqual([[`announcements/${both.id}/seen`, {}]]);
  });

  it('another user of this browser gets no reserved space', async () => {
    stand([one('Mine')]);
    await pass(3200);
    cleanup();
    signedIn({ id: 'u-9' });
    stand([]);
    expect(document.querySelector('.p-banner-room')).toBeNull();
  });

  it('shows one at a time, counted, in the server’s order; a warning has the role alert, others status', async () => {
    stand([one('Pinned', { pinned: true }), one('Careful', { type: 'warning' }), one('Fresh', { type: 'new_feature' })]);
    await pass(3200);
    expect(within(banner()).getByRole('status').textContent).toBe('Information: PinnedPinned, first line');
    expect(banner().className).toContain('p-banner-blue');
    await press('Announcement 1 of 3: show the next');
    expect(within(banner()).getByRole('alert').textContent).toBe('Warning: CarefulCareful, first line');
    expect(banner().className).toContain('p-banner-amber');
    await press('Announcement 2 of 3: show the next');
    expect(within(banner()).getByRole('status').textContent).toBe('New: FreshFresh, first line');
    expect(banner().className).toContain('p-banner-green');
    await press('Announcement 3 of 3: show the next');
    expect(within(banner()).getByRole('status').textContent).toContain('Pinned');
  });

  it('is folded to one line, unfolds with its file, and folds again on Escape', async () => {
    const shifts = one('Shifts', { attachment: '/api/files/01ARZ3NDEKTSV4RRFFQ69G5FAV?e=1&s=2#new%20shifts.pdf' });
    const asked = stand([shifts], undefined, false);
    await pass(3200);
    expect(writes(asked)).toEqual([[`announcements/${shifts.id}/seen`, {}]]); // the banner alone counts as seen too
    const whole = (): HTMLElement => banner().querySelector<HTMLElement>('.p-banner-whole')!;
    expect(whole().hidden).toBe(true);
    await press('Read more');
    expect(whole().hidden).toBe(false);
    expect(whole().textContent).toContain('Shifts, first line\nsecond line');
    expect(within(whole()).getByRole('link', { name: 'new shifts.pdf' }).getAttribute('download')).toBe('new shifts.pdf');
    fireEvent.keyDown(within(banner()).getByRole('button', { name: 'Show less' }), { key: 'Escape' });
    expect(whole().hidden).toBe(true);
  });

  it('is marked as seen once, dismissed for good, and passes the focus on', async () => {
    const [first, second] = [one('First'), one('Second', { seen_at: '2026-03-12T05:30:00Z' })];
    const asked = stand([first, second]);
    await pass(3200);
    expect(writes(asked)).toEqual([[`announcements/${first.id}/seen`, {}]]);
    await press('Dismiss the announcement');
    expect(writes(asked).at(-1)).toEqual([`announcements/${first.id}/seen`, { dismissed: true }]);
    expect(within(banner()).getByRole('status').textContent).toContain('Second');
    expect(document.activeElement).toBe(within(banner()).getByRole('button', { name: 'Dismiss the announcement' }));
    await press('Dismiss the announcement');
    noBanner();
    expect(document.activeElement?.id).toBe('page');
    expect(screen.getByRole('region', { name: 'What is announced' }).textContent).toContain('First'); // still on the dashboard
  });

  it('what must be acknowledged cannot be dismissed; a refusal is shown and it stays', async () => {
    const must = one('Read this', { must_acknowledge: true });
    let refuses = true;
    const asked = stand([must], ({ method, body }) =>
      refuses && method === 'PUT' && (body as { acknowledged?: boolean }).acknowledged
        ? json({ code: 500, message: 'Try again later.' }, 500)
        : undefined,
    );
    await pass(3200);
    expect(within(banner()).queryByRole('button', { name: /Dismiss/ })).toBeNull();
    await press('Acknowledge');
    await pass(100);
    expect(document.body.textContent).toContain('Try again later.');
    refuses = false;
    await press('Acknowledge');
    expect(writes(asked).at(-1)).toEqual([`announcements/${must.id}/seen`, { acknowledged: true }]);
    noBanner();
    expect(screen.getByRole('region', { name: 'What is announced' }).textContent).toContain('Acknowledged');
  });

  it('appears live, goes when it ends, and is not shown if it was answered elsewhere', async () => {
    const list = [
      one('Put away', { dismissed_at: '2026-03-12T05:30:00Z' }),
      one('Confirmed', { must_acknowledge: true, acknowledged_at: '2026-03-12T05:30:00Z' }),
    ];
    const asked = stand(list);
    await pass(3200);
    noBanner();
    list.unshift(one('Short', { ends_at: '2026-03-12T06:01:00Z' }));
    told('leave');
    await pass(100);
    expect(reads(asked)).toBe(1);
    told('announcement');
    await pass(100);
    expect(reads(asked)).toBe(2);
    expect(within(banner()).getByRole('status').textContent).toContain('Short');
    list.shift();
    await pass(60_000);
    noBanner();
  });
});

describe('announcements on the dashboard', () => {
  it('are shown in full with type, file and answer, and can be acknowledged there too', async () => {
    const must = one('Read this', { must_acknowledge: true, type: 'warning', pinned: true });
    const asked = stand([must, one('Old news', { dismissed_at: '2026-03-12T05:30:00Z' })]);
    await pass(3200);
    const card = screen.getByRole('region', { name: 'What is announced' });
    const [first, second] = within(card).getAllByRole('listitem');
    expect(first!.textContent).toContain('Pinned');
    expect(first!.textContent).toContain('Warning');
    expect(first!.textContent).toContain('Read this, first line\nsecond line');
    expect(second!.textContent).toContain('Old news');
    fireEvent.click(within(first!).getByRole('button', { name: 'Acknowledge' }));
    await pass(100);
    expect(writes(asked).at(-1)).toEqual([`announcements/${must.id}/seen`, { acknowledged: true }]);
    noBanner();
    expect(within(first!).queryByRole('button')).toBeNull();
  });

  it('are five at first, and all on request; only those shown count as seen', async () => {
    const list = Array.from({ length: 7 }, (_, n) => one(`Number ${n + 1}`));
    const asked = stand(list);
    await pass(3200);
    const card = screen.getByRole('region', { name: 'What is announced' });
    expect(within(card).getAllByRole('listitem')).toHaveLength(5);
    expect(writes(asked)).toHaveLength(5);
    fireEvent.click(within(card).getByRole('button', { name: 'Show all 7' }));
    await pass(100);
    expect(within(card).getAllByRole('listitem')).toHaveLength(7);
    expect(writes(asked)).toHaveLength(7);
    expect(within(card).queryByRole('button', { name: /Show all/ })).toBeNull();
  });

  it('have no card when there are none, or when they could not be loaded', async () => {
    stand([], () => json({ code: 500, message: 'No.' }, 500));
    await pass(3200);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
