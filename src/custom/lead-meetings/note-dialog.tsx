import { Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { useMeetingActs, type Meeting } from './meeting-calls';

/** The note of a meeting. */
export function NoteDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }): ReactNode {
  useFocusBack();
  const { change } = useMeetingActs();
  const form = useScreenForm<{ readonly note: string }>({
    id: 'p-meeting-note',
    values: { note: meeting.note ?? '' },
    save: async ({ note }) => {
      await change(meeting.id, { note: note.trim() || null });
      onClose();
    },
  });
  return (
    <Modal
      open
      width={440}
      title={`Note · ${meeting.title || 'Meeting'}`}
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="note" label="Note">
          {(input) => <Input.TextArea {...input} className="p-grows" rows={3} maxLength={2000} />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
