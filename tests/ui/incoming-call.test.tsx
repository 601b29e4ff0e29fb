// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import IncomingCallHost from '../../src/custom/incoming-call/incoming-call-host';
import { closeLeadStage, useLeadStageRequest } from '../../src/providers/screens/lead-stage-modal';
import { takeDialerCall } from '../../src/providers/live/live-calls';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

const lead = { id: 'lead-1', name: 'Aarav Deshmukh', user_id: 'u-9', last_callaction_btn_message: 'Interested' };
const caller = { id: 'lead-1', name: 'Aarav Deshmukh', email: 'aarav@example.in', phone: '+919876543210', user_id: 'u-4' };
const nobody = { id: null, name: null, email: null, phone: null, user_id: 'u-4' };
let made = 0;
/** Each call has an id of its own: the channel remembers what it told. */
const announcement = (requestBody: object = caller) => ({ call_id: `c-${++made}`, at: new Date().toISOString(), requestBody });
let hangUp: () => Response;

const answers: Answers = ({ path, method }) => {
  if (path === 'dialer/hangup') return hangUp();
  if (path.startsWith('res/leads/')) return json(lead);
  if (path.startsWith('res/leads?')) return json([lead, { id: 'lead-2', name: 'Sunita Deshmukh' }]);
  if (path === 'res/leads' && method === 'POST') return json({ id: 'lead-3', name: 'Meera Iyer' }, 201);
  if (path === 'lead-gen/colleges') return json({ code: 200, data: [{ clg_id: 7, clg_name: 'MIT-WPU, Pune' }] });
  return undefined;
};

beforeEach(() => {
  freshBrowser('/leads');
  windowWidth(1366);
  signedIn({}, { entity_name: 'University' });
  setWho({ role: 1, type: 'org', levels: levelsOf([]) });
  hangUp = () => json({ code: 200, message: 'The call was disconnected.' });
});
afterEach(() => {
  act(closeLeadStage);
  cleanup();
  vi.unstubAllGlobals();
});

function Shared(): ReactNode {
  return <output data-testid="shared">{JSON.stringify(useLeadStageRequest())}</output>;
}
const shared = (): { leadId: string; dialer: boolean; obd_call: object } | null =>
  JSON.parse(screen.getByTestId('shared').textContent!) as never;
function stand(): Asked[] {
  const asked = stubNetwork(answers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={['/leads']}>
          <Link to="/dashboard">away</Link>
          <IncomingCallHost />
          <Shared />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return asked;
}
const ring = (body: unknown): void => act(() => takeDialerCall(body));
const popup = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Call Connecting' });
const gone = (): Promise<void> => waitFor(() => expect(screen.queryByRole('region', { name: 'Call Connecting' })).toBeNull());
async function rung(
  requestBody: object = caller,
): Promise<{ asked: Asked[]; box: HTMLElement; body: ReturnType<typeof announcement> }> {
  const asked = stand();
  const body = announcement(requestBody);
  ring(body);
  return { asked, body, box: await popup() };
}
const disconnect = (box: HTMLElement): boolean => fireEvent.click(within(box).getByRole('button', { name: 'Disconnect' }));

describe('an incoming call', () => {
  it("INCALL-001 INCALL-003 opens for the call's own user, titled 'Call Connecting'", async () => {
    const { box } = await rung();
    expect(within(box).getByRole('heading').textContent).toBe('Call Connecting');
  });

  it("INCALL-002 opens nothing for another user's call", async () => {
    stand();
    ring(announcement({ ...caller, user_id: 'u-5' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('Call Connecting')).toBeNull();
  });

  it.each([
    ['INCALL-004', 'Lead ID'],
    ['INCALL-005', 'Email'],
    ['INCALL-006', 'Phone Number'],
    ['INCALL-007', 'Owner'],
    ['INCALL-008', 'Select University'],
    ['INCALL-009', 'Note'],
  ])('%s %s carries an asterisk', async (_, label) => {
    const { box } = await rung();
    const field = within(box).getByLabelText(new RegExp(`^${label}`));
    const mark = box.querySelector(`label[for="${field.id}"]`)!;
    expect(mark.textContent).toBe(`${label} *`);
  });

  it('INCALL-010 INCALL-012 INCALL-013 disconnects with every field empty', async () => {
    const { asked, box, body } = await rung(nobody);
    for (const label of ['Lead ID', 'Email', 'Phone Number', 'Note'])
      expect(within(box).getByLabelText<HTMLInputElement>(new RegExp(label)).value).toBe('');
    disconnect(box);
    await gone();
    const sent = asked.find((one) => one.path === 'dialer/hangup')!;
    expect([sent.method, sent.body]).toEqual(['POST', { user_id: 'u-4', call_id: body.call_id }]);
    expect(shared()).toBeNull(); // no lead, nothing to record
  });

  it('INCALL-011 shows what the event says', async () => {
    const { box } = await rung();
    const value = (label: string): string => within(box).getByLabelText<HTMLInputElement>(new RegExp(label)).value;
    expect(value('Lead ID')).toBe('lead-1');
    expect(value('Email')).toBe('aarav@example.in');
    expect(value('Phone Number')).toBe('+919876543210');
    expect(value('Owner')).toBe('Rohini Deshpande');
    expect(box.textContent).toContain('Aarav Deshmukh');
    await waitFor(() => expect(box.textContent).toContain('Interested'));
  });

  it('INCALL-014 INCALL-015 hands the lead and the note to the call-action modal, and closes', async () => {
    const { asked, box, body } = await rung();
    fireEvent.change(within(box).getByLabelText(/Note/), { target: { value: 'Asks for the hostel fee' } });
    disconnect(box);
    await gone();
    expect(asked.find((one) => one.path === 'dialer/hangup')!.body).toEqual({
      lead_id: 'lead-1',
      user_id: 'u-4',
      call_id: body.call_id,
    });
    expect(shared()).toEqual({
      leadId: 'lead-1',
      dialer: true,
      obd_call: { ...caller, note: 'Asks for the hostel fee', clg_id: null },
    });
  });

  it('INCALL-013 sends one hang-up when Disconnect is pressed twice at once', async () => {
    hangUp = () => json({ code: 404, message: 'This call does not exist.' });
    const { asked, box } = await rung();
    const button = within(box).getByRole('button', { name: 'Disconnect' });
    act(() => {
      button.click();
      button.click();
    });
    await within(box).findByRole('alert');
    await act(() => new Promise((done) => setTimeout(done))); // what was refused has ended with the alert shown
    const sent = (): number => asked.filter(({ path }) => path === 'dialer/hangup').length;
    expect(sent()).toBe(1);
    fireEvent.click(button); // refused, it may be tried again
    await waitFor(() => expect(sent()).toBe(2));
  });

  it('INCALL-016 stays and says why when the call could not be ended; only then it can be closed by hand', async () => {
    hangUp = () => json({ code: 404, message: 'This call does not exist.' });
    const { box } = await rung();
    expect(within(box).queryByRole('button', { name: 'Close the call' })).toBeNull();
    disconnect(box);
    expect((await within(box).findByRole('alert')).textContent).toBe('This call does not exist.');
    expect(shared()).toBeNull();
    fireEvent.click(within(box).getByRole('button', { name: 'Close the call' }));
    await gone();
  });

  it('INCALL-017 the same call on two channels opens one popup', async () => {
    const { body, box } = await rung();
    ring(body);
    expect(box.textContent).not.toContain('more');
    disconnect(box);
    await gone();
  });

  it('gives the focus back to where its user was at work', async () => {
    stand();
    const away = screen.getByRole('link', { name: 'away' });
    away.focus();
    act(() => takeDialerCall(announcement(nobody)));
    const end = await screen.findByRole('button', { name: 'Disconnect' });
    end.focus();
    fireEvent.click(end);
    await waitFor(() => expect(document.activeElement).toBe(away));
    expect(screen.queryByText('Call Connecting')).toBeNull();
  });

  it('waits behind another call, survives navigation with what was written, and can be made small', async () => {
    const { box } = await rung();
    ring(announcement({ ...caller, id: 'lead-2', name: 'Sunita Deshmukh' }));
    expect(box.textContent).toContain('1 more');
    fireEvent.change(within(box).getByLabelText(/Note/), { target: { value: 'kept' } });
    fireEvent.click(screen.getByRole('link', { name: 'away' }));
    fireEvent.click(within(box).getByRole('button', { name: 'Make the call small' }));
    expect(within(box).queryByLabelText(/Note/)).toBeNull();
    fireEvent.click(within(box).getByRole('button', { name: 'Show the call' }));
    expect(within(box).getByLabelText<HTMLInputElement>(/Note/).value).toBe('kept');
    disconnect(box);
    await waitFor(async () => expect((await popup()).textContent).toContain('Sunita Deshmukh'));
  });

  it('finds the leads of an unknown number, and makes a new one in place', async () => {
    const { asked, box } = await rung({ ...nobody, phone: '9876543210' });
    const known = await within(box).findByRole('group', { name: 'Leads with this number' });
    expect(within(known).getAllByRole('button')).toHaveLength(2);
    expect(asked.some((one) => one.path.startsWith('res/leads?q=9876543210'))).toBe(true);
    fireEvent.change(within(box).getByLabelText('Name of the new lead'), { target: { value: 'Meera Iyer' } });
    fireEvent.click(within(box).getByRole('button', { name: 'Add lead' }));
    await waitFor(() => expect(within(box).getByLabelText<HTMLInputElement>(/Lead ID/).value).toBe('lead-3'));
    disconnect(box);
    await gone();
    expect(shared()?.leadId).toBe('lead-3');
  });

  it('is over in the other tabs when one ends it', async () => {
    const { body } = await rung();
    const other = new BroadcastChannel('dialer-calls');
    other.postMessage(body.call_id);
    await gone();
    other.close();
  });
});
