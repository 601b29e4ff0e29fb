import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { attendanceDay, type AttendanceDayDetail } from '../../schemas/calls/attendance-report';
import { words } from '../../kinds/kind';
import { useFocusBack } from '../dialogs/use-focus-back';
import { pageLoader } from '../page/page-loader';
import { ErrorState } from '../page/states';
import { localInput, plainDate } from '../time/dates';
import { hoursText } from '../time/hours-text';
import './day-drawer.css';
import { DayMark, dayMarkText } from './day-mark';

/** One person's day in full. `onCorrect`: asks for other times of this day. */
export function DayDrawer(props: {
  userId: string;
  date: string;
  onClose: () => void;
  onCorrect?: (() => void) | undefined;
}): ReactNode {
  useFocusBack();
  const { userId, date, onClose, onCorrect } = props;
  const { data, error, refetch } = useCall(attendanceDay, { user_id: userId, date }, { retry: false });
  return (
    <Drawer
      open
      size={480}
      title={data ? `${data.name}, ${plainDate(date)}` : plainDate(date)}
      onClose={onClose}
      footer={onCorrect ? <Button onClick={onCorrect}>Ask for a correction</Button> : null}
    >
      {data ? (
        <Day day={data} />
      ) : error ? (
        <ErrorState what="This day could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        pageLoader
      )}
    </Drawer>
  );
}

function Day({ day }: { day: AttendanceDayDetail }): ReactNode {
  const { calls } = day;
  return (
    <div className="p-day-detail">
      <p className="p-day-head">
        <DayMark codes={day.codes} /> {dayMarkText(day.codes)}
        {day.note ? <span className="p-quiet"> · {day.note}</span> : null}
      </p>
      <Facts
        title="Attendance"
        facts={[
          ['Shift', day.shift ? `${day.shift.name}, ${day.shift.start} to ${day.shift.end}` : 'None'],
          ['First in', clockOf(day.check_in)],
          ['Last out', clockOf(day.check_out)],
          ['Where', day.mode ? words(day.mode) : '–'],
          ['Late by', lasting(day.late_minutes)],
          ['Left early by', lasting(day.early_minutes)],
          ['Overtime', lasting(day.overtime_minutes)],
          ['Remark', day.remark ?? '–'],
        ]}
      />
      {day.times.length > 1 ? (
        <List title="Check-ins and check-outs">
          {day.times.map(({ at, what }) => (
            <li key={`${what} ${at}`}>
              <span>{what === 'in' ? 'Checked in' : 'Checked out'}</span>
              <span className="p-num">{clockOf(at)}</span>
            </li>
          ))}
        </List>
      ) : null}
      <Facts
        title="Working time"
        facts={[
          ['First sign-in', clockOf(day.first_login)],
          ['Last sign-out or activity', clockOf(day.last_seen)],
          ['Working time', hoursText(day.work_seconds)],
          ['Breaks', hoursText(day.break_seconds)],
          ['Idle', day.idle_seconds === null ? '–' : hoursText(day.idle_seconds)],
        ]}
      />
      {day.breaks.length ? (
        <List title="Breaks">
          {day.breaks.map(({ reason, from, to, seconds }) => (
            <li key={from}>
              <span>{reason}</span>
              <span className="p-num">
                {clockOf(from)} to {to ? clockOf(to) : 'now'} ({hoursText(seconds)})
              </span>
            </li>
          ))}
        </List>
      ) : null}
      <Facts
        title="On leads"
        facts={[
          ...day.acts.map(({ what, count }) => [what, String(count)] as const),
          ['Calls dialled', String(calls.dialled)],
          ['Connected', String(calls.connected)],
          ['Inbound calls answered', String(calls.answered)],
          ['Talk time', hoursText(calls.talk_seconds)],
        ]}
      />
    </div>
  );
}

/** '09:47' on the tenant's clock; the day is in the title. */
const clockOf = (at: string | null): string => localInput(at).slice(11, 16) || '–';
const lasting = (minutes: number): string => (minutes ? hoursText(minutes * 60) : '–');

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="p-num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function List({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
