import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LeadCallHost from '../../src/custom/lead-call/lead-call-host';
import { tellLive } from '../../src/providers/live/live';
import { setPlacedCall } from '../../src/providers/screens/lead-reach';
import { closeLeadStage, useLeadStageRequest } from '../../src/providers/screens/lead-stage-modal';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import type { DeskCall, DialerDesk } from '../../src/schemas/calls/dialer';
import { PhoneLink } from '../../src/ui/leads/contact';
import { Reach } from '../../src/ui/leads/reach';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

let line: DeskCall | null;
let placing: () => Response;
let isDown = false;
let can: DialerDesk['can'] = [];
let controlled: () => Promise<Response>;
const desk = (): DialerDesk => ({
  now: new Date().toISOString(),
  away: false,
  lists: [],
  lead: null,
  call: line,
  callbacks: [],
  today: { dialled: 0, connected: 0, talk_s: 0 },
  can,
});
const talk = (state: DeskCall['state'], outcome: string | null = null): DeskCall => ({
  id: 'c-1',
  lead_id: 'lead-1',
  name: 'Aarav Deshmukh',
  phone: '98xxxxxx10',
  list_key: null,
  state,
  started_at: new Date().toISOString(),
  answered_at: state === 'answered' ? new Date().toISOString() : null,
  ended_at: null,
  muted: false,
  outcome,
  recording_url: null,
});
const answers: Answers = ({ path }) => {
  if (path === 'dialer/call') return placing();
  if (path === 'dialer/desk') return json({ code: 200, data: desk() });
  if (path === 'dialer/hangup' && isDown) return json({ code: 503, message: 'The database is busy.' }, 503);
  if (path === 'dialer/hangup') {
    line = talk('wrap_up', 'answered');
    return json({ code: 200, data: { call_id: 'c-1' } });
  }
  if (path === 'dialer/control') return controlled();
  if (path.startsWith('users/colleagues')) return json({ code: 200, data: [{ id: 'u-9', name: 'Anil Kale' }] });
  if (path === 'dialer/outcome') return json({ code: 200, data: { call_id: 'c-1' } });
  return undefined;
};

beforeEach(() => {
  freshBrowser('/leads');
  windowWidth(1366);
  signedIn();
  setWho({ role: 1, type: 'org', levels: levelsOf([]) });
  line = talk('ringing');
  isDown = false;
  can = [];
  placing = () => json({ code: 200, data: { call_id: 'c-1', status: 'ringing' } });
});
afterEach(() => {
  act(() => {
    setPlacedCall(null);
    closeLeadStage();
  });
  cleanup();
  vi.unstubAllGlobals();
});

const Shared = (): ReactNode => <output data-testid="shared">{useLeadStageRequest()?.leadId ?? ''}</output>;
function stand(): Asked[] {
  const asked = stubNetwork(answers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={['/leads']}>
          <Link to="/follow-ups">away</Link>
          <Reach leadId="lead-1" name="Aarav Deshmukh" phone="98xxxxxx10" />
          <PhoneLink value="98xxxxxx22" number="alternate_phone" of={{ leadId: 'lead-1', name: 'Aarav Deshmukh' }} />
          <PhoneLink value="9822000033" number={null} of={{ leadId: 'lead-1', name: 'Aarav Deshmukh' }} />
          <LeadCallHost />
          <Shared />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return asked;
}
const panel = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Call' });
const bodies = (asked: readonly Asked[], path: string): unknown[] =>
  asked.filter((one) => one.path === path).map(({ body }) => body);

describe('a call to a lead', () => {
  it('is placed by the server, also to a masked number; it stays over other pages, and after it the stage form opens', async () => {
    const asked = stand();
    const button = screen.getByRole('button', { name: 'Call Aarav Deshmukh' });
    fireEvent.click(button);
    fireEvent.click(button); // a second click does not dial again
    const box = await panel();
    await waitFor(() => expect(within(box).getByRole('status').textContent).toBe('Ringing'));
    expect(bodies(asked, 'dialer/call')).toEqual([{ lead_id: 'lead-1' }]);
    fireEvent.click(screen.getByRole('link', { name: 'away' }));
    line = talk('answered');
    act(() => tellLive('call_state', { call_id: 'c-1', state: 'answered' }));
    await waitFor(() => expect(within(box).getByRole('status').textContent).toBe('Talking'));
    expect(within(box).getByLabelText('Duration').textContent).toMatch(/^\d\d:\d\d$/);
    fireEvent.click(within(box).getByRole('button', { name: 'Hang up' }));
    act(() => tellLive('call_state', { call_id: 'c-1', state: 'wrap_up' }));
    await waitFor(() => expect(screen.getByTestId('shared').textContent).toBe('lead-1'));
    expect(screen.queryByRole('region', { name: 'Call' })).toBeNull();
    expect(sessionStorage.getItem('lead-call'), 'a reload shows no panel').toBeNull();
    expect(bodies(asked, 'dialer/hangup')).toEqual([{ call_id: 'c-1' }]);
    expect(bodies(asked, 'dialer/outcome')).toHaveLength(1);
  });

  it.each([
    ['the alternate number of a lead', '98xxxxxx22', { lead_id: 'lead-1', number: 'alternate_phone' }],
    ['a number that a lead no longer has', '98220 00033', { phone: '9822000033' }],
  ])('to %s goes through the product too', async (_which, text, body) => {
    const asked = stand();
    fireEvent.click(screen.getByText(text));
    await panel();
    await waitFor(() => expect(bodies(asked, 'dialer/call')).toEqual([body]));
  });

  it('that ends busy is noted as busy, although the page last saw it ringing', async () => {
    const asked = stand();
    fireEvent.click(screen.getByRole('button', { name: 'Call Aarav Deshmukh' }));
    const box = await panel();
    await waitFor(() => expect(within(box).getByRole('status').textContent).toBe('Ringing'));
    line = talk('wrap_up', 'busy');
    act(() => tellLive('call_state', { call_id: 'c-1', state: 'wrap_up' }));
    await waitFor(() => expect(screen.getByTestId('shared').textContent).toBe('lead-1'));
    await waitFor(() => expect(bodies(asked, 'dialer/outcome')).toEqual([{ call_id: 'c-1', outcome: 'busy' }]));
  });

  it.each([
    ['refuses goes on in its panel', 503],
    ['carries out is over for this window', 200],
  ])('whose transfer the provider %s', async (_which, code) => {
    can = ['transfer'];
    let answer: (() => void) | undefined;
    controlled = () =>
      new Promise((resolve) => {
        answer = () => resolve(json(code === 200 ? { code, data: { call_id: 'c-1' } } : { code, message: 'Refused.' }, code));
      });
    stand();
    fireEvent.click(screen.getByRole('button', { name: 'Call Aarav Deshmukh' }));
    const box = await panel();
    line = talk('answered');
    act(() => tellLive('call_state', { call_id: 'c-1', state: 'answered' }));
    fireEvent.click(await within(box).findByRole('button', { name: 'Transfer' }));
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Colleague' }));
    fireEvent.click(await screen.findByText('Anil Kale'));
    fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(answer).toBeDefined());
    line = null;
    act(() => tellLive('call_state', { call_id: 'c-1', state: 'wrap_up' }));
    await new Promise((go) => setTimeout(go, 300));
    expect(screen.queryByRole('region', { name: 'Call' })).not.toBeNull();
    if (code !== 200) {
      line = talk('answered');
      act(() => tellLive('call_state', { call_id: 'c-1', state: 'answered' }));
    }
    act(() => answer?.());
    if (code === 200) return waitFor(() => expect(screen.queryByRole('region', { name: 'Call' })).toBeNull());
    await screen.findByText('Refused.');
    await new Promise((go) => setTimeout(go, 300));
    expect(within(await panel()).getByRole('status').textContent).toBe('Talking');
    expect(screen.getByTestId('shared').textContent).toBe('');
  });

  it('that may not be placed says why, and nothing stays on the page', async () => {
    placing = () => json({ code: 409, message: 'This person asked not to be called.' });
    stand();
    fireEvent.click(screen.getByRole('button', { name: 'Call Aarav Deshmukh' }));
    await screen.findByText('This person asked not to be called.');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Call' })).toBeNull());
    expect(screen.getByTestId('shared').textContent).toBe('');
  });

  it('survives a reload of its tab', async () => {
    stand();
    fireEvent.click(screen.getByRole('button', { name: 'Call Aarav Deshmukh' }));
    await waitFor(() => expect(sessionStorage.getItem('lead-call')).toContain('c-1'));
    const kept = sessionStorage.getItem('lead-call')!;
    cleanup();
    act(() => setPlacedCall(null));
    sessionStorage.setItem('lead-call', kept);
    const asked = stand();
    await waitFor(async () => expect(within(await panel()).getByRole('status').textContent).toBe('Ringing'));
    expect(bodies(asked, 'dialer/call')).toEqual([]);
  });

  it.each([
    ['is in its wrap-up', (): DeskCall | null => talk('wrap_up', 'no_answer')],
    ['is not on the desk any more', (): DeskCall | null => null],
  ] as const)('that ended while its tab was reloading and %s asks for the stage, once', async (_, after) => {
    stand();
    fireEvent.click(screen.getByRole('button', { name: 'Call Aarav Deshmukh' }));
    await waitFor(() => expect(sessionStorage.getItem('lead-call')).toContain('c-1'));
    const kept = sessionStorage.getItem('lead-call')!;
    cleanup();
    act(() => setPlacedCall(null));
    sessionStorage.setItem('lead-call', kept);
    line = after();
    const asked = stand();
    await waitFor(() => expect(screen.getByTestId('shared').textContent).toBe('lead-1'));
    expect(screen.queryByRole('region', { name: 'Call' })).toBeNull();
    await waitFor(() => expect(sessionStorage.getItem('lead-call')).toBeNull());
    expect(bodies(asked, 'dialer/call')).toEqual([]);
    expect(bodies(asked, 'dialer/outcome')).toEqual([{ call_id: 'c-1', outcome: 'no_answer' }]);
  });

  it('goes by the own phone where the tenant has no provider, and the outcome is asked on return', async () => {
    placing = () => json({ code: 200, data: { call_id: 'c-1', status: 'ringing', dial: '+919876543210' } });
    const asked = stand();
    fireEvent.click(screen.getByRole('button', { name: 'Call Aarav Deshmukh' }));
    const box = await panel();
    await waitFor(() => expect(within(box).getByRole('status').textContent).toBe('On your phone'));
    expect(window.location.href).toBe('tel:+919876543210');
    const state = vi.spyOn(document, 'visibilityState', 'get');
    for (const now of ['hidden', 'visible'] as const) {
      state.mockReturnValue(now);
      fireEvent(document, new Event('visibilitychange'));
    }
    fireEvent.click(await within(box).findByRole('button', { name: 'No answer' }));
    await waitFor(() => expect(screen.getByTestId('shared').textContent).toBe('lead-1'));
    expect(bodies(asked, 'dialer/hangup')).toEqual([{ call_id: 'c-1' }]);
    await waitFor(() => expect(bodies(asked, 'dialer/outcome')).toEqual([{ call_id: 'c-1', outcome: 'no_answer' }]));
    state.mockRestore();
  });

  it('by the own phone keeps asking how it went until the answer is saved', async () => {
    placing = () => json({ code: 200, data: { call_id: 'c-1', status: 'ringing', dial: '+919876543210' } });
    const asked = stand();
    fireEvent.click(screen.getByRole('button', { name: 'Call Aarav Deshmukh' }));
    const box = await panel();
    fireEvent.click(await within(box).findByRole('button', { name: 'Call ended' }));
    isDown = true;
    fireEvent.click(await within(box).findByRole('button', { name: 'Busy' }));
    await screen.findByText('The database is busy.');
    expect(screen.getByTestId('shared').textContent).toBe('');
    expect(bodies(asked, 'dialer/outcome')).toEqual([]);
    isDown = false;
    fireEvent.click(await within(box).findByRole('button', { name: 'Busy' }));
    await waitFor(() => expect(bodies(asked, 'dialer/outcome')).toEqual([{ call_id: 'c-1', outcome: 'busy' }]));
  });
});
