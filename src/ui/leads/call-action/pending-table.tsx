import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { PendingFollowUp } from '../../../schemas/calls/call-actions';
import { fullTime, overdueBy, shortTime } from '../../time/dates';
import { Icon } from '../../marks/icon';
import { StageTag } from '../stage-tag';
import { focusFirstUsable } from './first-usable';
import type { FollowUpLine } from './use-call-action';

const finishBefore = 'Please complete the previous followup before adding a new one.'; // D-062

/** Those marked done since the modal opened stay visible as done. */
export function PendingTable({
  lines,
  colorOf,
  onDone,
}: {
  lines: readonly FollowUpLine[];
  colorOf: (stageName: string | null) => string | null;
  onDone: (line: PendingFollowUp) => void;
}): ReactNode {
  return (
    <table className="ca-pending">
      <caption>Pending Followup</caption>
      <thead>
        <tr>
          <th scope="col">Followup At</th>
          <th scope="col">Stage</th>
          <th scope="col">Created At</th>
          <th scope="col">
            Mark Status{' '}
            <Tooltip title={finishBefore}>
              <span className="ca-hint" tabIndex={0} role="note" aria-label={finishBefore}>
                <Icon name="question" size={14} />
              </span>
            </Tooltip>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <time
                className={!line.doneAt && overdueBy(line.call_date_time) ? 'p-due p-late' : 'p-due'}
                dateTime={line.call_date_time}
                title={fullTime(line.call_date_time)}
              >
                <Icon name={!line.doneAt && overdueBy(line.call_date_time) ? 'warning' : 'clock'} size={14} />
                {shortTime(line.call_date_time)}
              </time>
            </td>
            <td>
              <StageTag name={line.btn_message} color={colorOf(line.btn_message)} />
            </td>
            <td>{fullTime(line.created_date)}</td>
            <td>
              {line.doneAt ? (
                <span className="ca-done">
                  <Icon name="check" size={14} /> Done {fullTime(line.doneAt).slice(-5)}
                </span>
              ) : (
                <Button
                  size="small"
                  icon={<Icon name="check" size={14} />}
                  onClick={({ currentTarget }) => {
                    focusAfter(currentTarget);
                    onDone(line);
                  }}
                >
                  Mark done
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The button disappears: the focus goes to the next one, or to the form that could not be saved before. */
function focusAfter(button: HTMLElement): void {
  const all = button.closest('table')?.querySelectorAll('button') ?? [];
  const next = [...all].find((one) => one !== button);
  if (next) next.focus();
  else focusFirstUsable();
}
