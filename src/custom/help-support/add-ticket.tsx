import { Button, Input, Modal, Select } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { canRecord, startRecording, takeRecording, useRecordingStatus } from '../../providers/calls/recording';
import { tickets } from '../../schemas/support/tickets';
import { menuGroups } from '../../schemas/kit/menu-groups';
import { words } from '../../kinds/kind';
import { Icon } from '../../ui/marks/icon';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { messageOf } from '../../ui/page/states';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import { toasts } from '../../ui/toasts/toasts';
import { FilesField } from './files-field';
import { saveTicket } from './save-ticket';
import { emptyDraft, faultsOf, keepDraft, keptDraft, type TicketDraft } from './ticket-draft';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** Raises a ticket; a screen recording comes back here with its file (D-075). */
export default function AddTicket({ onClose }: { onClose: (saved?: { id: string }) => void }): ReactNode {
  useFocusBack();
  const id = useId();
  const recording = useRecordingStatus();
  const [draft, setDraft] = useState(withRecording);
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState('');
  const [refused, setRefused] = useState('');
  useEffect(() => keepDraft(draft), [draft]);
  const change = (part: Partial<TicketDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const faults = submitted ? faultsOf(draft) : {};
  const cancel = (): void => {
    keepDraft(emptyDraft);
    onClose();
  };
  const submit = useOneAtATime(async () => {
    setSubmitted(true);
    if (Object.keys(faultsOf(draft)).length) return;
    setBusy('Saving…');
    setRefused('');
    try {
      const saved = await saveTicket(draft, setBusy);
      keepDraft(emptyDraft);
      toasts.success('Ticket raised.');
      onClose(saved);
    } catch (error) {
      setRefused(messageOf(error));
      setBusy('');
    }
  });
  const record = async (): Promise<void> => {
    if (await startRecording()) onClose();
  };
  return (
    <Modal
      open
      title="Raise a ticket"
      width={640}
      onCancel={cancel}
      afterOpenChange={focusFirstField(`${id}-form`)}
      footer={
        <div className="p-ticket-foot">
          <span role="status">{busy}</span>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="primary" htmlType="submit" form={`${id}-form`} loading={busy !== ''}>
            Raise ticket
          </Button>
        </div>
      }
    >
      <form
        id={`${id}-form`}
        className="p-ticket-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field id={`${id}-subject`} label="Subject" required fault={faults.subject}>
          <Input
            id={`${id}-subject`}
            value={draft.subject}
            maxLength={150}
            aria-required
            onChange={({ target }) => change({ subject: target.value })}
          />
        </Field>
        <Field id={`${id}-category`} label="Type">
          <Select
            id={`${id}-category`}
            value={draft.category}
            options={choices('category')}
            onChange={(category) => change({ category })}
          />
        </Field>
        <Field id={`${id}-priority`} label="Priority">
          <Select
            id={`${id}-priority`}
            value={draft.priority}
            options={choices('priority')}
            onChange={(priority) => change({ priority })}
          />
        </Field>
        <Field id={`${id}-module`} label="Module">
          <Select
            id={`${id}-module`}
            value={draft.module || null}
            allowClear
            showSearch
            placeholder="Where it happened"
            options={menuGroups.map((value) => ({ value, label: value }))}
            onChange={(module: string | null) => change({ module: module ?? '' })}
          />
        </Field>
        <Field id={`${id}-description`} label="Description" required fault={faults.description}>
          <Input.TextArea
            id={`${id}-description`}
            rows={5}
            value={draft.description}
            maxLength={10000}
            aria-required
            placeholder="What did you do, what happened, what did you expect?"
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
        <FilesField files={draft.files} onChange={(files) => change({ files })}>
          {canRecord() ? (
            <button type="button" className="p-chip" disabled={recording === 'recording'} onClick={() => void record()}>
              <Icon name="eye" size={14} /> Record screen
            </button>
          ) : null}
        </FilesField>
        <p className="p-quiet">The page you came from and your browser are sent along.</p>
        {refused ? (
          <p className="p-ticket-fault" role="alert">
            {refused}
          </p>
        ) : null}
      </form>
    </Modal>
  );
}

/** What was written before, with the recording that has just ended. */
function withRecording(): TicketDraft {
  const draft = keptDraft();
  const file = takeRecording();
  const next = file ? { ...draft, files: [...draft.files, file] } : draft;
  keepDraft(next);
  return next;
}

const choices = (field: 'category' | 'priority'): { value: string; label: string }[] =>
  tickets.fields.properties[field].enum.map((value) => ({ value, label: words(value) }));

function Field(props: {
  id: string;
  label: string;
  required?: boolean;
  fault?: string | undefined;
  children: ReactNode;
}): ReactNode {
  const { id, label, required, fault, children } = props;
  return (
    <div className="p-ticket-field">
      <label htmlFor={id}>
        {label} {required ? <span aria-hidden="true">*</span> : null}
      </label>
      {children}
      {fault ? (
        <span className="p-ticket-fault" role="alert">
          {fault}
        </span>
      ) : null}
    </div>
  );
}
