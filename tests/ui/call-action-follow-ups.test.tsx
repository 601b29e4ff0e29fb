import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lockedOnOpening } from '../../src/ui/leads/call-action/save-gate';
import { asked, choose, json, lead, makeWorld, mount, openModal, pendingLine, saveButton, tearDown } from './call-action-fixture';

afterEach(tearDown);
const hint = 'Please check below pending followup and click 2 mark as done.';
const open = { ...lead, last_callaction_followup_status: 0 };

describe('pending follow-ups in Add Lead Stage', () => {
  it('CALLACTION-003 CALLACTION-004 is Before Add Lead Stage when the stage needs a follow-up and one is pending', async () => {
    makeWorld({ pending: [pendingLine] });
    const user = mount();
    await openModal();
    expect(screen.getByText('Add Lead Stage')).toBeTruthy();
    expect(screen.queryByText(hint)).toBeNull();
    await choose(user, 'Stage', 'Interested');
    expect(screen.getByText('Before Add Lead Stage')).toBeTruthy();
    expect(screen.getByText(hint)).toBeTruthy();
    await choose(user, 'Stage', 'Fresh');
    expect(screen.queryByText('Before Add Lead Stage')).toBeNull();
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('CALLACTION-025 CALLACTION-026 CALLACTION-027 CALLACTION-028 CALLACTION-029 lists them in a table', async () => {
    const world = makeWorld({ pending: [pendingLine] });
    mount();
    await openModal();
    const table = await screen.findByRole('table', { name: 'Pending Followup' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent?.trim()),
    ).toEqual(['Followup At', 'Stage', 'Created At', 'Mark Status']);
    const cells = within(table).getAllByRole('cell');
    expect(cells[0]!.querySelector('time')?.dateTime).toBe(pendingLine.call_date_time);
    expect(cells[1]!.textContent).toBe('Call back');
    expect(cells[2]!.textContent).toBe('10 Mar 2026, 17:42');
    expect(within(table).getByLabelText('Please complete the previous followup before adding a new one.')).toBeTruthy();
    expect(asked(world, 'followup/lead/lead-1')).toBe(1);
  });

  it('shows no table without pending follow-ups', async () => {
    makeWorld();
    mount();
    await openModal();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('CALLACTION-037 CALLACTION-038 CALLACTION-040 CALLACTION-041 CALLACTION-042 unlocks Save when one is marked done', async () => {
    const world = makeWorld({ lead: open, pending: [pendingLine] });
    const user = mount();
    await openModal();
    expect(saveButton().disabled).toBe(true);
    expect(screen.getByText('Mark the pending follow-up done, or change the stage, to save.')).toBeTruthy();
    world.pending = [];
    await user.click(await screen.findByRole('button', { name: 'Mark done' }));
    expect(await screen.findByText('Followup done successfully.')).toBeTruthy();
    expect(asked(world, 'followup/lead/mark-status/ca-1?source=call_action')).toBe(1);
    await waitFor(() => expect(asked(world, 'followup/lead/lead-1')).toBe(2));
    expect(saveButton().disabled).toBe(false);
    expect(screen.queryByRole('button', { name: 'Mark done' })).toBeNull();
  });

  it('CALLACTION-039 unlocks Save when the stage is changed', async () => {
    makeWorld({ lead: { ...open, last_callaction_followup_status: '0' }, pending: [pendingLine] });
    const user = mount();
    await openModal();
    expect(saveButton().disabled).toBe(true);
    await choose(user, 'Stage', 'Fresh');
    expect(saveButton().disabled).toBe(false);
  });

  it('locks only for 0 and "0" (D-059)', () => {
    const locked = (status: unknown): boolean => lockedOnOpening({ last_callaction_followup_status: status as 0 });
    expect([0, '0', 1, '1', null, undefined, ''].map(locked)).toEqual([true, true, false, false, false, false, false]);
  });

  it('keeps Save locked in the Before state where the tenant enforces it (D-060)', async () => {
    makeWorld({ pending: [pendingLine], enforce: true });
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Interested');
    expect(saveButton().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Mark done' }));
    await waitFor(() => expect(saveButton().disabled).toBe(false));
  });

  it('CALLACTION-043 only logs when marking done fails, and the row comes back', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    makeWorld({ lead: open, pending: [pendingLine], mark: () => json({ code: 409, message: 'no' }, 409) });
    const user = mount();
    await openModal();
    await user.click(await screen.findByRole('button', { name: 'Mark done' }));
    await waitFor(() => expect(logged).toHaveBeenCalledWith('follow-up could not be marked done', expect.anything()));
    expect(document.querySelector('.p-toast')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Mark done' })).toBeTruthy();
    expect(saveButton().disabled).toBe(true);
    logged.mockRestore();
  });
});
