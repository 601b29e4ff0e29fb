import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Radio } from 'antd';
import type { ReactNode } from 'react';
import { finishWith } from '../../providers/calls/follow-up-calls';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { makeDrafts, textIn } from '../../providers/drafts';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { followUpOutcomes, followUpOutcomeTexts, type FollowUpOutcome } from '../../schemas/kit/follow-up-outcomes';
import { focusFirstField } from '../dialogs/focus-first-field';
import { useFocusBack } from '../dialogs/use-focus-back';
import { FormField } from '../forms/form-field';
import { FormFrame } from '../forms/form-frame';
import { useScreenForm } from '../forms/use-screen-form';
import { toasts } from '../toasts/toasts';
import { sayDone } from './follow-up-done';
import './follow-up.css';
import type { ToFinish } from './use-finishing';

interface Said {
  readonly outcome: FollowUpOutcome;
  readonly note: string;
}
const first: Said = { outcome: 'spoke', note: '' };
/** How a follow-up went, where it could not be saved. */
const unsaved = makeDrafts<Said>(
  'follow-ups-done',
  ({ outcome, note }) => ({ outcome: followUpOutcomes.find((one) => one === outcome) ?? first.outcome, note: textIn(note) }),
  ({ outcome, note }) => outcome === first.outcome && !note,
);

/** Asks how it went before a follow-up is marked done; Enter takes the first answer. Or the lead's stage says it. */
export function DoneDialog({
  one,
  onGone,
  onClose,
}: {
  one: ToFinish;
  /** It is done, or open again. */
  onGone: (id: string, isGone: boolean) => void;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const form = useScreenForm<Said>({
    id: 'p-done',
    values: unsaved.of(one.id),
    save: async (said) => {
      unsaved.change(one.id, () => said);
      onClose();
      void markDone(client, one, said, onGone);
    },
  });
  return (
    <Modal
      open
      width={440}
      title={`Mark done · ${one.leadName}`}
      onCancel={onClose}
      afterOpenChange={focusFirstField(form.formId)}
      footer={
        <>
          <Button
            onClick={() => {
              onClose();
              openLeadStage({ leadId: one.leadId });
            }}
          >
            Add Lead Stage instead
          </Button>
          <Button type="primary" htmlType="submit" form={form.formId} loading={form.saving}>
            Mark done
          </Button>
        </>
      }
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="outcome" label="How did it go?">
          {({ id, value, onChange }) => (
            <Radio.Group id={id} className="p-outcomes" value={value} options={choices} onChange={onChange} />
          )}
        </FormField>
        <FormField form={form} name="note" label="Note">
          {(input) => <Input {...input} maxLength={270} placeholder="Optional" />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}

/** The list shows it at once; the dialog is closed by then, and begins with the same where it has to be opened again. */
async function markDone(
  client: QueryClient,
  { id }: ToFinish,
  { outcome, note }: Said,
  onGone: (id: string, isGone: boolean) => void,
): Promise<void> {
  onGone(id, true);
  try {
    const { data } = await finishWith(id, outcome, note.trim());
    unsaved.drop(id);
    sayDone(client, data, () => onGone(id, false));
  } catch (error) {
    onGone(id, false);
    toasts.error(error);
  }
  refreshLeadWork(client);
}

const choices = followUpOutcomes.map((value) => ({ value, label: followUpOutcomeTexts[value] }));
