import { useQueryClient } from '@tanstack/react-query';
import { Popconfirm } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../providers/calls/call';
import { callKey, useCall } from '../../providers/calls/use-call';
import {
  changeReportSchedule,
  deleteReportSchedule,
  reportSchedulesList,
  type ShownSchedule,
} from '../../schemas/calls/report-schedules';
import { dayRanges } from '../../schemas/kit/day-ranges';
import { scheduleWords } from '../../schemas/kit/report-schedule';
import { Icon } from '../../ui/marks/icon';
import { ErrorState } from '../../ui/page/states';
import { shortTime } from '../../ui/time/dates';
import type { HubReport } from './hub-reports';
import { toasts } from '../../ui/toasts/toasts';

/** The reports that go out by email: the user's own, and those sent to them. */
export function Schedules({ reports }: { reports: readonly HubReport[] }): ReactNode {
  const { data, error, refetch } = useCall(reportSchedulesList, {}, { retry: false });
  if (error) return <ErrorState what="The scheduled reports could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data?.length) return null;
  return (
    <section className="rp-cards" aria-label="Scheduled by email">
      <h2>Scheduled by email</h2>
      <ul className="rp-schedules">
        {data.map((one) => (
          <Schedule key={one.id} schedule={one} report={reports.find(({ name }) => name === one.report)} />
        ))}
      </ul>
    </section>
  );
}

function Schedule({ schedule: one, report }: { schedule: ShownSchedule; report: HubReport | undefined }): ReactNode {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const done = async (work: Promise<{ readonly message?: string }>): Promise<void> => {
    setBusy(true);
    try {
      toasts.success((await work).message ?? 'Saved.');
      await client.invalidateQueries({ queryKey: callKey(reportSchedulesList) });
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
  };
  const isPaused = one.status !== 1;
  return (
    <li className="rp-schedule">
      <div>
        {report ? <Link to={`${report.path}${one.address ? `?${one.address}` : ''}`}>{one.name}</Link> : <b>{one.name}</b>}
        <span className="p-quiet">
          {scheduleWords(one)} · {dayRanges[one.range]}
          {one.format ? ` · with ${one.format.toUpperCase()}` : ''} · to {one.recipients.join(', ')}
          {one.mine ? '' : ` · by ${one.user_name ?? 'a former user'}`}
        </span>
        <span className={one.failed ? 'p-wrong' : 'p-quiet'}>
          {isPaused ? (one.failed ? '' : 'Paused. ') : one.next_at ? `Next: ${shortTime(one.next_at)}. ` : ''}
          {one.last_result
            ? `${one.last_at && !one.failed ? `${shortTime(one.last_at)}: ` : ''}${one.last_result}`
            : 'Not sent yet.'}
        </span>
      </div>
      {one.mine ? (
        <>
          <button
            type="button"
            className="p-icon-button"
            disabled={busy}
            aria-label={`${isPaused ? 'Resume' : 'Pause'} ${one.name}`}
            title={isPaused ? 'Resume' : 'Pause'}
            onClick={() => void done(call(changeReportSchedule, { id: one.id, status: isPaused ? 1 : 0 }))}
          >
            <Icon name={isPaused ? 'check' : 'pause'} />
          </button>
          <Popconfirm
            title={`Delete ${one.name}?`}
            description="It will no longer be sent."
            okText="Delete"
            okButtonProps={{ danger: true }}
            onConfirm={() => void done(call(deleteReportSchedule, { id: one.id }))}
          >
            <button type="button" className="p-icon-button" disabled={busy} aria-label={`Delete ${one.name}`} title="Delete">
              <Icon name="trash" />
            </button>
          </Popconfirm>
        </>
      ) : null}
    </li>
  );
}
