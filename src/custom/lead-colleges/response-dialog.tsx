import { Input, Modal, Radio } from 'antd';
import type { ReactNode } from 'react';
import type { CollegeChoice } from '../../schemas/calls/lead-colleges';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { responses, type Chosen, type Response } from './college-calls';

interface Answer {
  readonly response: Response | 'none';
  readonly next_step: string;
  readonly reason: string;
}

/** What the lead said to a college on the shortlist, what comes next, and a note. */
export function ResponseDialog({
  choice,
  onSave,
  onClose,
}: {
  choice: CollegeChoice;
  onSave: (answer: Pick<Chosen, 'response' | 'next_step' | 'reason'>) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const form = useScreenForm<Answer>({
    id: 'p-college-response',
    values: { response: choice.response ?? 'none', next_step: choice.next_step ?? '', reason: choice.reason ?? '' },
    save: async ({ response, next_step, reason }) => {
      await onSave({
        response: response === 'none' ? null : response,
        next_step: next_step.trim() || null,
        reason: reason.trim() || null,
      });
      onClose();
    },
  });
  return (
    <Modal
      open
      width={440}
      title={`Response · ${choice.clg_name}`}
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="response" label="Student response">
          {({ id, value, onChange, ref: _ref, status: _status, ...input }) => (
            <Radio.Group
              {...input}
              aria-label="Student response"
              id={id}
              name={id}
              value={value}
              options={[{ value: 'none', label: 'None yet' }, ...responses]}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormField>
        <FormField form={form} name="next_step" label="Next step">
          {(input) => <Input {...input} maxLength={200} placeholder="Campus visit on Saturday" />}
        </FormField>
        <FormField form={form} name="reason" label="Note">
          {(input) => <Input.TextArea {...input} className="p-grows" rows={3} maxLength={500} />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
