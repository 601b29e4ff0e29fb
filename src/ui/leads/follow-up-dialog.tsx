import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { addFollowUp } from '../../providers/calls/follow-up-calls';
import { refreshLeadWork, rescheduleFollowUp } from '../../providers/calls/lead-calls';
import { newKey } from '../../providers/calls/new-key';
import { focusFirstField } from '../dialogs/focus-first-field';
import { useFocusBack } from '../dialogs/use-focus-back';
import { FormField } from '../forms/form-field';
import { FormFrame } from '../forms/form-frame';
import { useScreenForm } from '../forms/use-screen-form';
import { serverNow } from '../time/server-clock';
import { toasts } from '../toasts/toasts';
import { FollowUpTimeField } from './follow-up-time';
import { mayPlanAt } from './may-plan-at';

interface Planned {
  /** ISO with Z. */
  readonly call_date_time: string | null;
  readonly note: string;
}
const empty: Planned = { call_date_time: null, note: '' };

/** A new follow-up for a lead, or another time for one (`followUpId`). */
export function FollowUpDialog({
  leadId,
  leadName,
  followUpId,
  userId,
  onClose,
}: {
  leadId: string;
  leadName: string;
  followUpId?: string;
  /** Whose it is, where it is not the signed-in user's. */
  userId?: string;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const [clientRef] = useState(newKey);
  const form = useScreenForm<Planned>({
    id: 'p-follow-up',
    values: empty,
    save: async ({ call_date_time: at, note }) => {
      if (!at || !(await mayPlanAt(client, at, userId))) return;
      if (followUpId) await rescheduleFollowUp(followUpId, at);
      else await addFollowUp(leadId, at, note.trim(), clientRef);
      toasts.success(followUpId ? 'Follow-up rescheduled' : 'Follow-up added');
      refreshLeadWork(client);
      onClose();
    },
  });
  return (
    <Modal
      open
      width={440}
      title={`${followUpId ? 'Reschedule' : 'Add follow-up'} · ${leadName}`}
      okText={followUpId ? 'Reschedule' : 'Add follow-up'}
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
      afterOpenChange={focusFirstField(form.formId)}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="call_date_time" label="Followup Date" required="Choose a time" check={pastFault}>
          {({ id, value, onChange, ref, status, 'aria-describedby': describedBy }) => (
            <FollowUpTimeField
              userId={userId}
              id={id}
              ref={ref}
              value={value}
              onChange={onChange}
              invalid={status === 'error'}
              describedBy={describedBy}
            />
          )}
        </FormField>
        {followUpId ? null : (
          <FormField form={form} name="note" label="Note">
            {(input) => <Input {...input} maxLength={2000} placeholder="What it is about" />}
          </FormField>
        )}
      </FormFrame>
    </Modal>
  );
}

const pastFault = (at: string | null): string | undefined =>
  at && Date.parse(at) < serverNow() - 60_000 ? 'Choose a time that is still to come' : undefined;
