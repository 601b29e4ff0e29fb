import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeDialerCall } from '../../src/providers/live/live-calls';
import { json } from './browser-fixture';

import {
  announcement,
  answer,
  caller,
  disconnect,
  gone,
  nobody,
  popup,
  ring,
  rung,
  setUp,
  shared,
  stand,
  tearDown,
} from './incoming-call-world';

beforeEach(setUp);
afterEach(tearDown);

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

  it('INCALL-010 INCALL-012 INCALL-013 can be disconnected with every field empty', async () => {
    const { asked, box, body } = await rung(nobody);
    for (const label of ['Lead ID', 'Email', 'Phone Number', 'Note'])
      expect(within(box).getByLabelText<HTMLInputElement>(new RegExp(label)).value).toBe('');
    disconnect(box);
    await gone();
    const sent = asked.find((one) => one.path === 'dialer/hangup')!;
    expect([sent.method, sent.body]).toEqual(['POST', { user_id: 'u-4', call_id: body.call_id }]);
    expect(shared()).toBeNull(); // no lead, nothing to record
  });

  it('INCALL-011 shows the data of the event', async () => {
    const { box } = await rung();
    const value = (label: string): string => within(box).getByLabelText<HTMLInputElement>(new RegExp(label)).value;
    expect(value('Lead ID')).toBe('lead-1');
    expect(value('Email')).toBe('aarav@example.in');
    expect(value('Phone Number')).toBe('+919876543210');
    expect(value('Owner')).toBe('Rohini Deshpande');
    expect(box.textContent).toContain('Aarav Deshmukh');
    await waitFor(() => expect(box.textContent).toContain('Interested'));
  });

  it('is worked by keyboard: i leads to it, and once it is answered here its note has the focus', async () => {
    const { box } = await rung();
    fireEvent.keyDown(document.body, { key: 'i' });
    const button = within(box).getByRole('button', { name: 'Answer' });
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    await waitFor(() => expect(document.activeElement).toBe(within(box).getByLabelText(/^Note/)));
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
    answer.hangUp = () => json({ code: 404, message: 'This call does not exist.' });
    const { asked, box } = await rung();
    const button = within(box).getByRole('button', { name: 'Disconnect' });
    act(() => {
      button.click();
      button.click();
    });
    await within(box).findByRole('alert');
    await act(() => new Promise((done) => setTimeout(done))); // the refused request is done once the alert is shown
    const sent = (): number => asked.filter(({ path }) => path === 'dialer/hangup').length;
    expect(sent()).toBe(1);
    fireEvent.click(button); // after a refusal it can be tried again
    await waitFor(() => expect(sent()).toBe(2));
  });

  it('INCALL-016 stays and shows why when the call could not be ended; only then can it be closed by hand', async () => {
    answer.hangUp = () => json({ code: 404, message: 'This call does not exist.' });
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

  it('returns the focus to where the user was working', async () => {
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

  it('waits behind another call, keeps its note on other pages, and can be minimised', async () => {
    const { box } = await rung();
    ring(announcement({ ...caller, id: 'lead-2', name: 'Sunita Deshmukh' }));
    expect(box.textContent).toContain('1 more');
    fireEvent.change(within(box).getByLabelText(/Note/), { target: { value: 'kept' } });
    fireEvent.click(screen.getByRole('link', { name: 'away' }));
    fireEvent.click(within(box).getByRole('button', { name: 'Minimise the call' }));
    expect(within(box).queryByLabelText(/Note/)).toBeNull();
    fireEvent.click(within(box).getByRole('button', { name: 'Show the call' }));
    expect(within(box).getByLabelText<HTMLInputElement>(/Note/).value).toBe('kept');
    disconnect(box);
    await waitFor(async () => expect((await popup()).textContent).toContain('Sunita Deshmukh'));
  });

  it('finds the leads with the number of an unknown caller, and can add a new one in place', async () => {
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

  it('closes in the other tabs when it ends in one', async () => {
    const { body } = await rung();
    const other = new BroadcastChannel('dialer-calls');
    other.postMessage(body.call_id);
    await gone();
    other.close();
  });
});
