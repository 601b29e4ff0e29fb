import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { App } from './app-fixture';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Shell } from '../../src/custom/shell/shell';
import { WorkTimer } from '../../src/custom/work-timer/work-timer';
import { closeLeadStage, openLeadStage } from '../../src/providers/screens/lead-stage-modal';
import { tellLive } from '../../src/providers/live/live';
import { endSession } from '../../src/providers/session/session';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/dashboard');
  windowWidth(1366);
  vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z') });
  signedIn({ token: farToken() });
});
afterEach(() => {
  cleanup();
  act(() => endSession({ comeBack: false }));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A token that is valid in every test, whatever the clock shows. */
const farToken = (): string => `h.${btoa(JSON.stringify({ exp: 4_000_000_000 })).replaceAll('=', '')}.s`;
const config = (time_tracking: unknown): Answers => {
  return ({ path }) =>
    path === 'tenant-config' ? json({ code: 200, data: { time_tracking } }) : json({ code: 200, message: 'ok', data: {} });
};
const text = (): string => screen.getByRole('timer').textContent!;
const wait = (seconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
/** Types for so many seconds. */
const work = async (seconds: number): Promise<void> => {
  for (let left = seconds; left > 0; left -= 10) {
    fireEvent.keyDown(window, { key: 'a' });
    await wait(Math.min(10, left));
  }
};
const open = (answers: Answers = config({})): Asked[] => {
  const asked = stubNetwork(answers);
  render(<WorkTimer />);
  return asked;
};
const sent = (asked: readonly Asked[]): number[] =>
  asked.filter(({ path }) => path === 'users/time-spent').map(({ body }) => (body as { totalSeconds: number }).totalSeconds);

describe('the working timer', () => {
  it('HEADER-003 TIMER-001 TIMER-002 CONST-009 begins after 3 s and ticks every second, as HH:mm:ss', async () => {
    open();
    expect(text()).toBe('Working : 00:00:00');
    await wait(2.9);
    expect(text()).toBe('Working : 00:00:00');
    await wait(0.1);
    expect(text()).toBe('Working : 00:00:01');
    await wait(0.9);
    expect(text()).toBe('Working : 00:00:01');
    await wait(0.1);
    expect(text()).toBe('Working : 00:00:02');
    await work(63);
    expect(text()).toBe('Working : 00:01:05');
    await work(3600);
    expect(text()).toBe('Working : 01:01:05');
  });

  it('TIMER-003 TIMER-005 TIMER-006 CONST-007 ENT-090 stops 60 s after the last activity and sends once', async () => {
    const asked = open();
    await wait(59);
    expect(sent(asked)).toEqual([]);
    await wait(1);
    expect(sent(asked)).toEqual([58]);
    expect(text()).toBe('Working : 00:00:58');
    await wait(280);
    expect(text()).toBe('Working : 00:00:58');
    expect(sent(asked)).toEqual([58]);
    expect(asked.find(({ path }) => path === 'users/time-spent')).toMatchObject({ method: 'POST' });
  });

  it('TIMER-007 starts again with the next activity', async () => {
    open();
    await wait(120);
    const before = text();
    fireEvent.pointerDown(window);
    await wait(5);
    expect(before).toBe('Working : 00:00:58');
    expect(['Working : 00:01:02', 'Working : 00:01:03']).toContain(text());
  });

  it.each(['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'scroll'])('counts %s as activity', async (move) => {
    open();
    await wait(58);
    window.dispatchEvent(new Event(move));
    await wait(30);
    expect(text()).toBe('Working : 00:01:26');
  });

  it('TIMER-004 TIMER-008 CONST-008 sends every 360 s, each time the seconds since the last', async () => {
    const asked = open();
    await work(359);
    expect(sent(asked)).toEqual([]);
    await work(4);
    expect(sent(asked)).toEqual([361]);
    await work(360);
    expect(sent(asked)).toEqual([361, 360]);
  });

  it('TIMER-003 TIMER-004 takes idle and polling time from the configuration, between 15 s and an hour', async () => {
    let asked = open(config({ idle_ms: 20_000, poll_ms: 100_000 }));
    await wait(20);
    expect(sent(asked)).toEqual([18]);
    await work(84);
    expect(sent(asked)).toHaveLength(2);
    for (const [idle, stops] of [
      [1, 15],
      ['20', 60],
      [null, 60],
    ] as const) {
      cleanup();
      act(() => endSession({ comeBack: false }));
      freshBrowser('/dashboard');
      signedIn({ token: farToken() });
      asked = open(config({ idle_ms: idle }));
      await wait(stops - 1);
      expect(sent(asked)).toEqual([]);
      await wait(1);
      expect(sent(asked)).toEqual([stops - 2]);
    }
  });

  it('TIMER-009 TIMER-010 keeps what was not accepted and sends old and new together, with the same client_ref', async () => {
    let answer = (): Response | Promise<Response> => json({ code: 500, message: 'no' });
    const asked = open((one) => (one.path === 'tenant-config' ? json({ code: 200, data: {} }) : answer()));
    await wait(60);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await work(10);
    await wait(60);
    answer = () => json({ code: 200, data: {} });
    await work(10);
    await wait(60);
    const [first = 0, second = 0, third = 0] = sent(asked);
    expect(first).toBe(58);
    expect(second).toBeGreaterThan(first + 50);
    expect(third).toBeGreaterThan(second + 50);
    const refs = asked
      .filter(({ path }) => path === 'users/time-spent')
      .map(({ body }) => (body as { client_ref: string }).client_ref);
    expect(new Set(refs).size).toBe(1);
    await work(10);
    await wait(60);
    expect(sent(asked)[3]).toBeLessThan(80);
  });

  it('TIMER-011 keeps the counter over a reload, separately for each user', async () => {
    open();
    await work(40);
    cleanup();
    const asked = open();
    expect(text()).toBe('Working : 00:00:38');
    await wait(60);
    expect(sent(asked)).toEqual([38 + 58]);
    cleanup();
    await work(0);
    signedIn({ id: 'u-9', token: farToken() });
    const others = open();
    expect(text()).toBe('Working : 00:00:00');
    await wait(60);
    expect(sent(others)).toEqual([58]);
  });

  it('continues from the server’s total of the day, and restarts with the tenant’s next day', async () => {
    open(({ path }) => json({ code: 200, data: path === 'users/time-spent' ? { today_seconds: 7200 } : {} }));
    await wait(60);
    expect(text()).toBe('Working : 02:00:00');
    cleanup();
    vi.setSystemTime(new Date('2026-03-12T18:29:00Z')); // 23:59 in India
    open();
    expect(text()).toBe('Working : 02:00:00');
    await work(60);
    expect(text()).toBe('Working : 00:00:01');
  });

  it('shows what the server has counted in all browsers, at the start, on focus and at once', async () => {
    let total = 3600;
    const asked = open(({ path }) =>
      json({ code: 200, data: path === 'users/time-today' ? { day: '2026-03-12', today_seconds: total } : {} }),
    );
    await wait(3);
    expect(text()).toBe('Working : 01:00:01');
    await work(9);
    expect(text()).toBe('Working : 01:00:10');
    total = 7200;
    fireEvent.focus(window);
    await wait(0);
    expect(text()).toBe('Working : 02:00:10'); // ten seconds are not sent yet
    act(() => tellLive('work_time', { day: '2026-03-12', today_seconds: 7260 }));
    expect(text()).toBe('Working : 02:01:10');
    act(() => tellLive('work_time', { day: '2026-03-11', today_seconds: 9 }));
    expect(text()).toBe('Working : 02:01:10');
    expect(sent(asked)).toEqual([]);
    await work(10);
    fireEvent.blur(window); // the user goes to another browser
    await wait(0);
    expect(sent(asked)).toEqual([20]);
  });

  it('counts nothing while the machine sleeps, the storage is edited, or the clock jumps', async () => {
    open();
    await work(20);
    vi.setSystemTime(new Date('2026-03-12T09:00:00Z'));
    await wait(1);
    expect(text()).toBe('Working : 00:01:08'); // until a minute after the last activity
    for (const text of ['{', 'null', '{"today":-5,"unsent":"9","countedTo":9e99,"day":7}']) {
      localStorage.setItem('work-time:u-4', text);
      fireEvent.keyDown(window, { key: 'a' });
      await wait(3);
    }
    expect(text() <= 'Working : 00:00:10').toBe(true);
    vi.setSystemTime(new Date('2026-03-12T08:50:00Z'));
    await work(20);
    expect(text() <= 'Working : 00:00:30').toBe(true);
  });

  it('counts a call as work: while it rings, and while its lead is edited', async () => {
    open();
    await wait(58);
    act(() => tellLive('dialer_call', { requestBody: { id: 'l-1', name: null, email: null, phone: null, user_id: 'u-4' } }));
    await wait(40);
    expect(text()).toBe('Working : 00:01:36');
    act(() => openLeadStage({ leadId: 'l-1', dialer: true }));
    await wait(300);
    expect(text()).toBe('Working : 00:06:36');
    act(closeLeadStage);
    await wait(120);
    expect(text()).toBe('Working : 00:07:36');
  });

  it('never counts a second twice in two tabs', async () => {
    const asked = stubNetwork(config({}));
    render(
      <>
        <WorkTimer />
        <WorkTimer />
      </>,
    );
    await work(63);
    expect(screen.getAllByRole('timer')[0]!.textContent).toBe('Working : 00:01:01');
    expect(sent(asked)).toEqual([]);
  });

  it('rerenders only its own text each second', async () => {
    stubNetwork(config({}));
    setWho({ role: 4, type: 'org', levels: levelsOf([]) });
    let commits = 0;
    render(
      <App>
        <MemoryRouter>
          <Profiler id="shell" onRender={() => (commits += 1)}>
            <Routes>
              <Route element={<Shell sources={[]} routes={new Set()} headerItems={<WorkTimer />} />}>
                <Route path="*" element={<p>the page</p>} />
              </Route>
            </Routes>
          </Profiler>
        </MemoryRouter>
      </App>,
    );
    await work(3);
    await work(1); // the menu's counts have loaded
    commits = 0;
    await work(9);
    expect(text()).toBe('Working : 00:00:11');
    expect(commits).toBe(0);
  });
});
