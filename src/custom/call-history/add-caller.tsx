import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { call as callServer } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { addRow, listOf } from '../../providers/calls/records';
import { useCall } from '../../providers/calls/use-call';
import { linkCaller } from '../../schemas/calls/call-history';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import type { leads } from '../../schemas/leads/leads';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { phoneText } from '../../schemas/kit/phone-text';
import { toasts } from '../../ui/toasts/toasts';

const leadList = listOf<typeof leads>('leads');

/** An unknown number becomes a lead, or is linked to one that has it; its calls become calls of that lead. */
export default function AddCaller({ call, onClose }: { call: HistoryCall; onClose: () => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const phone = call.phone ?? '';
  const { data: known } = useCall(leadList, { q: phone.slice(-10), _start: 0, _end: 5 }, { retry: false });
  const link = async (id: string): Promise<void> => {
    const { message } = await callServer(linkCaller, { id: call.id, lead_id: id });
    if (message) toasts.success(message);
    refreshLeadWork(client);
    await client.invalidateQueries();
    onClose();
  };
  const form = useScreenForm({
    values: { name: '' },
    save: async ({ name }) => link((await addRow<typeof leads>('leads', { name: name.trim(), phone })).id),
  });
  return (
    <Modal open title="Create lead" onCancel={onClose} footer={null} width={420} destroyOnHidden>
      <p className="p-quiet">All calls with {phoneText(phone)} that have no lead yet will belong to the new one.</p>
      {known?.length ? (
        <div className="ch-known" role="group" aria-label="Leads with this number">
          {known.map((lead) => (
            <Button key={lead.id} onClick={() => void link(lead.id).catch(toasts.error)}>
              Link to {lead.name}
            </Button>
          ))}
        </div>
      ) : null}
      <FormFrame form={form}>
        <FormField form={form} name="name" label="Name" required="Enter the name of the caller">
          {(input) => <Input {...input} autoFocus maxLength={120} />}
        </FormField>
        <div className="ch-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" loading={form.saving}>
            Create lead
          </Button>
        </div>
      </FormFrame>
    </Modal>
  );
}
