import type { ReactNode } from 'react';
import type { DayCode } from '../../schemas/kit/day-codes';
import { DayMark, dayMarkText } from '../../ui/attendance/day-mark';
import { plainDate } from '../../ui/time/dates';
import { today } from '../../ui/time/today';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A month as a wall calendar, weeks from Monday; each day opens. */
export function MonthCalendar(props: {
  days: readonly string[];
  codes: readonly (readonly DayCode[])[];
  dim: boolean;
  onOpen: (day: string) => void;
}): ReactNode {
  const { days, codes, dim, onOpen } = props;
  const lead = (new Date(`${days[0]}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (
    <div className={dim ? 'at-calendar p-dim' : 'at-calendar'}>
      {weekdays.map((name) => (
        <span key={name} className="at-weekday">
          {name}
        </span>
      ))}
      {days.map((day, at) => (
        <button
          key={day}
          type="button"
          className={day === today() ? 'at-day at-now' : 'at-day'}
          style={at === 0 ? { gridColumnStart: lead + 1 } : undefined}
          aria-label={`${plainDate(day)}: ${dayMarkText(codes[at] ?? [])}`}
          onClick={() => onOpen(day)}
        >
          <span className="p-num">{Number(day.slice(8))}</span>
          <DayMark codes={codes[at] ?? []} />
        </button>
      ))}
    </div>
  );
}
