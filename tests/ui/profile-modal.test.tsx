import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../src/custom/profile-modal/profile-modal'; // loaded before it is first shown
import ProfileHost from '../../src/custom/profile-modal/profile-host';
import { Shell } from '../../src/custom/shell/shell';
import { closeLeadStage, openLeadStage } from '../../src/providers/screens/lead-stage-modal';
import { tellLive } from '../../src/providers/live/live';
import { takeDialerCall } from '../../src/providers/live/live-calls';
import { useRingingCalls, type RingingCalls } from '../../src/providers/live/ringing-calls';
import { settleSignIn } from '../../src/providers/session/session';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

const title = 'Complete Tenant Profile Details';
const routes = new Set(['/tenant-profile']);

beforeEach(() => {
  vi.useFakeTimers();
  freshBrowser('/dashboard');
  windowWidth(1366);
  signedIn({ role: 1 });
  setWho({ role: 1, type: 'org', levels: levelsOf([]) });
});
afterEach(() => {
  act(closeLeadStage);
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Place(): ReactNode {
  const { pathname, state } = useLocation();
  return <p data-testid="place">{`${pathname} ${JSON.stringify(state)}`}</p>;
}
// Its code comes after the sign-in, and the clock of these tests does not wait for it.
beforeAll(() => import('../../src/custom/profile-modal/profile-after-sign-in'));

let calls: RingingCalls;
/** The modal and, in place of their popup, the calls of this window. */
function Overlays({ routes: pages }: { readonly routes: ReadonlySet<string> }): ReactNode {
  const shown = useRingingCalls();
  useEffect(() => {
    calls = shown;
  });
  return <ProfileHost routes={pages} />;
}
const place = (): string => screen.getByTestId('place').textContent!;
const profile = (complete: boolean): Answers => {
  return () => json({ code: 200, data: [{ id: 't-1', is_details_complete: complete, name: 'Northstar', gst_number: '' }] });
};
async function open(answers: Answers, pages: ReadonlySet<string> = routes): Promise<Asked[]> {
  // The shell makes requests of its own too.
  const ofShell = new Set(['tenant-config', 'users/menu-counts']);
  const asked = stubNetwork((one) => (ofShell.has(one.path) ? json({ code: 200, data: {} }) : answers(one)));
  render(
    <App>
      <MemoryRouter initialEntries={['/dashboard']}>
        <Place />
        <Routes>
          <Route element={<Shell sources={[]} routes={pages} overlays={<Overlays routes={pages} />} />}>
            <Route path="*" element={<p>the page</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </App>,
  );
  await wait(0);
  return asked;
}
const wait = (seconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
/** The modal's code loads on demand. */
async function modal(): Promise<HTMLElement> {
  await vi.waitFor(async () => {
    await wait(0.1);
    expect(screen.queryByRole('dialog', { name: title })).toBeTruthy();
  });
  return screen.getByRole('dialog', { name: title });
}
async function shown(): Promise<HTMLElement> {
  await open(profile(false));
  await wait(10);
  return modal();
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const isShown = (): boolean => screen.queryByText(title) !== null;

describe('the profile-completion modal', () => {
  it('SHELL-002 PROFILEMODAL-001 PROFILEMODAL-002 PROFILEMODAL-003 PROFILEMODAL-004 PROFILEMODAL-005 PROFILEMODAL-006 CONST-022 is as specified', async () => {
    const box = await shown();
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText('Please complete all the required tenant profile details')).toBeTruthy();
    for (const name of ['Complete', 'Cancel', 'Close']) expect(button(name)).toBeTruthy();
    expect(box.style.width || getComputedStyle(box).getPropertyValue('--ant-modal-width')).toContain('450px');
    expect(screen.getByText(/^Still missing: .*Gst number/i).textContent).not.toMatch(/: Name,/);
  });

  it('PROFILEMODAL-010 PROFILEMODAL-012 CONST-013 loads after sign-in, appears 10 s after the answer', async () => {
    let answer: (response: Response) => void = () => undefined;
    const asked = await open(() => new Promise<Response>((resolve) => (answer = resolve)));
    expect(asked).toMatchObject([{ method: 'GET', path: 'get_tenant_by_id/t-1' }]);
    await wait(20);
    expect(isShown()).toBe(false);
    answer((await profile(false)(asked[0]!))!);
    await wait(9.9);
    expect(isShown()).toBe(false);
    await wait(0.1);
    expect(await modal()).toBeTruthy();
  });

  it('PROFILEMODAL-011 does not load the profile for any other role', async () => {
    for (const role of [2, 3, 4, 5, 6]) {
      signedIn({ role });
      expect(await open(profile(false))).toEqual([]);
      cleanup();
    }
  });

  it('PROFILEMODAL-013 never appears when the profile is complete', async () => {
    await open(profile(true));
    await wait(600);
    expect(isShown()).toBe(false);
  });

  it('PROFILEMODAL-007 PROFILEMODAL-008 Complete opens the profile of the stored session for editing', async () => {
    await shown();
    fireEvent.click(button('Complete'));
    await wait(1);
    expect(place()).toBe('/tenant-profile/t-1 {"openEdit":true}');
  });

  it('PROFILEMODAL-009 without a tenant id it only logs an error', async () => {
    await shown();
    const persisted = JSON.parse(localStorage.getItem('session')!) as Record<string, unknown>;
    localStorage.setItem('session', JSON.stringify({ ...persisted, tid: '' }));
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fireEvent.click(button('Complete'));
    await wait(1);
    expect(place()).toBe('/dashboard null');
    expect(logged).toHaveBeenCalledTimes(1);
    expect(document.querySelector('.p-toast')).toBeNull();
    expect(isShown()).toBe(true);
  });

  it('PROFILEMODAL-014 warns of a code that is not 200', async () => {
    await open(() => json({ code: 404, message: 'Tenant not found.' }));
    await wait(0.5);
    expect(screen.getByText('Tenant not found.').closest('.p-toast-warning')).toBeTruthy();
    await wait(30);
    expect(isShown()).toBe(false);
  });

  it.each([
    ['a fault', () => json({ message: 'broken' }, 500)],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const)('ERR-001 %s is only logged', async (_, answers) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await open(answers);
    await wait(30);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(document.querySelector('.p-toast')).toBeNull();
    expect(isShown()).toBe(false);
  });

  it.each(['Cancel', 'Close'])('PROFILEMODAL-015 PROFILEMODAL-016 %s closes it until the next sign-in', async (name) => {
    await shown();
    fireEvent.click(button(name));
    await wait(1);
    expect(isShown()).toBe(false);
    cleanup();
    expect(await open(profile(false))).toEqual([]); // the same session, rendered again
    await wait(30);
    expect(isShown()).toBe(false);
    cleanup();
    signedIn({ role: 1 });
    await shown();
  });

  it('does not load after a reload or without the profile’s page, and waits while a lead’s stage is edited', async () => {
    settleSignIn(); // like a document in which nobody signed in
    expect(await open(profile(false))).toEqual([]);
    cleanup();
    signedIn({ role: 1 });
    expect(await open(profile(false), new Set())).toEqual([]);
    cleanup();
    await open(profile(false));
    act(() => openLeadStage({ leadId: 'l-1' }));
    await wait(30);
    expect(isShown()).toBe(false);
    act(closeLeadStage);
    expect(await modal()).toBeTruthy();
  });

  it('waits while a call rings and is talked on, and appears when it is over', async () => {
    await open(profile(false));
    const call_id = 'c-profile';
    const requestBody = { id: null, name: null, email: null, phone: null, user_id: 'u-4' };
    act(() => takeDialerCall({ call_id, at: new Date().toISOString(), requestBody }));
    await wait(30);
    expect(isShown()).toBe(false);
    act(() => calls.take(calls.calls[0]!, true));
    act(() => tellLive('call_state', { call_id, state: 'answered' }));
    await wait(90);
    expect(isShown()).toBe(false);
    act(() => calls.end(calls.calls[0]!));
    vi.useRealTimers();
    await waitFor(() => expect(isShown()).toBe(true));
  });
});
