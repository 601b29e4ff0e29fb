import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import {
  attendanceDay,
  attendanceReport,
  type AttendanceDayDetail,
  type MonthTotals,
} from '../../schemas/calls/attendance-report';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Tag } from '../../ui/marks/tag';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { isMonth } from '../../schemas/kit/shared-fields';
import { today } from '../../ui/time/today';
import { clockText, hoursText } from '../../ui/time/hours-text';
import { Time } from '../../ui/time/time';
import './attendance.css';
import { AttendanceTabs } from './attendance-tabs';
import { CheckInButton } from './check-in-button';
import { MonthCalendar } from './month-calendar';

const DayDrawer = onDemand('attendance-day', async () => ({
  default: (await import('../../ui/attendance/day-drawer')).DayDrawer,
}));
const CorrectionDialog = onDemand('correction-dialog', async () => ({
  default: (await import('./correction-dialog')).CorrectionDialog,
}));

/** /employee/attendance: today, and the user's own month. */
export default function MonthPage(): ReactNode {
  const me = useSession()?.user.id ?? '';
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const given = query.get('month') ?? '';
  const month = isMonth(given) ? given : today().slice(0, 7);
  const now = useCall(attendanceDay, { user_id: me, date: today() }, { retry: false, refetchInterval: 60_000 });
  const report = useCall(
    attendanceReport,
    { month, user_ids: [me], inactive: true, page: 1 },
    { keepPrevious: true, retry: false },
  );
  const [opened, setOpened] = useState<string>();
  const [asking, setAsking] = useState<string>();
  const again = (): void => {
    void client.invalidateQueries({ queryKey: callKey(attendanceDay) });
    void client.invalidateQueries({ queryKey: callKey(attendanceReport) });
  };
  const own = report.data?.people[0];
  return (
    <PageFrame
      title="Attendance"
      bar={<AttendanceTabs />}
      actions={
        <>
          <Link to="/employee/leave/new">
            <Button tabIndex={-1}>Apply for leave</Button>
          </Link>
          {now.data ? <CheckInButton isIn={now.data.check_in !== null && now.data.check_out === null} onDone={again} /> : null}
        </>
      }
      padded
    >
      <div className="at-top">{now.data ? <Today day={now.data} /> : null}</div>
      <div className="at-month">
        <h2>Month</h2>
        <DatePicker
          picker="month"
          aria-label="Month"
          format="MMMM YYYY"
          allowClear={false}
          value={dayjs(`${month}-01`)}
          onChange={(chosen) => chosen && setQuery({ month: chosen.format('YYYY-MM') }, { replace: true })}
        />
        {report.data?.lock ? <Tag tone="amber">Locked</Tag> : null}
      </div>
      {own && report.data ? (
        <>
          <MonthCalendar days={report.data.days} codes={own.codes} dim={report.isPlaceholderData} onOpen={setOpened} />
          <Sums totals={own.totals} />
        </>
      ) : report.error ? (
        <ErrorState what="Your month could not be loaded" error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        pageLoader
      )}
      {opened ? (
        <DayDrawer
          userId={me}
          date={opened}
          onClose={() => setOpened(undefined)}
          onCorrect={
            opened <= today() && !report.data?.lock
              ? () => {
                  setAsking(opened);
                  setOpened(undefined);
                }
              : undefined
          }
        />
      ) : null}
      {asking ? <Correction userId={me} date={asking} onClose={() => setAsking(undefined)} /> : null}
    </PageFrame>
  );
}

/** The dialog begins with the times of the day, as far as it has some. */
function Correction({ userId, date, onClose }: { userId: string; date: string; onClose: () => void }): ReactNode {
  const { data } = useCall(attendanceDay, { user_id: userId, date }, { retry: false });
  return data ? <CorrectionDialog of={data} onClose={onClose} /> : null;
}

function Today({ day }: { day: AttendanceDayDetail }): ReactNode {
  const facts = [
    ['First in', <Time key="in" at={day.check_in} hour />],
    ['Last out', <Time key="out" at={day.check_out} hour />],
    ['Working time', hoursText(day.work_seconds)],
    ['Breaks', hoursText(day.break_seconds)],
    ['Shift', day.shift ? `${day.shift.start} to ${day.shift.end}` : 'None'],
    ['Expected', day.shift ? hoursText(expected(day.shift)) : '–'],
  ] as const;
  return (
    <dl className="at-today" aria-label="Today">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="p-num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Seconds of a shift; one over midnight ends on the next day. */
function expected({ start, end }: { readonly start: string; readonly end: string }): number {
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  return ((minutes(end) - minutes(start) + 24 * 60) % (24 * 60)) * 60;
}

function Sums({ totals }: { totals: MonthTotals }): ReactNode {
  const leave = Object.values(totals.leave).reduce((sum, days) => sum + days, 0);
  const shown = [
    ['Present', totals.present],
    ['Half days', totals.half],
    ['Absent', totals.absent],
    ['Leave', leave],
    ['Late', totals.late],
    ['Payable days', totals.payable],
    ['Average in', clockText(totals.avg_in)],
    ['Average out', clockText(totals.avg_out)],
    ['Working time', hoursText(totals.work_seconds)],
    ['Overtime', hoursText(totals.overtime_minutes * 60)],
  ] as const;
  return (
    <dl className="at-today" aria-label="Totals of the month">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="p-num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
