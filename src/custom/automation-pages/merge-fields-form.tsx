import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { mergeFields, type MergeField } from '../../schemas/kit/merge-fields';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';

const options = Object.entries(mergeFields).map(([value, label]) => ({ value, label }));
interface Values {
  field: MergeField;
  fallback: string;
}

/** Inserts a lead field where the text was last edited, with a text for leads without a value. */
export function MergeFields({ onInsert }: { onInsert: (field: string, fallback: string) => void }): ReactNode {
  const form = useScreenForm<Values>({
    values: { field: 'name', fallback: '' },
    save: async ({ field, fallback }) => onInsert(field, fallback),
  });
  return (
    <FormFrame form={form} className="mt-merge" aria-label="Insert a lead field">
      <FormField form={form} name="field" label="Lead field">
        {(input) => <Select {...input} options={options} />}
      </FormField>
      <FormField form={form} name="fallback" label="If empty" check={plainText}>
        {(input) => <Input {...input} maxLength={60} placeholder="there" />}
      </FormField>
      <Button htmlType="submit">Insert</Button>
    </FormFrame>
  );
}

const plainText = (text: string): string | undefined =>
  /[{}|<>]/.test(text) ? 'The text cannot contain { } | < or >' : undefined;
