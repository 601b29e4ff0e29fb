import { Modal } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import { toasts } from '../../ui/toasts/toasts';
import { saveStatus } from './save-status';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** In the order in which they are offered. */
const reasons = ['Manual Call', 'Customer Counselling', 'Lunch Break', 'Tea / Coffee Break'] as const;

/** Asks for a reason before a break starts; nothing is saved without one. */
export default function BreakReasonModal({ onClose }: { onClose: () => void }): ReactNode {
  useFocusBack();
  const id = useId();
  const [reason, setReason] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = useOneAtATime(async () => {
    if (!reason) return toasts.warning('Choose Break Reason');
    setBusy(true);
    try {
      toasts.success(await saveStatus(1, reason));
      onClose();
    } catch {
      toasts.error('Error!');
      setBusy(false);
    }
  });
  return (
    <Modal
      title="Break Reason"
      open
      onCancel={onClose}
      afterOpenChange={focusFirstField(id)}
      onOk={() => void save()}
      okText="Save"
      cancelText="Cancel"
      confirmLoading={busy}
      width={400}
      centered
    >
      <div id={id} className="p-break-reasons" role="radiogroup" aria-label="Break Reason">
        {reasons.map((one) => (
          <label key={one}>
            <input type="radio" name="break-reason" checked={one === reason} onChange={() => setReason(one)} />
            {one}
          </label>
        ))}
      </div>
    </Modal>
  );
}
