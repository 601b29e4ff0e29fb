import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import DialerModal from '../../src/custom/dialer-desk/dialer-modal';
import { closeDialer, openDialer } from '../../src/providers/screens/dialer-modal';
import { endSession } from '../../src/providers/session/session';
import type { DeskCall, DialerDesk } from '../../src/schemas/calls/dialer';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

const at = '2026-11-21T06:00:00.000Z';
const call: DeskCall = {
  id: 'c-1',
  lead_id: null,
  name: 'Aarav Deshmukh',
  phone: '+919876543210',
  list_key: null,
  state: 'wrap_up',
  started_at: at,
  answered_at: at,
  ended_at: at,
  muted: false,
  outcome: 'answered',
  recording_url: null,
};
let desk: Partial<DialerDesk>;
let hangUp: () => Promise<Response>;
let asked: Asked[];

beforeEach(() => {
  freshBrowser('/leads');
  windowWidth(1366);
  signedIn();
  hangUp = () => new Promise(() => undefined);
  asked = stubNetwork(({ path }) => {
    if (path === 'dialer/desk')
      return json({ code: 200, data: { now: at, away: false, lists: [], lead: null, callbacks: [], can: [], ...desk } });
    if (path === 'dialer/outcome') {
      desk = { call: null };
      return json({ code: 200, data: null });
    }
    return path === 'dialer/hangup' ? hangUp() : undefined;
  });
});
/** The dialer as a page opens it: over this page, or the next one. */
function comes(): void {
  cleanup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter>
          <DialerModal />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  act(openDialer);
}
afterEach(() => {
  act(closeDialer);
  cleanup();
  endSession({ comeBack: false });
  vi.unstubAllGlobals();
});
const note = (): Promise<HTMLTextAreaElement> => screen.findByLabelText('Note');
const sent = (path: string): unknown[] => asked.filter((one) => one.path === path).map(({ body }) => body);

describe('the dialer over the page', () => {
  it('keeps the note of a wrap-up after Escape or on another page until it is sent', async () => {
    desk = { call };
    comes();
    fireEvent.change(await note(), { target: { value: 'Asks for the hostel fee' } });
    fireEvent.keyDown(await note(), { key: 'Escape', keyCode: 27 });
    comes();
    expect((await note()).value).toBe('Asks for the hostel fee');
    fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(sent('dialer/outcome')).toHaveLength(1));
    expect(sent('dialer/outcome')).toEqual([{ call_id: 'c-1', outcome: 'answered', note: 'Asks for the hostel fee' }]);
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
    desk = { call };
    comes();
    expect((await note()).value).toBe('');
  });

  it('does not show the note to another user', async () => {
    desk = { call };
    comes();
    fireEvent.change(await note(), { target: { value: 'mine' } });
    act(() => endSession({ comeBack: false }));
    signedIn({ id: 'u-5' });
    comes();
    expect((await note()).value).toBe('');
  });

  it('ends a call once, however often Hang up is pressed', async () => {
    desk = { call: { ...call, state: 'answered', ended_at: null } };
    comes();
    const button = await screen.findByRole('button', { name: 'Hang up' });
    act(() => {
      button.click();
      button.click();
    });
    fireEvent.click(button);
    expect(sent('dialer/hangup')).toEqual([{ call_id: 'c-1' }]);
  });

  it('can end a call again after a failure', async () => {
    desk = { call: { ...call, state: 'answered', ended_at: null } };
    hangUp = () => Promise.resolve(json({ code: 503, message: 'The line is busy.' }, 503));
    comes();
    const button = await screen.findByRole('button', { name: 'Hang up' });
    fireEvent.click(button);
    await screen.findByText('The line is busy.');
    await waitFor(() => {
      fireEvent.click(button);
      expect(sent('dialer/hangup')).toHaveLength(2);
    });
  });
});
