import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tellLive } from '../../src/providers/live/live';
import { closeLeadStage } from '../../src/providers/screens/lead-stage-modal';
import { json } from './browser-fixture';

import { announcement, answer, disconnect, gone, popup, ring, rung, setUp, shared, stand, tearDown } from './incoming-call-world';

beforeEach(setUp);
afterEach(tearDown);

describe('an incoming call in several windows', () => {
  it('is answered, then hung up: it stays in the window that took it although the server says so everywhere', async () => {
    const { asked, box, body } = await rung();
    fireEvent.click(within(box).getByRole('button', { name: 'Answer' }));
    act(() => tellLive('call_state', { call_id: body.call_id, state: 'answered' }));
    const talk = await screen.findByRole('region', { name: 'Call in progress' });
    await waitFor(() => expect(asked.find((one) => one.path === 'dialer/take')?.body).toEqual({ call_id: body.call_id }));
    expect(within(talk).queryByRole('button', { name: 'Answer' })).toBeNull();
    expect(within(talk).getByLabelText('Duration').textContent).toMatch(/^\d\d:\d\d$/);
    disconnect(talk);
    await waitFor(() => expect(shared()?.leadId).toBe('lead-1'));
    expect(screen.queryByRole('region', { name: 'Call in progress' })).toBeNull();
  });

  it('leaves, and opens no form, when another browser takes it or it ends there', async () => {
    for (const state of ['answered', 'ended']) {
      const { body } = await rung();
      act(() => tellLive('call_state', { call_id: body.call_id, state }));
      await gone();
      expect(shared()).toBeNull();
      cleanup();
    }
  });

  it('leaves when the server refuses it as taken elsewhere', async () => {
    answer.taking = () => json({ code: 409, message: 'This call was taken in another window.' });
    const { box } = await rung();
    fireEvent.click(within(box).getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(shared()).toBeNull();
  });

  it('leaves by itself once it has rung for a minute', async () => {
    stand();
    ring({ ...announcement(), at: new Date(Date.now() - 59_900).toISOString() });
    await gone();
  });

  it('comes back after a reload with its note, and leaves when the server no longer has it', async () => {
    stand();
    const now = new Date().toISOString();
    const kept = {
      ...announcement(),
      at: new Date(Date.now() - 20_000).toISOString(),
      state: 'ringing' as const,
      note: 'Half a',
    };
    act(() => tellLive('live_calls', { calls: [kept], placed: [], now }));
    expect(within(await popup()).getByLabelText<HTMLInputElement>(/Note/).value).toBe('Half a');
    act(() => tellLive('live_calls', { calls: [{ ...kept, state: 'answered' }], placed: [], now })); // taken elsewhere meanwhile
    await gone();
    const next = { ...announcement(), at: kept.at, state: 'ringing' as const };
    act(() => tellLive('live_calls', { calls: [next], placed: [], now }));
    await popup();
    act(() => tellLive('live_calls', { calls: [], placed: [], now }));
    await gone();
  });

  it('shows a call that is talked on in a window that opens meanwhile', async () => {
    stand();
    const call = { ...announcement(), state: 'answered' as const, answered_at: new Date().toISOString() };
    act(() => tellLive('live_calls', { calls: [call], placed: [], now: call.at }));
    await screen.findByRole('region', { name: 'Call in progress' });
  });

  it('keeps the note with the call while it is typed, and when the call ends elsewhere', async () => {
    const { asked, box, body } = await rung();
    const notes = (): unknown[] => asked.filter(({ path }) => path === 'dialer/note').map((one) => one.body);
    const type = (value: string) => fireEvent.change(within(box).getByLabelText(/Note/), { target: { value } });
    type('Asks for the hostel');
    await waitFor(() => expect(notes()).toEqual([{ call_id: body.call_id, note: 'Asks for the hostel', before: '' }]));
    type('Asks for the hostel fee');
    act(() => tellLive('call_state', { call_id: body.call_id, state: 'ended' }));
    await gone();
    await waitFor(() =>
      expect(notes()[1]).toEqual({
        call_id: body.call_id,
        note: 'Asks for the hostel fee',
        before: 'Asks for the hostel',
      }),
    );
  });

  async function talkedOn(): ReturnType<typeof rung> {
    const one = await rung();
    fireEvent.click(within(one.box).getByRole('button', { name: 'Answer' }));
    const box = await screen.findByRole('region', { name: 'Call in progress' });
    fireEvent.change(within(box).getByLabelText(/Note/), { target: { value: 'Asks for the hostel' } });
    return { ...one, box };
  }

  it('asks what came of a call that the other side ended, in the window that took it', async () => {
    const { body } = await talkedOn();
    act(() => tellLive('call_state', { call_id: body.call_id, state: 'ended' }));
    await waitFor(() => expect(shared()?.leadId).toBe('lead-1'));
    expect(shared()?.obd_call).toMatchObject({ note: 'Asks for the hostel' });
    expect(screen.queryByRole('region', { name: 'Call in progress' })).toBeNull();
    act(closeLeadStage);
    act(() => tellLive('live_calls', { calls: [], placed: [], now: new Date(Date.now() + 60_000).toISOString() }));
    expect(shared()).toBeNull(); // once
  });

  it('asks too when it ended while the window reloaded, with what was written', async () => {
    await talkedOn();
    cleanup();
    stand();
    act(() => tellLive('live_calls', { calls: [], placed: [], now: new Date().toISOString() }));
    await waitFor(() => expect(shared()?.obd_call).toMatchObject({ note: 'Asks for the hostel' }));
    act(closeLeadStage);
    cleanup();
    stand();
    act(() => tellLive('live_calls', { calls: [], placed: [], now: new Date().toISOString() }));
    expect(shared()).toBeNull();
  });

  it('asks nothing when the user ended it in another window, and comes back when it could not be handed over', async () => {
    const { body } = await talkedOn();
    act(() => tellLive('call_state', { call_id: body.call_id, state: 'ended', by_user: true }));
    expect(screen.queryByRole('region', { name: 'Call in progress' })).toBeNull();
    expect(shared()).toBeNull();
    act(() => tellLive('call_state', { call_id: body.call_id, state: 'answered' }));
    await screen.findByRole('region', { name: 'Call in progress' });
  });
});
