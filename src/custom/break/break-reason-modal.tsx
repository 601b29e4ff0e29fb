import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import { saveStatus } from './save-status';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** In the order in which they are offered. */
const reasons = ['Manual Call', 'Customer Counselling', 'Lunch Break', 'Tea / Coffee Break'] as const;

/** Asks for a reason before a break starts; nothing is saved without one. */
export default function BreakReasonModal({ onClose }: { onClose: () => void }): ReactNode {
  useFocusBack();
  const form = useScreenForm<{ reason: string | undefined }>({
    values: { reason: undefined },
    save: async ({ reason }) => {
      if (!reason) return toasts.warning('Choose Break Reason');
      try {
        toasts.success(await saveStatus(1, reason));
        onClose();
      } catch {
        toasts.error('Error!');
      }
    },
  });
  return (
    <Modal
      title="Break Reason"
      open
      onCancel={onClose}
      afterOpenChange={focusFirstField(form.formId)}
      okText="Save"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      cancelText="Cancel"
      width={400}
      centered
    >
      <FormFrame form={form}>
        <Controller
          control={form.control}
          name="reason"
          render={({ field: { value, onChange } }) => (
            <div className="p-break-reasons" role="radiogroup" aria-label="Break Reason">
              {reasons.map((one) => (
                <label key={one}>
                  <input type="radio" name="break-reason" checked={one === value} onChange={() => onChange(one)} />
                  {one}
                </label>
              ))}
            </div>
          )}
        />
      </FormFrame>
    </Modal>
  );
}
