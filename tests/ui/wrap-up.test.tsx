import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropOutcome } from '../../src/custom/dialer-desk/outcome-draft';
import type { DeskActions } from '../../src/custom/dialer-desk/use-desk';
import { WrapUp } from '../../src/custom/dialer-desk/wrap-up';
import type { DeskCall, DeskList, DialerDesk } from '../../src/schemas/calls/dialer';
import { App } from './app-fixture';
import { asked, choose, json, makeWorld, saved, stages, tearDown } from './call-action-fixture';

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
/** The list from which calling continues; without one the agent is not calling a list. */
let list: DeskList | undefined;
const evening: DeskList = {
  key: 'l-1',
  value: 'Evening',
  mode: 'preview',
  script: null,
  wrap_up_s: 15,
  hours: null,
  open: true,
  waiting: 4,
};
let hear: (call: DeskCall) => void;
const listen = (setNow: (call: DeskCall) => void): void => void (hear = setNow);
function Desk({ start }: { start: DeskCall }): ReactNode {
  const [now, setNow] = useState(start);
  useEffect(() => listen(setNow), []);
  return <WrapUp call={now} desk={desk} list={list} actions={actions} goOn={list !== undefined} />;
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
const secondsAgo = (seconds: number): string => new Date(Date.parse(at) - seconds * 1000).toISOString();
const end = (user: UserEvent): Promise<void> => user.click(screen.getByRole('button', { name: 'Finish' }));

afterEach(() => {
  list = undefined;
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

  it('asks for the outcome with an empty note where the stage was saved during the call', async () => {
    const { world, user } = await mount({ state: 'answered', outcome: null, ended_at: null });
    await choose(user, 'Stage', 'Fresh');
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Wants the hostel fee');
    await user.click(screen.getByRole('button', { name: 'Save stage' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save stage' })).toBeNull());
    hear(call);
    expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveProperty('value', '');
    await end(user);
    await waitFor(() => expect(finish.mock.lastCall?.slice(1)).toEqual(['answered', '']));
    expect(asked(world, 'callGenerate')).toBe(1);
  });

  it('saves the stage that it announced when the time of the wrap-up is over', async () => {
    list = evening;
    const { world } = await mount({ outcome: 'no_answer', answered_at: null, ended_at: secondsAgo(13) });
    expect(await screen.findByText(/The stage becomes Not connected/)).toBeTruthy();
    await waitFor(() => expect(finish.mock.lastCall?.slice(1)).toEqual(['no_answer', '']));
    expect(saved(world)).toMatchObject({ callObj: { stage_id: 's-not', sub_stage: 'Ringing' } });
  });

  it('waits for the agent when the time is over and the stage could not be saved', async () => {
    list = evening;
    const save = () => json({ code: 500, message: 'Some error' }, 500);
    const world = makeWorld({ stages: [notConnected, ...stages], save });
    await mount({ outcome: 'no_answer', answered_at: null, ended_at: secondsAgo(13) }, world);
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(1));
    expect(await screen.findByText('The next lead waits until you finish.')).toBeTruthy();
    expect(finish).not.toHaveBeenCalled();
  });

  it('has what was typed during the call after a reload in which the call ended', async () => {
    const { world, user } = await mount({ state: 'answered', outcome: null, ended_at: null });
    await choose(user, 'Stage', 'Interested');
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Asks for the fee');
    const stored = sessionStorage.getItem('call-outcomes')!;
    expect(stored).toContain('Asks for the fee');
    cleanup();
    dropOutcome(call.id); // what the page had in memory
    sessionStorage.setItem('call-outcomes', stored);
    await mount({}, world).catch(() => undefined);
    expect(await screen.findByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Asks for the fee');
    expect(screen.getByTitle('Interested')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Finish' })).toBeTruthy();
  });

  it('has what was typed in a call about a lead that is another’s after the reload, and ends the call with it', async () => {
    const { world, user } = await mount({ state: 'answered', outcome: null, ended_at: null });
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Asks for the fee');
    const stored = sessionStorage.getItem('call-outcomes')!;
    cleanup();
    dropOutcome(call.id); // what the page had in memory
    sessionStorage.setItem('call-outcomes', stored);
    world.gone = true;
    await mount({}, world).catch(() => undefined);
    expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Asks for the fee');
    await user.type(screen.getByRole('textbox', { name: 'Note' }), ' of the hostel');
    await end(user);
    await waitFor(() => expect(finish.mock.lastCall?.slice(1)).toEqual(['answered', 'Asks for the fee of the hostel']));
    expect(asked(world, 'callGenerate')).toBe(0);
  });

  it('says which files have to be chosen again where the browser kept none over a reload, and has all the rest', async () => {
    const { world, user } = await mount();
    await choose(user, 'Stage', 'Enrolled');
    await user.upload(document.querySelector<HTMLInputElement>('#ca-files')!, new File(['%PDF-1.4'], 'marks.pdf'));
    await screen.findByText('marks.pdf');
    const stored = sessionStorage.getItem('call-outcomes')!;
    cleanup();
    dropOutcome(call.id); // what the page had in memory
    sessionStorage.setItem('call-outcomes', stored);
    await mount({}, world).catch(() => undefined);
    expect(await screen.findByText('marks.pdf could not be kept: choose it again.')).toBeTruthy();
    expect(screen.getByTitle('Enrolled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove marks.pdf' })).toBeNull();
  });

  it('a reload between saving and the answer saves once: the same reference and the same seen stage are sent again', async () => {
    const world = makeWorld({ stages: [notConnected, ...stages], save: () => json({ code: 500, message: 'Some error' }, 500) });
    const { user } = await mount({}, world);
    await choose(user, 'Stage', 'Interested');
    await user.click(screen.getByRole('button', { name: 'Tomorrow 11:00' }));
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Asks for the fee');
    await end(user);
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(1));
    const first = saved(world)!;
    const names = ['call-outcomes', 'call-stage-saves'];
    const stored = names.map((name) => sessionStorage.getItem(name)!);
    cleanup();
    dropOutcome(call.id); // what the page had in memory
    names.forEach((name, at) => sessionStorage.setItem(name, stored[at]!));
    Object.assign(world.lead, { stage_id: 's-not', last_callaction_sub_stage: 'Ringing' }); // it had been saved
    await mount({}, world).catch(() => undefined);
    expect(await screen.findByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Asks for the fee');
    await end(user);
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(2));
    expect(saved(world)).toEqual(first);
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), ' again');
    await end(user);
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(3));
    expect(saved(world)!['client_ref']).not.toBe(first['client_ref']);
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
