import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFollowUpCalendar } from '../../providers/calls/follow-up-calls';
import type { CalendarDay, CalendarEntry } from '../../schemas/calls/follow-up-work';
import { counted } from '../../schemas/kit/counted';
import { leadPath } from '../../schemas/kit/lead-page';
import { useKeys } from '../../ui/actions/use-keys';
import { Icon } from '../../ui/marks/icon';
import { ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { localInput, plainDate } from '../../ui/time/dates';
import { today } from '../../ui/time/day-presets';
import { serverNow } from '../../ui/time/server-clock';
import { daysShown, dayTurned, type CalendarView } from './calendar-range';
import './calendar.css';

interface CalendarProps {
  readonly view: CalendarView;
  readonly day: string;
  readonly userId: string | undefined;
  readonly colorOf: (stage: string | null | undefined) => string | null;
  readonly onMove: (view: CalendarView, day: string) => void;
}

/** A user's follow-ups by day, week or month. */
export default function FollowUpCalendar({ view, day, userId, colorOf, onMove }: CalendarProps): ReactNode {
  const days = daysShown(view, day);
  const most = view === 'month' ? 3 : 100;
  const { data, error, isPlaceholderData, refetch } = useFollowUpCalendar(
    { from: days[0] ?? day, to: days.at(-1) ?? day, most },
    userId,
  );
  const turn = (by: 1 | -1) => (): void => onMove(view, dayTurned(view, day, by));
  const goToday = (): void => onMove(view, today());
  useKeys({ ArrowLeft: ['Earlier', turn(-1)], ArrowRight: ['Later', turn(1)], t: ['Today', goToday] });
  if (error) return <ErrorState what="The calendar could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <section className="fc" aria-label="Calendar" aria-busy={data === undefined || isPlaceholderData || undefined}>
      <div className="fc-head">
        <Button size="small" aria-label="Earlier" icon={<Icon name="left" size={14} />} onClick={turn(-1)} />
        <Button size="small" aria-label="Later" icon={<Icon name="right" size={14} />} onClick={turn(1)} />
        <Button size="small" onClick={goToday}>
          Today
        </Button>
        <h2 aria-live="polite">{titleOf(view, day, days)}</h2>
      </div>
      <div className={`fc-days ${looks[view]}${isPlaceholderData ? ' p-dim' : ''}`}>
        {days.map((one) => (
          <Day
            key={one}
            date={one}
            found={data?.find(({ date }) => date === one)}
            view={view}
            outside={view === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
            colorOf={colorOf}
            onOpen={() => onMove('day', one)}
          />
        ))}
      </div>
    </section>
  );
}

const looks: Readonly<Record<CalendarView, string>> = { day: 'fc-view-day', week: 'fc-view-week', month: 'fc-view-month' };
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const weekdayOf = (date: string): string => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? '';

function Day(props: {
  date: string;
  found: CalendarDay | undefined;
  view: CalendarView;
  outside: boolean;
  colorOf: CalendarProps['colorOf'];
  onOpen: () => void;
}): ReactNode {
  const { date, found, view, outside, colorOf, onOpen } = props;
  const narrow = useNarrow();
  const rows = narrow && view === 'month' ? [] : (found?.rows ?? []);
  const more = (found?.count ?? 0) - rows.length;
  const said = `${weekdayOf(date)} ${plainDate(date)}: ${counted(found?.open ?? 0, 'open follow-up')}`;
  return (
    <div className={['fc-day', outside ? 'fc-outside' : '', date === today() ? 'fc-now' : ''].filter(Boolean).join(' ')}>
      <button type="button" className="fc-date" aria-label={said} onClick={onOpen}>
        <span className="fc-weekday">{weekdayOf(date)}</span>
        <span className="fc-number p-num">{Number(date.slice(8))}</span>
        {found?.open ? <span className="fc-count p-num">{found.open}</span> : null}
      </button>
      {rows.map((row) => (
        <Entry key={row.id} row={row} color={colorOf(row.btn_message)} />
      ))}
      {view !== 'day' && more > 0 && !(narrow && view === 'month') ? (
        <button type="button" className="p-link fc-more" onClick={onOpen}>
          {more} more
        </button>
      ) : null}
      {view === 'day' && !found?.count ? <p className="p-quiet">No follow-ups on this day.</p> : null}
      {view === 'day' && more > 0 ? <p className="p-quiet">The first {rows.length} are shown.</p> : null}
    </div>
  );
}

function Entry({ row, color }: { row: CalendarEntry; color: string | null }): ReactNode {
  const late = row.state === 'pending' && Date.parse(row.call_date_time) < serverNow();
  const look = row.state === 'done' ? 'fc-entry fc-done' : late ? 'fc-entry fc-late' : 'fc-entry';
  const state = row.state === 'done' ? ', done' : late ? ', overdue' : '';
  const clock = localInput(row.call_date_time).slice(11);
  return (
    <Link
      className={look}
      to={leadPath(row.lead_id)}
      title={`${clock} ${row.lead_name ?? 'Lead'} · ${row.btn_message ?? 'Follow-up'}${state}`}
    >
      <span className="fc-dot" style={color ? { background: color } : undefined} aria-hidden="true" />
      <time className="p-num" dateTime={row.call_date_time}>
        {clock}
      </time>
      <span className="p-cut">{row.lead_name ?? 'Lead'}</span>
      <span className="p-visually-hidden">{state}</span>
    </Link>
  );
}

const months = 'January February March April May June July August September October November December'.split(' ');
function titleOf(view: CalendarView, day: string, days: readonly string[]): string {
  if (view === 'day') return `${weekdayOf(day)} ${plainDate(day)}`;
  if (view === 'month') return `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
  return `${plainDate(days[0])} to ${plainDate(days.at(-1))}`;
}
