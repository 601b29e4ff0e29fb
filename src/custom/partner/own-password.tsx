import { Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { changeOwnPassword } from '../../providers/session/own-password';
import { passwordFault } from '../../schemas/kit/password-rules';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';

/** A new password; every other session of this user ends. */
export function OwnPassword({ onClose }: { onClose: () => void }): ReactNode {
  useFocusBack();
  const form = useScreenForm({
    id: 'own-password',
    values: { current: '', next: '' },
    check: ({ current, next }) => (next === current ? { next: 'The new password must differ from the current one.' } : {}),
    save: async ({ current, next }) => {
      toasts.success(await changeOwnPassword(current, next));
      onClose();
    },
  });
  return (
    <Modal
      open
      width={400}
      title="Change password"
      okText="Change password"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="current" label="Current password" required="Current password is required">
          {(input) => <Input.Password {...input} maxLength={128} autoComplete="current-password" autoFocus />}
        </FormField>
        <FormField form={form} name="next" label="New password" required check={(text) => passwordFault(text, 'New password')}>
          {(input) => <Input.Password {...input} maxLength={128} autoComplete="new-password" />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
