import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { ActDialog, useActJob } from './act-dialog';
import type { ManyLeads } from './many-leads';

interface Tags {
  readonly add: string[];
  readonly remove: string[];
}
const empty: Tags = { add: [], remove: [] };

/** Tags that the selected leads get or lose; their other tags stay. `known` are those of the leads on the page. */
export function TagsMany({
  leads,
  known,
  onClose,
}: {
  leads: ManyLeads;
  known: readonly string[];
  onClose: (done: boolean) => void;
}): ReactNode {
  const job = useActJob(leads);
  const form = useScreenForm<Tags>({
    id: 'tags',
    values: empty,
    save: ({ add: more, remove: less }) => job.start({ act: 'tags', values: { add: more, remove: less } }),
  });
  const [add, remove] = useWatch({ control: form.control, name: ['add', 'remove'] });
  return (
    <ActDialog
      title={`Tags of ${leads.text}`}
      okText="Change tags"
      form={form}
      job={job}
      disabled={!add.length && !remove.length}
      onClose={onClose}
    >
      {(['add', 'remove'] as const).map((name) => (
        <FormField key={name} form={form} name={name} label={name === 'add' ? 'Add' : 'Remove'}>
          {({ id, value, onChange, status }) => (
            <Select<string[]>
              id={id}
              mode="tags"
              status={status}
              tokenSeparators={[',']}
              value={value}
              options={known.map((tag) => ({ value: tag, label: tag }))}
              placeholder="Enter tags, separated by commas"
              onChange={onChange}
            />
          )}
        </FormField>
      ))}
      <p className="p-quiet">Other tags stay. You can undo this for 72 hours.</p>
    </ActDialog>
  );
}
