import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { ColleaguesSelect } from '../fields/colleague-select';
import { FormField } from '../forms/form-field';
import type { ScreenForm } from '../forms/use-screen-form';
import { Shares } from './shares';

export interface ReferAsked {
  readonly to_user_ids: string[];
  readonly note: string;
}
export const noReferAsked: ReferAsked = { to_user_ids: [], note: '' };

/** Who is asked to take the leads, and why. */
export function ReferFields({ form, count }: { form: ScreenForm<ReferAsked>; count: number | undefined }): ReactNode {
  const chosen = useWatch({ control: form.control, name: 'to_user_ids' });
  return (
    <>
      <FormField form={form} name="to_user_ids" label="Refer to">
        {({ id, value, onChange }) => (
          <ColleaguesSelect id={id} value={value} othersOnly placeholder="Select one or more users" onChange={onChange} />
        )}
      </FormField>
      <Shares to={chosen} count={count} />
      <FormField form={form} name="note" label="Note">
        {(input) => <Input.TextArea {...input} rows={3} maxLength={500} placeholder="Reason for the referral" />}
      </FormField>
    </>
  );
}
