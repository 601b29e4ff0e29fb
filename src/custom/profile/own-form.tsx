import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormFrame } from '../../ui/forms/form-frame';
import type { ScreenForm } from '../../ui/forms/use-screen-form';

/** A form of the user's own account: its fields, then what only the administrator can change, then Save. */
export function OwnForm({
  form,
  facts,
  children,
}: {
  form: Pick<ScreenForm<FieldValues>, 'formId' | 'refused' | 'send' | 'saving'>;
  facts: readonly (readonly [label: string, text: string | null | undefined])[];
  children: ReactNode;
}): ReactNode {
  return (
    <FormFrame form={form} className="p-profile-form">
      {children}
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || '–'}</dd>
          </div>
        ))}
      </dl>
      <Button type="primary" htmlType="submit" loading={form.saving}>
        Save
      </Button>
    </FormFrame>
  );
}
