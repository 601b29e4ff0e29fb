import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { reassignLeads, refreshLeadWork } from '../../providers/calls/lead-calls';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ColleagueSelect } from '../../ui/fields/colleague-select';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import type { LeadsToRefer } from '../../ui/leads/refer-dialog';

type DialogLeads = Pick<LeadsToRefer, 'chosen' | 'text'>;

interface NewOwner {
  readonly user_id: string | undefined;
  readonly reason: string;
}
const empty: NewOwner = { user_id: undefined, reason: '' };

/** Assigns leads to another user, with a reason for the owner history. */
export function ReassignDialog({ leads, onClose }: { leads: DialogLeads; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const form = useScreenForm<NewOwner>({
    id: 'ld',
    values: empty,
    save: async ({ user_id, reason }) => {
      if (!user_id) return;
      const { message, data } = await reassignLeads(leads.chosen, user_id, reason.trim());
      toasts.success(message ?? `${data.changed} re-assigned.`);
      refreshLeadWork(client);
      onClose(true);
    },
  });
  const chosen = useWatch({ control: form.control, name: 'user_id' });
  return (
    <Modal
      open
      width={440}
      title={`Re-assign ${leads.text}`}
      okText="Re-assign"
      okButtonProps={{ htmlType: 'submit', form: form.formId, disabled: !chosen, loading: form.saving }}
      onCancel={() => onClose(false)}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="user_id" label="New owner">
          {({ id, value, onChange }) => <ColleagueSelect id={id} value={value} placeholder="Select a user" onChange={onChange} />}
        </FormField>
        <FormField form={form} name="reason" label="Reason">
          {(input) => <Input {...input} maxLength={300} placeholder="Shown in the owner history" />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
