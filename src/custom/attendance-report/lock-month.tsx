import { Button } from 'antd';
import type { ReactNode } from 'react';
import { monthText } from '../../kinds/day-text';
import { addRow, deleteRow } from '../../providers/calls/records';
import { useMayDo } from '../../providers/rights';
import type { AttendanceMonth } from '../../schemas/calls/attendance-report';
import type { attendanceLocks } from '../../schemas/workforce/attendance-locks';
import { ask } from '../../ui/dialogs/ask';
import { Icon } from '../../ui/marks/icon';
import { Tag } from '../../ui/marks/tag';
import { today } from '../../ui/time/today';
import { fullTime } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';

/** Locks a month that is over, for payroll; an administrator can open it again. */
export function LockMonth({
  month,
  lock,
  onChanged,
}: Pick<AttendanceMonth, 'month' | 'lock'> & { onChanged: () => void }): ReactNode {
  const may = useMayDo('attendance-locks');
  const name = monthText(month);
  const change = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      toasts.success(done);
    } catch (error) {
      toasts.error(error);
    }
    onChanged();
  };
  if (lock)
    return (
      <>
        <span title={`Locked by ${lock.by ?? 'a former user'}, ${fullTime(lock.at)}`}>
          <Tag tone="amber">Locked</Tag>
        </span>
        {may('delete') ? (
          <Button
            onClick={() =>
              ask({
                title: `Unlock ${name}?`,
                content: 'Its attendance can be changed again, and its figures follow the shifts and holidays of today.',
                okText: 'Unlock',
                onOk: () => change(() => deleteRow<typeof attendanceLocks>('attendance-locks', lock.id), `${name} is unlocked.`),
              })
            }
          >
            Unlock month
          </Button>
        ) : null}
      </>
    );
  if (!may('create') || month >= today().slice(0, 7)) return null;
  return (
    <Button
      icon={<Icon name="lock" size={14} />}
      onClick={() =>
        ask({
          title: `Lock ${name}?`,
          content: 'Its attendance, leave and holidays cannot be changed until an administrator unlocks it.',
          okText: 'Lock',
          onOk: () => change(() => addRow<typeof attendanceLocks>('attendance-locks', { month }), `${name} is locked.`),
        })
      }
    >
      Lock month
    </Button>
  );
}
