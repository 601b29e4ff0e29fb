import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { ColleaguesSelect } from '../../ui/fields/colleague-select';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { ActDialog, useActJob } from './act-dialog';
import type { ManyLeads } from './many-leads';
import { Shares } from './reassign-many';

interface Asked {
  readonly to_user_ids: string[];
  readonly note: string;
}
const empty: Asked = { to_user_ids: [], note: '' };

/** Asks one or several colleagues to take the selected leads; several get them by round robin. */
export function ReferMany({ leads, onClose }: { leads: ManyLeads; onClose: (done: boolean) => void }): ReactNode {
  const job = useActJob(leads);
  const form = useScreenForm<Asked>({
    id: 'refer',
    values: empty,
    save: ({ to_user_ids, note }) =>
      job.start({ act: 'refer', values: { to_user_ids, ...(note.trim() ? { note: note.trim() } : {}) } }),
  });
  const chosen = useWatch({ control: form.control, name: 'to_user_ids' });
  return (
    <ActDialog
      title={`Refer ${leads.text}`}
      okText="Refer"
      form={form}
      job={job}
      disabled={chosen.length === 0}
      onClose={onClose}
    >
      <FormField form={form} name="to_user_ids" label="Refer to">
        {({ id, value, onChange }) => (
          <ColleaguesSelect id={id} value={value} othersOnly placeholder="Select one or more users" onChange={onChange} />
        )}
      </FormField>
      <Shares to={chosen} count={leads.count} />
      <FormField form={form} name="note" label="Note">
        {(input) => <Input.TextArea {...input} rows={3} maxLength={500} placeholder="Why you refer them" />}
      </FormField>
      <p className="p-quiet">You can take open questions back for 72 hours.</p>
    </ActDialog>
  );
}
