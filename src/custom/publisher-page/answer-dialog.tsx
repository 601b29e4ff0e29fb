import { useInvalidate } from '@refinedev/core';
import { Button, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { publisherDisputeAnswer } from '../../schemas/calls/publishers';
import type { PublisherLead } from '../../schemas/leads/publisher-leads';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import { whoOf } from './delivery-columns';

/** The publisher's objection, and our answer: agreed, and the lead counts as accepted, or declined. */
export function AnswerDialog({ row, onClose }: { row: PublisherLead; onClose: () => void }): ReactNode {
  useFocusBack();
  const invalidate = useInvalidate();
  const [agreed, setAgreed] = useState(true);
  const form = useScreenForm({
    id: 'answer',
    values: { answer: '' },
    save: async ({ answer }) => {
      const { message } = await call(publisherDisputeAnswer, { id: row.id, agreed, answer: answer.trim() });
      toasts.success(message ?? 'Answer saved');
      for (const resource of ['publisher-leads', 'publishers']) void invalidate({ resource, invalidates: ['list', 'detail'] });
      onClose();
    },
  });
  const leave = useUnsaved(form.formState.isDirty && !form.saving);
  const button = (agrees: boolean, text: string): ReactNode => (
    <Button
      key={text}
      type={agrees ? 'primary' : 'default'}
      htmlType="submit"
      form={form.formId}
      loading={form.saving && agreed === agrees}
      onClick={() => setAgreed(agrees)}
    >
      {text}
    </Button>
  );
  return (
    <Modal
      open
      width={480}
      title={`Dispute of ${whoOf(row)}`}
      footer={[button(false, 'Decline'), button(true, 'Agree')]}
      onCancel={() => leave(onClose)}
    >
      <FormFrame form={form} className="p-form-fields">
        <div className="pp-said">
          <p className="p-lines">{row.dispute_text}</p>
          {row.dispute_proof ? <a href={row.dispute_proof}>Proof</a> : null}
          {row.reason ? <p className="p-quiet">{row.reason}</p> : null}
        </div>
        <FormField form={form} name="answer" label="Answer to the publisher" required="Answer is required">
          {(input) => <Input.TextArea {...input} rows={3} maxLength={1000} autoFocus />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
