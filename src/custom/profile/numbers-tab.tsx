import { Input } from 'antd';
import type { ReactNode } from 'react';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import type { OwnProfile } from '../../schemas/calls/profile';
import { OwnForm } from './own-form';
import { saveOwn } from './own-profile';

/** The extension that calls ring at; the administrator enables WhatsApp. */
export function NumbersTab({ own, onSaved }: { own: OwnProfile; onSaved: () => void }): ReactNode {
  const form = useScreenForm({
    values: { extension: own.extension ?? '' },
    save: async ({ extension }) => {
      await saveOwn({ extension: extension.trim() });
      onSaved();
    },
  });
  const whatsapp = own.wp_access ? 'You can message leads' : 'Not enabled. Ask your administrator.';
  return (
    <OwnForm form={form} facts={[['WhatsApp', whatsapp]]}>
      <FormField form={form} name="extension" label="Telephony extension">
        {(input) => <Input {...input} maxLength={20} inputMode="tel" />}
      </FormField>
    </OwnForm>
  );
}
