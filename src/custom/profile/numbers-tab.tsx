import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import type { OwnProfile } from '../../schemas/calls/profile';
import { saveOwn } from './own-profile';

/** The extension that calls ring at; WhatsApp is given by the administrator. */
export function NumbersTab({ own, onSaved }: { own: OwnProfile; onSaved: () => void }): ReactNode {
  const form = useScreenForm({
    values: { extension: own.extension ?? '' },
    save: async ({ extension }) => {
      await saveOwn({ extension: extension.trim() });
      toasts.success('Profile saved.');
      onSaved();
    },
  });
  return (
    <FormFrame form={form} className="p-profile-form">
      <FormField form={form} name="extension" label="Telephony extension">
        {(input) => <Input {...input} maxLength={20} inputMode="tel" />}
      </FormField>
      <dl>
        <div>
          <dt>WhatsApp</dt>
          <dd>{own.wp_access ? 'You may write to leads' : 'Not given to you; ask your administrator'}</dd>
        </div>
      </dl>
      <Button type="primary" htmlType="submit" loading={form.saving}>
        Save
      </Button>
    </FormFrame>
  );
}
