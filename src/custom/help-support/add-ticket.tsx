import { Button, Input, Modal, Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { canRecord, startRecording, takeRecording, useRecordingStatus } from '../../providers/calls/recording';
import { tickets } from '../../schemas/support/tickets';
import { productGroups } from '../../schemas/kit/menu-groups';
import { words } from '../../kinds/kind';
import { Icon } from '../../ui/marks/icon';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import { FilesField } from './files-field';
import { saveTicket } from './save-ticket';
import { emptyDraft, keepDraft, keptDraft, type TicketDraft } from './ticket-draft';

/** The form of a new ticket. After a screen recording it opens again with the recorded file (D-075). */
export default function AddTicket({ onClose }: { onClose: (saved?: { id: string }) => void }): ReactNode {
  useFocusBack();
  const recording = useRecordingStatus();
  const [start] = useState(withRecording);
  const [progress, setProgress] = useState('');
  const form = useScreenForm<TicketDraft>({
    values: start,
    save: async (draft) => {
      setProgress('Saving…');
      const saved = await saveTicket(draft, setProgress);
      form.reset(emptyDraft);
      toasts.success('Ticket raised.');
      onClose(saved);
    },
  });
  // What is kept is what the form holds: emptied, it keeps nothing.
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [subscribe]);
  const cancel = (): void => {
    form.reset(emptyDraft);
    onClose();
  };
  const record = async (): Promise<void> => {
    if (await startRecording()) onClose();
  };
  return (
    <Modal
      open
      title="Raise a ticket"
      width={640}
      onCancel={cancel}
      afterOpenChange={focusFirstField(form.formId)}
      footer={
        <div className="p-ticket-foot">
          <span role="status">{form.saving ? progress : ''}</span>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="primary" htmlType="submit" form={form.formId} loading={form.saving}>
            Raise ticket
          </Button>
        </div>
      }
    >
      <FormFrame form={form} className="p-ticket-form">
        <FormField form={form} name="subject" label="Subject" required="Subject is required">
          {(input) => <Input {...input} maxLength={150} />}
        </FormField>
        <FormField form={form} name="category" label="Type">
          {(input) => <Select {...input} options={choices('category')} />}
        </FormField>
        <FormField form={form} name="priority" label="Priority">
          {(input) => <Select {...input} options={choices('priority')} />}
        </FormField>
        <FormField form={form} name="module" label="Module">
          {(input) => (
            <Select
              {...input}
              value={input.value || null}
              allowClear
              showSearch
              placeholder="Where it happened"
              options={productGroups.map((value) => ({ value, label: value }))}
              onChange={(module) => input.onChange(module ?? '')}
            />
          )}
        </FormField>
        <FormField form={form} name="description" label="Description" required="Description is required">
          {(input) => (
            <Input.TextArea
              {...input}
              rows={5}
              maxLength={10000}
              placeholder="What did you do, what happened, what did you expect?"
            />
          )}
        </FormField>
        <Controller
          control={form.control}
          name="files"
          render={({ field, fieldState }) => (
            <FilesField files={field.value} onChange={field.onChange} error={fieldState.error?.message}>
              {canRecord() ? (
                <button type="button" className="p-chip" disabled={recording === 'recording'} onClick={() => void record()}>
                  <Icon name="eye" size={14} /> Record screen
                </button>
              ) : null}
            </FilesField>
          )}
        />
        <p className="p-quiet">The page you came from and your browser are sent along.</p>
      </FormFrame>
    </Modal>
  );
}

/** The draft from before, with the recording that has just ended. */
function withRecording(): TicketDraft {
  const draft = keptDraft();
  const file = takeRecording();
  const next = file ? { ...draft, files: [...draft.files, file] } : draft;
  keepDraft(next);
  return next;
}

const choices = (field: 'category' | 'priority'): { value: string; label: string }[] =>
  tickets.fields.properties[field].enum.map((value) => ({ value, label: words(value) }));
