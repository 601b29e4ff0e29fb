import { Modal, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { linesInOrder, type ReportingLine } from '../../schemas/kit/reporting-lines';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { DayInput } from '../../ui/time/day-input';
import { today } from '../../ui/time/today';
import { loopOf } from './use-move';

interface NewManager {
  readonly reports_to: string | null;
  readonly on: string;
}
/** The choice of nobody; no user has such an id. */
const top = 'top';

/** Chooses the new manager of a person and from when; people below that person are not offered. */
export function MoveDialog({
  who,
  manager: dropped,
  lines,
  onMove,
  onClose,
}: {
  who: ReportingLine;
  /** The one whom the person was dropped on. */
  manager?: ReportingLine | undefined;
  lines: readonly ReportingLine[];
  /** Null: to the top. */
  onMove: (manager: ReportingLine | null, on: string) => void;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const managers = linesInOrder(lines)
    .map(({ line }) => line)
    .filter((line) => line.person.active && !loopOf(who, line) && line.person.id !== who.person.reports_to);
  const form = useScreenForm<NewManager>({
    id: 'uh',
    values: { reports_to: dropped?.person.id ?? null, on: today() },
    save: async ({ reports_to: id, on }) => {
      const manager = managers.find(({ person }) => person.id === id);
      onClose();
      if (manager || id === top) onMove(manager ?? null, on);
    },
  });
  const chosen = useWatch({ control: form.control, name: 'reports_to' });
  return (
    <Modal
      open
      width={440}
      title={`Move ${who.person.name ?? 'this person'}`}
      okText="Move"
      okButtonProps={{ htmlType: 'submit', form: form.formId, disabled: !chosen }}
      afterOpenChange={focusFirstField(form.formId)}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="reports_to" label="New manager">
          {(input) => (
            <Select
              {...input}
              className="p-select"
              placeholder="Select a person"
              showSearch={{ optionFilterProp: 'label' }}
              options={[
                ...(who.person.reports_to === null ? [] : [{ value: top, label: 'Nobody, at the top' }]),
                ...managers.map(({ person }) => ({
                  value: person.id,
                  label: [person.name ?? '–', person.role_name].filter(Boolean).join(' · '),
                })),
              ]}
              notFoundContent="No one else to report to"
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="on"
          label="Takes effect"
          help="On a later day the move is planned, and carried out when that day begins"
        >
          {(input) => <DayInput input={input} from={today()} to={dayjs(today()).add(1, 'year').format('YYYY-MM-DD')} />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
