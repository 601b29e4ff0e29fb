import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { reassignLeads, refreshLeadWork } from '../../providers/lead-calls';
import { ColleagueSelect } from '../../ui/colleague-select';
import { messageOf } from '../../ui/states';
import { useToasts } from '../../ui/toasts';

/** Gives leads to another user, with a reason for the owner history. */
export function ReassignDialog({
  leads,
  onClose,
}: {
  leads: readonly { readonly id: string; readonly name: string }[];
  onClose: (done: boolean) => void;
}): ReactNode {
  const client = useQueryClient();
  const toasts = useToasts();
  const [userId, setUserId] = useState<string>();
  const [reason, setReason] = useState('');
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const save = async (): Promise<void> => {
    if (!userId || saving) return;
    setSaving(true);
    setRefused(undefined);
    try {
      const { message, data } = await reassignLeads(
        leads.map((lead) => lead.id),
        userId,
        reason.trim(),
      );
      toasts.success(message ?? `${data.changed} re-assigned.`);
      void refreshLeadWork(client);
      onClose(true);
    } catch (error) {
      setRefused(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      width={440}
      title={leads.length === 1 ? `Re-assign ${leads[0]!.name}` : `Re-assign ${leads.length} leads`}
      okText="Re-assign"
      okButtonProps={{ disabled: !userId, loading: saving }}
      onOk={() => void save()}
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
          onPressEnter={() => void save()}
        />
        {refused ? (
          <p className="ld-refused" role="alert">
            {refused}
          </p>
        ) : null}
      </div>
    </Modal>
  );
}
