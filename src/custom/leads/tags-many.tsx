import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { ActDialog, useActJob } from './act-dialog';
import { useActPreview } from './act-preview';
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
    save: (values) => job.start({ act: 'tags', values: { ...values } }),
  });
  const [add, remove] = useWatch({ control: form.control, name: ['add', 'remove'] });
  const isChosen = add.length + remove.length > 0;
  const preview = useActPreview(leads.rows, isChosen && !job.id ? { act: 'tags', values: { add, remove } } : undefined);
  return (
    <ActDialog
      title={`Tags of ${leads.text}`}
      okText="Change tags"
      form={form}
      job={job}
      disabled={!isChosen}
      preview={preview}
      happens="will be changed"
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
