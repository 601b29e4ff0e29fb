import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { addFollowUp, refreshLeadWork, rescheduleFollowUp } from '../../providers/calls/lead-calls';
import { MomentField } from '../time/moment-field';
import { serverNow } from '../time/server-clock';
import { messageOf } from '../page/states';
import { toasts } from '../toasts/toasts';
import { useFocusBack } from '../dialogs/use-focus-back';

/** A new follow-up for a lead, or another time for one (`followUpId`). */
export function FollowUpDialog({
  leadId,
  leadName,
  followUpId,
  onClose,
}: {
  leadId: string;
  leadName: string;
  followUpId?: string;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const [at, setAt] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const save = async (): Promise<void> => {
    if (saving) return;
    if (!at || Date.parse(at) < serverNow() - 60_000) {
      setRefused(at ? 'Choose a time that is still to come.' : 'Choose a time.');
      return;
    }
    setSaving(true);
    setRefused(undefined);
    try {
      if (followUpId) await rescheduleFollowUp(followUpId, at);
      else await addFollowUp(leadId, at, note.trim());
      toasts.success(followUpId ? 'Follow-up rescheduled' : 'Follow-up added');
      void refreshLeadWork(client);
      onClose();
    } catch (error) {
      setRefused(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      width={440}
      title={`${followUpId ? 'Reschedule' : 'Add follow-up'} · ${leadName}`}
      okText={followUpId ? 'Reschedule' : 'Add follow-up'}
      okButtonProps={{ loading: saving }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form
        className="p-follow-up"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label htmlFor="p-follow-up-at">Followup Date</label>
        <MomentField id="p-follow-up-at" value={at} onChange={setAt} invalid={refused !== undefined} />
        {followUpId ? null : (
          <>
            <label htmlFor="p-follow-up-note">Note</label>
            <Input
              id="p-follow-up-note"
              maxLength={2000}
              value={note}
              placeholder="What it is about"
              onChange={(event) => setNote(event.target.value)}
            />
          </>
        )}
        {refused ? (
          <p className="p-refused" role="alert">
            {refused}
          </p>
        ) : null}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
