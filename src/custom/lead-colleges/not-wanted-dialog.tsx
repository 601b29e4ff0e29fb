import { Input, Modal, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { reasons, type Reason } from './college-calls';

interface Answer {
  readonly reason_code: Reason | null;
  readonly reason: string;
}

/** Why the lead does not want a college. */
export function NotWantedDialog({
  college,
  note,
  onSave,
  onClose,
}: {
  college: string;
  note: string;
  onSave: (reason: Reason, note: string | null) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const form = useScreenForm<Answer>({
    id: 'p-not-wanted',
    values: { reason_code: null, reason: note },
    save: async ({ reason_code: code, reason }) => {
      if (!code) return;
      await onSave(code, reason.trim() || null);
      onClose();
    },
  });
  return (
    <Modal
      open
      width={440}
      title={`Not interested · ${college}`}
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="reason_code" label="Reason" required="Choose a reason">
          {({ id, value, onChange, ref: _ref, status: _status, ...input }) => (
            <Radio.Group
              {...input}
              aria-label="Reason"
              id={id}
              name={id}
              value={value}
              options={[...reasons]}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormField>
        <FormField form={form} name="reason" label="Note">
          {(input) => <Input.TextArea {...input} className="p-grows" rows={2} maxLength={500} placeholder="What the lead said" />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
