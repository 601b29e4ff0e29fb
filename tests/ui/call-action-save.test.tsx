import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { quickPicks } from '../../src/ui/time/quick-picks';
import { callKey } from '../../src/providers/calls/use-call';
import { openLeadStage } from '../../src/providers/screens/lead-stage-modal';
import { myDay } from '../../src/schemas/calls/leads';
import { stageComments } from '../../src/ui/leads/call-action/stage-comments';
import { windowWidth } from './browser-fixture';
import {
  asked,
  choose,
  json,
  makeWorld,
  mount,
  openModal,
  queryClient,
  saveButton,
  saved,
  tearDown,
} from './call-action-fixture';

afterEach(tearDown);
const isOpen = (): boolean => document.querySelector('.ca-form') !== null;
const comment = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Comment' });

describe('saving Add Lead Stage', () => {
  it('CALLACTION-024 CALLACTION-049 CALLACTION-050 shows that it saves, confirms, closes and updates other screens', async () => {
    let answer: (response: Response) => void = () => undefined;
    makeWorld({ save: () => new Promise((resolve) => (answer = resolve)) });
    const user = mount();
    await openModal();
    for (const key of [
      ['data', 'default', 'leads', 'list'],
      ['data', 'default', 'follow-ups', 'list'],
      callKey(myDay, {}),
      ['other'],
    ])
      queryClient().setQueryData(key, 1);
    await choose(user, 'Stage', 'Fresh');
    await user.click(saveButton());
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeTruthy());
    expect(isOpen()).toBe(true);
    answer(json({ code: 200, data: { call_action_id: 'x' } }));
    expect(await screen.findByText('Saved Successfully')).toBeTruthy();
    await waitFor(() => expect(isOpen()).toBe(false));
    const stale = (...key: readonly unknown[]): boolean | undefined => queryClient().getQueryState(key)?.isInvalidated;
    await waitFor(() => expect(stale('data', 'default', 'leads', 'list')).toBe(true));
    expect(stale('data', 'default', 'follow-ups', 'list')).toBe(true);
    expect(stale(...callKey(myDay, {}))).toBe(true);
    expect(stale('other')).toBe(false);
    await openModal();
    expect(document.querySelector('.ca-form')?.textContent).not.toContain('Fresh');
  });

  it('keeps a comment through a reload of the page, and forgets it when the form is cancelled or saved', async () => {
    const world = makeWorld();
    let user = mount();
    await openModal();
    await user.type(comment(), 'Wants the hostel fee');
    stageComments.change('another lead', () => ({ text: 'Of another lead' }));
    cleanup(); // as a reload: nothing closes the form
    user = mount();
    await openModal();
    expect(comment().value).toBe('Wants the hostel fee');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await openModal();
    expect(comment().value).toBe('');
    await user.type(comment(), 'Spoke to her father');
    await choose(user, 'Stage', 'Fresh');
    await user.click(saveButton());
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(JSON.stringify(saved(world))).toContain('Spoke to her father');
    await openModal();
    expect(comment().value).toBe('');
    expect(stageComments.of('another lead').text).toBe('Of another lead');
  });

  it.each([
    ['another code', () => json({ code: 409, message: 'Finish the pending follow-up first.' })],
    ['an HTTP failure', () => json({ code: 500, message: 'Something went wrong' }, 500)],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('CALLACTION-051 shows Some error and keeps all input on %s', async (_, save) => {
    makeWorld({ save });
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.type(comment(), 'Call after six');
    await user.click(saveButton());
    expect(await screen.findByText('Some error')).toBeTruthy();
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
    expect(isOpen()).toBe(true);
    expect(comment().value).toBe('Call after six');
    expect(saveButton().disabled).toBe(false);
  });

  it('names who saved another stage meanwhile, keeps all input, and the next save overwrites it', async () => {
    const message = 'Anil Rao changed the stage to “Call back” after you opened this form. Check your entries, then save again.';
    const current = { stage_id: 's-call', sub_stage: null };
    const world = makeWorld({ save: () => json({ code: 409, message, current }) });
    Object.assign(world.lead, { stage_id: 's-int' });
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.type(comment(), 'Call after six');
    await user.click(saveButton());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText('Some error')).toBeNull();
    expect(saved(world)).toMatchObject({ seen: { stage_id: 's-int', sub_stage: 'Campus visit' } });
    expect(comment().value).toBe('Call after six');
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
    world.save = () => json({ code: 200, data: {} });
    await user.click(saveButton());
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(2));
    expect(saved(world)).toMatchObject({ seen: current, callObj: { message: 'Call after six' } });
  });

  it('sends the same client_ref on a retry, and a new one when it is opened again', async () => {
    const world = makeWorld({ save: () => json({ code: 500 }, 500) });
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.click(saveButton());
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(1));
    const first = saved(world)?.['client_ref'];
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
    await user.click(saveButton());
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(2));
    expect(saved(world)?.['client_ref']).toBe(first);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.click(saveButton());
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(3));
    expect(saved(world)?.['client_ref']).not.toBe(first);
  });

  it('CALLACTION-052 Cancel resets and closes', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    await user.type(comment(), 'nothing to keep');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(isOpen()).toBe(false));
    await openModal();
    expect(comment().value).toBe('');
    expect(asked(world, 'callGenerate')).toBe(0);
  });

  it('CALLACTION-053 a click on the backdrop resets and closes', async () => {
    makeWorld();
    const user = mount();
    await openModal();
    await user.type(comment(), 'nothing to keep');
    await user.click(document.querySelector('.ant-modal-wrap')!);
    await waitFor(() => expect(isOpen()).toBe(false));
    await openModal();
    expect(comment().value).toBe('');
  });

  it('works by keyboard: Stage has the focus, Ctrl+Enter saves, Escape closes an open list first', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Stage' })));
    await user.keyboard('{Enter}');
    await user.keyboard('{Escape}');
    expect(isOpen()).toBe(true);
    await user.keyboard('Fre');
    await waitFor(() => expect(document.querySelector('.ant-select-item-option-active')?.textContent).toBe('Fresh'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.querySelector('.ca-form')?.textContent).toContain('Fresh'));
    comment().focus();
    await user.keyboard('spoke to father{Control>}{Enter}{/Control}');
    await waitFor(() => expect(saved(world)?.['callObj']).toMatchObject({ stage_id: 's-fresh', message: 'spoke to father' }));
    await waitFor(() => expect(isOpen()).toBe(false));
    await openModal();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it('Escape asks before a comment is lost, also a note from the call; Cancel and the backdrop do not', async () => {
    makeWorld();
    const user = mount();
    for (const note of ['', 'Asks for the hostel fee']) {
      const ended = { id: 'lead-1', name: null, email: null, phone: null, user_id: 'u-4', note, clg_id: null };
      await openModal(note ? { obd_call: ended } : {});
      if (!note) await user.type(comment(), 'typed here');
      await user.keyboard('{Escape}');
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull());
      expect(comment().value).toBe(note || 'typed here');
      await user.keyboard('{Escape}');
      await user.click(await screen.findByRole('button', { name: 'Leave' }));
      await waitFor(() => expect(isOpen()).toBe(false));
    }
  });

  it('CALLACTION-061 ERR-002 only logs when the stages cannot be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    makeWorld({ stagesFail: true });
    mount();
    await openModal();
    await waitFor(() => expect(logged).toHaveBeenCalledWith('stages could not be loaded', expect.anything()));
    expect(document.querySelector('.p-toast')).toBeNull();
    logged.mockRestore();
  });

  it('CALLACTION-001 stays with its lead; the dialog of a call is not replaced', async () => {
    const world = makeWorld();
    mount();
    await openModal({ dialer: true });
    openLeadStage({ leadId: 'lead-2' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked(world, 'res/leads/lead-2')).toBe(0);
    expect(asked(world, 'res/leads/lead-1')).toBe(1);
  });

  it('keeps what was chosen and written when the window gets narrow, as a tablet does that is turned', async () => {
    makeWorld();
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.type(comment(), 'Asked for the fee');
    windowWidth(600);
    act(() => openLeadStage({ leadId: 'lead-1' }));
    await waitFor(() => expect(document.querySelector('.ca-sheet')).not.toBeNull());
    expect(document.querySelector('.ca-sheet .ca-form')?.textContent).toContain('Fresh');
    expect(comment().value).toBe('Asked for the fee');
    windowWidth(1366);
  });

  it('offers the usual moments in the tenant’s zone', () => {
    const thursday = new Date('2026-03-12T06:12:20Z');
    expect(quickPicks(thursday)).toEqual([
      { label: '+1 h', at: '2026-03-12T07:13:00.000Z' },
      { label: 'Tomorrow 11:00', at: '2026-03-13T05:30:00.000Z' },
      { label: '+3 d', at: '2026-03-15T06:13:00.000Z' },
      { label: 'Next Monday', at: '2026-03-16T05:30:00.000Z' },
    ]);
    expect(quickPicks(new Date('2026-03-16T06:00:00Z'))[3]!.at).toBe('2026-03-23T05:30:00.000Z');
  });
});
