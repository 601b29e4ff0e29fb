// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropOutcome } from '../../src/custom/dialer-desk/outcome-draft';
import type { DeskActions } from '../../src/custom/dialer-desk/use-desk';
import { WrapUp } from '../../src/custom/dialer-desk/wrap-up';
import type { DeskCall, DialerDesk } from '../../src/schemas/calls/dialer';
import { App } from './app-fixture';
import { asked, choose, makeWorld, saved, stages, tearDown } from './call-action-fixture';

const at = '2026-11-21T06:00:00.000Z';
const call: DeskCall = {
  id: 'c-1',
  lead_id: 'lead-1',
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
const desk: DialerDesk = {
  now: at,
  away: false,
  lists: [],
  lead: null,
  call,
  callbacks: [],
  today: { dialled: 0, connected: 0, talk_s: 0 },
  can: [],
};
const notConnected = {
  _id: 's-not',
  id: 's-not',
  stage_name: 'Not connected',
  sub_stage_required: true,
  sub_stages: [{ name: 'Switched off' }, { name: 'Ringing' }],
};
const finish = vi.fn<DeskActions['finish']>(async () => true);
const actions: DeskActions = {
  busy: false,
  hangingUp: false,
  next: async () => null,
  dial: async () => true,
  hangUp: async () => true,
  control: async () => true,
  finish,
  leave: async () => true,
};
let hear: (call: DeskCall) => void;
const listen = (setNow: (call: DeskCall) => void): void => void (hear = setNow);
function Desk({ start }: { start: DeskCall }): ReactNode {
  const [now, setNow] = useState(start);
  useEffect(() => listen(setNow), []);
  return <WrapUp call={now} desk={desk} list={undefined} actions={actions} goOn={false} />;
}
async function mount(start: Partial<DeskCall> = {}, world = makeWorld({ stages: [notConnected, ...stages] })) {
  finish.mockReset().mockResolvedValue(true);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Desk start={{ ...call, ...start }} />
      </App>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked(world, 'getLeadStages')).toBe(1));
  await waitFor(() => expect(screen.queryByText('Loading the lead')).toBeNull());
  return { world, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}
const end = (user: UserEvent): Promise<void> => user.click(screen.getByRole('button', { name: 'Finish' }));

afterEach(() => {
  tearDown();
  dropOutcome(call.id);
});

describe('the end of a call at the desk', () => {
  it('saves stage, next follow-up and outcome by one button, the stage first', async () => {
    const { world, user } = await mount();
    await choose(user, 'Stage', 'Interested');
    await user.click(screen.getByRole('button', { name: 'Tomorrow 11:00' }));
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Wants the hostel fee');
    expect(screen.getAllByRole('button', { name: /^(Finish|Save)/ })).toHaveLength(1);
    finish.mockImplementation(async () => {
      expect(saved(world)).toMatchObject({ callObj: { stage_id: 's-int', message: 'Wants the hostel fee' }, dialer: true });
      return true;
    });
    await end(user);
    await waitFor(() => expect(finish).toHaveBeenCalledOnce());
    expect(finish.mock.lastCall?.slice(1)).toEqual(['answered', '']);
  });

  it('needs no stage: the comment is then the note of the call', async () => {
    const { world, user } = await mount();
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Will think about it');
    await end(user);
    await waitFor(() => expect(finish.mock.lastCall?.slice(1)).toEqual(['answered', 'Will think about it']));
    expect(asked(world, 'callGenerate')).toBe(0);
  });

  it('says what is missing and ends nothing', async () => {
    const { user } = await mount();
    await choose(user, 'Stage', 'Interested');
    await end(user);
    expect(await screen.findByText('Followup Date is required')).toBeTruthy();
    expect(finish).not.toHaveBeenCalled();
  });

  it('selects Not connected with its sub-stage for No answer, and takes it back for another outcome', async () => {
    const { world, user } = await mount({ outcome: 'no_answer', answered_at: null });
    expect(await screen.findByText(/The stage becomes Not connected/)).toBeTruthy();
    await choose(user, 'Outcome', 'Busy');
    await waitFor(() => expect(screen.queryByText(/The stage becomes/)).toBeNull());
    expect(screen.queryByTitle('Not connected')).toBeNull();
    await choose(user, 'Outcome', 'No answer');
    expect(await screen.findByText(/The stage becomes Not connected/)).toBeTruthy();
    await end(user);
    await waitFor(() => expect(finish.mock.lastCall?.slice(1)).toEqual(['no_answer', '']));
    expect(saved(world)).toMatchObject({ callObj: { stage_id: 's-not', sub_stage: 'Ringing' } });
  });

  it('leaves the stage as it is where the agent says so, or has chosen one', async () => {
    const { world, user } = await mount({ outcome: 'no_answer', answered_at: null });
    await user.click(await screen.findByRole('button', { name: 'Leave the stage as it is' }));
    await end(user);
    await waitFor(() => expect(finish).toHaveBeenCalledOnce());
    expect(asked(world, 'callGenerate')).toBe(0);
    await choose(user, 'Stage', 'Fresh');
    await choose(user, 'Outcome', 'Busy');
    await choose(user, 'Outcome', 'No answer');
    expect(screen.queryByText(/The stage becomes/)).toBeNull();
    await end(user);
    await waitFor(() => expect(saved(world)).toMatchObject({ callObj: { stage_id: 's-fresh' } }));
  });

  it('keeps what was written during the call, when it ends and when the page is left', async () => {
    const { world, user } = await mount({ state: 'answered', outcome: null, ended_at: null });
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    await choose(user, 'Stage', 'Interested');
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Asks for the fee');
    cleanup();
    await mount({ state: 'answered', outcome: null, ended_at: null }, world).catch(() => undefined);
    await waitFor(() =>
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Asks for the fee'),
    );
    hear(call);
    expect(await screen.findByRole('button', { name: 'Finish' })).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Asks for the fee');
    expect(screen.getByTitle('Interested')).toBeTruthy();
  });

  it('asks for the outcome alone after the stage was saved and the call could not be ended', async () => {
    const { world, user } = await mount();
    finish.mockResolvedValue(false);
    await choose(user, 'Outcome', 'Voicemail');
    await choose(user, 'Stage', 'Fresh');
    await end(user);
    expect(await screen.findByText('The stage is saved.')).toBeTruthy();
    finish.mockResolvedValue(true);
    await end(user);
    await waitFor(() => expect(finish).toHaveBeenCalledTimes(2));
    expect(finish.mock.lastCall?.slice(1)).toEqual(['voicemail', '']);
    expect(asked(world, 'callGenerate')).toBe(1);
  });
});
