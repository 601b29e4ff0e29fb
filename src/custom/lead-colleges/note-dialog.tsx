import { Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';

/** The note of a college on the shortlist. */
export function NoteDialog({
  college,
  note,
  onSave,
  onClose,
}: {
  college: string;
  note: string;
  onSave: (note: string | null) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const form = useScreenForm<{ readonly reason: string }>({
    id: 'p-college-note',
    values: { reason: note },
    save: async ({ reason }) => {
      await onSave(reason.trim() || null);
      onClose();
    },
  });
  return (
    <Modal
      open
      width={440}
      title={`Note · ${college}`}
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="reason" label="Note">
          {(input) => <Input.TextArea {...input} className="p-grows" rows={3} maxLength={500} />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
