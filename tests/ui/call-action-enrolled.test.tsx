import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { readAttachments } from '../../src/ui/leads/call-action/read-attachments';
import { asked, choose, lead, makeWorld, mount, openModal, saveButton, saved, stages, tearDown } from './call-action-fixture';

afterEach(tearDown);
const picture = (name: string, size = 8): File => new File([new Uint8Array(size).fill(65)], name);

describe('Enrolled', () => {
  it('CALLACTION-035 CALLACTION-036 CALLACTION-045 fixes the stage of an enrolled lead and asks for a sub-stage', async () => {
    const world = makeWorld({ lead: { ...lead, last_callaction_btn_message: 'Enrolled' } });
    const user = mount();
    await openModal();
    const stage = screen.getByRole<HTMLInputElement>('combobox', { name: 'Stage' });
    await waitFor(() => expect(stage.closest('.ant-select')?.textContent).toContain('Enrolled'));
    expect(stage.disabled).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Sub Stage' })));
    await user.click(saveButton());
    expect(await screen.findByText('Sub Stage is required')).toBeTruthy();
    expect(asked(world, 'callGenerate')).toBe(0);
    await choose(user, 'Sub Stage', 'Documents');
    await user.click(saveButton());
    await waitFor(() =>
      expect(saved(world)?.['callObj']).toMatchObject({ stage_id: 's-enr', btn_message: 'Enrolled', sub_stage: 'Documents' }),
    );
  });

  it('focuses the comment if Enrolled has no sub-stages', async () => {
    makeWorld({
      lead: { ...lead, last_callaction_btn_message: 'Enrolled' },
      stages: stages.map((one) => ({ ...one, sub_stages: [] })),
    });
    mount();
    await openModal();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Comment')));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sub Stage' }).disabled).toBe(true);
  });

  it('CALLACTION-014 CALLACTION-015 CALLACTION-016 CALLACTION-017 ENT-061 ENT-062 ENT-063 ENT-064 CONST-029 takes files only for Enrolled', async () => {
    const world = makeWorld();
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    expect(screen.queryByLabelText(/Choose or drop/)).toBeNull();
    await choose(user, 'Stage', 'Enrolled');
    const input = document.querySelector<HTMLInputElement>('#ca-files')!;
    expect([input.accept, input.multiple]).toEqual(['.pdf,.jpg,.png,.jpeg', true]);
    await user.upload(input, [picture('fee.PDF'), picture('marks.jpg')]);
    expect(await screen.findByText('marks.jpg')).toBeTruthy();
    await user.click(saveButton());
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(1));
    expect(saved(world)?.['files']).toEqual([
      { img: expect.stringMatching(/^data:[^,]*;base64,QUFB/) as string, ext: 'pdf', name: 'fee.PDF' },
      { img: expect.stringMatching(/^data:/) as string, ext: 'jpg', name: 'marks.jpg' },
    ]);
  });

  it('CALLACTION-015 refuses other extensions, a sixth file and more than 5 MiB', async () => {
    const read = await readAttachments([picture('a.exe'), picture('b'), picture('c.png'), picture('d.jpeg')], 4);
    expect(read.files.map((file) => file.name)).toEqual(['c.png']);
    expect(read.refused).toHaveLength(3);
    const large = await readAttachments([picture('big.pdf', 5 * 1024 * 1024 + 1)], 0);
    expect(large).toEqual({ files: [], refused: ['big.pdf is larger than 5 MB.'] });
  });
});
