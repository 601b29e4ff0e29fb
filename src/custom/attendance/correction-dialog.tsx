import { Input, Modal } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { addRow } from '../../providers/calls/records';
import type { attendanceCorrections } from '../../schemas/workforce/attendance-corrections';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { DayInput } from '../../ui/time/day-input';
import { today } from '../../ui/time/today';
import { localInput, momentOf } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';

interface Asked {
  readonly date: string;
  readonly check_in: string;
  readonly check_out: string;
  readonly reason: string;
}
const clockIn = (at: string | null | undefined): string => (at ? localInput(at).slice(11, 16) : '');

/** Requests other times for a day of the user. `of`: the day as it is. */
export function CorrectionDialog({
  of,
  onClose,
}: {
  of?: { readonly date: string; readonly check_in: string | null; readonly check_out: string | null } | undefined;
  onClose: (isAsked: boolean) => void;
}): ReactNode {
  useFocusBack();
  const form = useScreenForm<Asked>({
    id: 'correction',
    values: { date: of?.date ?? today(), check_in: clockIn(of?.check_in), check_out: clockIn(of?.check_out), reason: '' },
    check: ({ check_in: came, check_out: left }) =>
      came || left ? {} : { check_in: 'Enter the time you came in, the time you left, or both' },
    save: async ({ date, check_in: came, check_out: left, reason }) => {
      // Who left before they came left in the night after.
      const leftOn = came && left && left <= came ? dayjs(date).add(1, 'day').format('YYYY-MM-DD') : date;
      await addRow<typeof attendanceCorrections>('attendance-corrections', {
        date,
        reason: reason.trim(),
        ...(came ? { check_in: momentOf(date, came) } : {}),
        ...(left ? { check_out: momentOf(leftOn, left) } : {}),
      });
      toasts.success('Your request was sent to your manager.');
      onClose(true);
    },
  });
  return (
    <Modal
      open
      width={440}
      title="Ask for a correction"
      okText="Send request"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      afterOpenChange={focusFirstField(form.formId)}
      onCancel={() => onClose(false)}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="date" label="Day" required="Choose the day">
          {(input) => <DayInput input={input} to={today()} />}
        </FormField>
        <FormField form={form} name="check_in" label="Came in at" help="Leave empty to keep the time of the day’s record">
          {(input) => <Input {...input} type="time" />}
        </FormField>
        <FormField form={form} name="check_out" label="Left at">
          {(input) => <Input {...input} type="time" />}
        </FormField>
        <FormField form={form} name="reason" label="Reason" required="Enter the reason">
          {(input) => <Input.TextArea {...input} rows={3} maxLength={300} />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
