import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { dayOf } from '../../src/ui/time/dates';
import { asked, choose, lead, makeWorld, mount, openModal, optionsOf, saveButton, saved, tearDown } from './call-action-fixture';

afterEach(tearDown);

describe('Add Lead Stage', () => {
  it('CALLACTION-002 CALLACTION-005 CALLACTION-008 CALLACTION-020 CALLACTION-021 CALLACTION-023 shows its title, fields and buttons', async () => {
    makeWorld();
    mount();
    await openModal();
    expect(screen.getByText('Add Lead Stage')).toBeTruthy();
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Lead',
      'Call',
      'Application',
    ]);
    for (const label of ['Select College', 'Stage', 'Sub Stage'])
      expect(screen.getByRole('combobox', { name: label })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Comment' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Allow Automation Communication' })).toBeTruthy();
    expect(saveButton()).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  it('CALLACTION-010 CALLACTION-011 CALLACTION-013 CALLACTION-030 offers colleges, stages and the sub-stages of the stage', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    expect(await optionsOf(user, 'Select College')).toEqual(['MIT-WPU, Pune', 'SRM, Chennai']);
    expect(asked(world, 'lead-gen/colleges')).toBe(1);
    await user.keyboard('{Escape}');
    expect(asked(world, 'getLeadStages?allStages=false')).toBe(1);
    await choose(user, 'Stage', 'Call back');
    expect(await optionsOf(user, 'Sub Stage')).toEqual(['With parents', 'In exam']);
  });

  it('CALLACTION-012 loads the stages once, however often it opens', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await openModal();
    expect(asked(world, 'getLeadStages')).toBe(1);
  });

  it('CALLACTION-007 CALLACTION-062 starts without tag and stage, and then sends the tag leads', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
    expect(screen.queryByTitle('Interested')).toBeNull();
    await choose(user, 'Stage', 'Fresh');
    await user.click(saveButton());
    await waitFor(() => expect(saved(world)?.['callObj']).toMatchObject({ group: 'leads', stage_id: 's-fresh' }));
  });

  it('CALLACTION-044 CALLACTION-047 requires a stage and saves nothing without one', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    await user.click(saveButton());
    expect(await screen.findByText('Stage is required')).toBeTruthy();
    expect(asked(world, 'callGenerate')).toBe(0);
  });

  it('CALLACTION-018 CALLACTION-031 CALLACTION-032 CALLACTION-045 CALLACTION-046 asks for what the stage demands', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    expect(screen.queryByLabelText(/Followup Date/)).toBeNull();
    await choose(user, 'Stage', 'Call back');
    expect(screen.getByLabelText(/Followup Date/)).toBeTruthy();
    await user.click(saveButton());
    expect(await screen.findByText('Sub Stage is required')).toBeTruthy();
    expect(screen.getByText('Followup Date is required')).toBeTruthy();
    expect(asked(world, 'callGenerate')).toBe(0);
    await choose(user, 'Stage', 'Fresh');
    expect(screen.queryByLabelText(/Followup Date/)).toBeNull();
    expect(screen.queryByText('Sub Stage is required')).toBeNull();
  });

  it('CALLACTION-019 refuses a follow-up in the past and gives the picker the minimum', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Interested');
    const field = screen.getByLabelText<HTMLInputElement>(/Followup Date/);
    await user.type(field, '1 Jan 2020 10:00');
    expect(field.value).toBe('Wed 1 Jan 2020 10:00');
    const days = [...document.querySelectorAll<HTMLElement>('.p-moment-panel .ant-picker-cell')];
    expect(days.length).toBeGreaterThan(27);
    const today = dayOf(new Date());
    for (const day of days) expect([day.title, day.matches('.ant-picker-cell-disabled')]).toEqual([day.title, day.title < today]);
    await user.keyboard('{Enter}');
    await user.click(saveButton());
    expect(await screen.findByText('Followup Date must not be in the past')).toBeTruthy();
    expect(asked(world, 'callGenerate')).toBe(0);
  });

  it('CALLACTION-033 clears the follow-up date on every stage change', async () => {
    makeWorld();
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Interested');
    await user.click(screen.getByRole('button', { name: 'Tomorrow 11:00' }));
    expect(screen.getByLabelText<HTMLInputElement>(/Followup Date/).value).toMatch(/^\w{3} \d{1,2} \w{3} \d{4} 11:00$/);
    await choose(user, 'Stage', 'Call back');
    expect(screen.getByLabelText<HTMLInputElement>(/Followup Date/).value).toBe('');
  });

  it('CALLACTION-006 CALLACTION-048 ENT-054 ENT-057 ENT-058 sends what D-058 says', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    await user.click(screen.getByText('Application'));
    await choose(user, 'Select College', 'SRM, Chennai');
    await choose(user, 'Stage', 'Interested');
    await user.click(screen.getByRole('button', { name: 'Tomorrow 11:00' }));
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Wants the hostel fee');
    await user.click(saveButton());
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(1));
    const body = saved(world)!;
    expect(body).toEqual({
      lead_id: 'lead-1',
      lead_source_at_stage: lead.last_source,
      last_re_enquired_clg_id: 9,
      is_stage_mark_locked: 0,
      callObj: {
        group: 'application',
        stage_id: 's-int',
        btn_message: 'Interested',
        sub_stage: null,
        call_date_time: expect.stringMatching(/T05:30:00\.000Z$/) as string,
        message: 'Wants the hostel fee',
        clg_id: 8,
      },
      allowAutomation: true,
      files: [],
      user_selected_college_id: 8,
      dialer: false,
      client_ref: expect.stringMatching(/.{10}/) as string,
    });
  });

  it('CALLACTION-034 offers the lock for stages that allow it, and sends it', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal({ dialer: true });
    await choose(user, 'Stage', 'Interested');
    expect(screen.queryByRole('checkbox', { name: 'Lock this stage' })).toBeNull();
    await choose(user, 'Stage', 'Call back');
    await user.click(screen.getByRole('checkbox', { name: 'Lock this stage' }));
    await choose(user, 'Sub Stage', 'In exam');
    await user.click(screen.getByRole('button', { name: '+1 h' }));
    await user.click(saveButton());
    await waitFor(() => expect(saved(world)).toMatchObject({ is_stage_mark_locked: 1, dialer: true }));
  });

  it('CALLACTION-022 shows automation unticked and disabled if the tenant does not allow it', async () => {
    const world = makeWorld({ automation: 0 });
    const user = mount();
    await openModal();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Allow Automation Communication' });
    expect([box.checked, box.disabled]).toEqual([false, true]);
    await choose(user, 'Stage', 'Fresh');
    await user.click(saveButton());
    await waitFor(() => expect(saved(world)).toMatchObject({ allowAutomation: false }));
  });
});
