import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatusMenu } from '../../src/custom/break/status-menu';
import { markActive } from '../../src/providers/calls/activity';
import { currentSession, updateUser } from '../../src/providers/session/session';
import { knowServerTime } from '../../src/ui/time/server-clock';
import { freshBrowser, json, signedIn, stubNetwork, tokenFor, windowWidth, type Answers, type Asked } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/dashboard');
  windowWidth(1366);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reasons = ['Manual Call', 'Customer Counselling', 'Lunch Break', 'Tea / Coffee Break'];
const agree: Answers = () => json({ code: 200, message: 'Your status was saved.' });
function open(status: 0 | 1, answers: Answers = agree): Asked[] {
  signedIn({ user_status: status });
  const asked = stubNetwork(answers);
  render(
    <App>
      <StatusMenu />
    </App>,
  );
  return asked;
}
const control = (): HTMLElement => screen.getByRole('button', { name: /^Status:/ });
const choose = (label: string): void => {
  fireEvent.click(control());
  fireEvent.click(screen.getByRole('menuitem', { name: label }));
};
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: 'Break Reason' });
const save = async (): Promise<void> => {
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Save' }));
};
/** antd's last frame of a closing dialog never comes here; a closed dialog is known by its class. */
const closed = (): Promise<void> =>
  waitFor(() => {
    const shown = document.querySelector('.ant-modal');
    expect(shown === null || /leave|hidden/.test(shown.className) || shown.closest('[style*="none"]') !== null).toBe(true);
  });

describe('the status in the header', () => {
  it('HEADER-004 HEADER-005 ENT-014 says Online for 0 and Offline for 1', () => {
    open(0);
    expect(control().textContent).toBe('Online');
    cleanup();
    open(1);
    expect(control().textContent).toBe('Offline');
  });

  it('HEADER-006 offers Online and Break, and nothing else', () => {
    open(1);
    fireEvent.click(control());
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Online', 'Break']);
  });

  it('BREAK-001 BREAK-009 BREAK-010 Online saves status 0 at once, without a dialog', async () => {
    const asked = open(1);
    choose('Online');
    expect(await screen.findByText('Your status was saved.')).toBeTruthy();
    expect(asked).toMatchObject([{ method: 'POST', path: 'users/break', body: { status: 0 } }]);
    expect(screen.queryByRole('dialog', { name: 'Break Reason' })).toBeNull();
    expect(control().textContent).toBe('Online');
    expect(currentSession()?.user.user_status).toBe(0);
  });

  it('BREAK-002 BREAK-003 BREAK-004 Break asks for the reason and saves nothing yet', async () => {
    const asked = open(0);
    choose('Break');
    const box = await dialog();
    expect(within(box).getByText('Break Reason')).toBeTruthy();
    expect(
      within(box)
        .getAllByRole('radio')
        .map((one) => one.parentElement?.textContent),
    ).toEqual(reasons);
    expect(asked).toEqual([]);
    expect(control().textContent).toBe('Online');
  });

  it.each(reasons)('BREAK-005 BREAK-007 BREAK-008 BREAK-009 BREAK-010 ENT-089 saves a break for %s', async (reason) => {
    const asked = open(0);
    choose('Break');
    fireEvent.click(within(await dialog()).getByRole('radio', { name: reason }));
    await save();
    expect(await screen.findByText('Your status was saved.')).toBeTruthy();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', path: 'users/break', body: { status: 1, reason } });
    expect(control().textContent).toBe('Offline');
    expect(currentSession()?.user.user_status).toBe(1);
    await closed();
  });

  it('saves once when Save is pressed twice at once', async () => {
    const asked = open(0);
    choose('Break');
    const [first] = within(await dialog()).getAllByRole('radio');
    fireEvent.click(first!);
    const button = within(await dialog()).getByRole('button', { name: 'Save' });
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(asked).toHaveLength(1));
    await closed();
    expect(asked).toHaveLength(1);
  });

  it('BREAK-006 warns without a reason and calls nothing', async () => {
    const asked = open(0);
    choose('Break');
    await save();
    const toast = await screen.findByText('Choose Break Reason');
    expect(toast.closest('.p-toast-warning')).toBeTruthy();
    expect(asked).toEqual([]);
    expect(await dialog()).toBeTruthy();
  });

  it.each([
    ['a refusal', () => json({ code: 422, message: 'no' })],
    ['a fault', () => json({ message: 'broken' }, 500)],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const)('BREAK-011 %s shows Error! and the status stays', async (_, answers) => {
    open(0, answers);
    choose('Break');
    fireEvent.click(within(await dialog()).getByRole('radio', { name: 'Lunch Break' }));
    await save();
    expect(await screen.findByText('Error!')).toBeTruthy();
    expect(control().textContent).toBe('Online');
    expect(currentSession()?.user.user_status).toBe(0);
    cleanup();
    open(1, answers);
    choose('Online');
    expect(await screen.findByText('Error!')).toBeTruthy();
    expect(control().textContent).toBe('Offline');
  });

  it('keeps the break over a reload, shows how long it has lasted, and ends it', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z'), toFake: ['Date'] });
    open(0);
    choose('Break');
    fireEvent.click(within(await dialog()).getByRole('radio', { name: 'Lunch Break' }));
    await save();
    await waitFor(() => expect(control().textContent).toBe('Offline'));
    cleanup();
    vi.setSystemTime(new Date('2026-03-12T06:12:30Z'));
    render(
      <App>
        <StatusMenu />
      </App>,
    );
    expect(screen.getByText('Lunch Break · 12 min')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'End break' }));
    await waitFor(() => expect(control().textContent).toBe('Online'));
    expect(screen.queryByText(/Lunch Break/)).toBeNull();
  });

  it('TRUST-R15 the length of a break is measured by the server’s clock', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T05:50:00Z'), toFake: ['Date'] }); // ten minutes slow
    knowServerTime('2026-03-12T06:00:00Z');
    open(0);
    choose('Break');
    fireEvent.click(within(await dialog()).getByRole('radio', { name: 'Lunch Break' }));
    await save();
    await waitFor(() => expect(control().textContent).toBe('Offline'));
    expect(currentSession()?.user.on_break?.since).toBe('2026-03-12T06:00:00.000Z');
    act(() => updateUser({ on_break: { since: '2026-03-12T05:55:00Z', reason: 'Lunch Break' } })); // set by another browser
    expect(screen.getByText('Lunch Break · 5 min')).toBeTruthy();
    knowServerTime(new Date().toISOString());
  });
});

describe('an automatic break', () => {
  const minutes = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 60_000);
  function openWith(time_tracking: object | null, answers: Answers = agree): Asked[] {
    vi.useFakeTimers({ now: new Date('2026-03-12T06:00:00Z') });
    signedIn({ token: tokenFor(86_400) }, { time_tracking });
    markActive('u-4', Date.now());
    const asked = stubNetwork(answers);
    render(
      <App>
        <StatusMenu />
      </App>,
    );
    return asked;
  }

  it('begins once after the tenant’s time without activity, with the reason Idle', async () => {
    const asked = openWith({ auto_break_ms: 600_000 });
    await act(() => minutes(9));
    expect(asked).toEqual([]);
    await act(() => minutes(1.5));
    expect(asked).toMatchObject([{ path: 'users/break', body: { status: 1, reason: 'Idle' } }]);
    expect(currentSession()!.user).toMatchObject({ user_status: 1, on_break: { reason: 'Idle' } });
    expect(control().textContent).toBe('Offline');
    await act(() => minutes(30));
    expect(asked).toHaveLength(1);
  });

  it('is postponed by activity in any tab, and retried when it could not be saved', async () => {
    let refuse = true;
    const asked = openWith({ auto_break_ms: 600_000 }, () => (refuse ? json({}, 500) : json({ code: 200 })));
    await act(() => minutes(9));
    markActive('u-4', Date.now());
    await act(() => minutes(9));
    expect(asked).toEqual([]);
    await act(() => minutes(1.5));
    expect(currentSession()!.user.user_status).toBe(0);
    refuse = false;
    await act(() => minutes(0.5));
    expect(currentSession()!.user.user_status).toBe(1);
  });

  it.each([null, {}, { auto_break_ms: 0 }, { auto_break_ms: -1 }])('never begins with %o', async (setting) => {
    const asked = openWith(setting);
    await act(() => minutes(600));
    expect(asked).toEqual([]);
  });
});
