import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { reassignLeads } from '../../providers/calls/lead-calls';
import { ColleagueSelect } from '../../ui/fields/colleague-select';
import { toasts } from '../../ui/toasts/toasts';
import type { LeadsMeant } from './use-giving';
import { useLeadSave } from './use-lead-save';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** Gives leads to another user, with a reason for the owner history. */
export function ReassignDialog({ leads, onClose }: { leads: LeadsMeant; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const [userId, setUserId] = useState<string>();
  const [reason, setReason] = useState('');
  const { saving, refusal, save } = useLeadSave(() => onClose(true));
  const reassign = async (): Promise<void> => {
    if (!userId) return;
    await save(async () => {
      const { message, data } = await reassignLeads(leads.chosen, userId, reason.trim());
      toasts.success(message ?? `${data.changed} re-assigned.`);
    });
  };
  return (
    <Modal
      open
      width={440}
      title={`Re-assign ${leads.text}`}
      okText="Re-assign"
      okButtonProps={{ disabled: !userId, loading: saving }}
      onOk={() => void reassign()}
      onCancel={() => onClose(false)}
    >
      <div className="ld-reassign">
        <label htmlFor="ld-owner">New owner</label>
        <ColleagueSelect id="ld-owner" value={userId} placeholder="Select a user" onChange={setUserId} />
        <label htmlFor="ld-reason">Reason</label>
        <Input
          id="ld-reason"
          maxLength={300}
          value={reason}
          placeholder="Shown in the owner history"
          onChange={(event) => setReason(event.target.value)}
          onPressEnter={() => void reassign()}
        />
        {refusal}
      </div>
    </Modal>
  );
}
