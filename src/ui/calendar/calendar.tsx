import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useKeys } from '../actions/use-keys';
import { Icon } from '../marks/icon';
import { countText } from '../marks/numbers';
import { useNarrow } from '../page/use-narrow';
import { localInput, plainDate } from '../time/dates';
import { today } from '../time/today';
import { dayTurned, type CalendarView } from './calendar-days';
import './calendar.css';

/** Something at a time of a day; it opens the page `to`. */
export interface CalendarEntry {
  readonly id: string;
  readonly to: string;
  readonly at: string;
  readonly name: string;
  /** What it is about, in its tooltip. */
  readonly about?: string;
  /** The colour of its dot; undefined: it has none. */
  readonly color?: string | null | undefined;
  readonly state?: 'done' | 'overdue' | undefined;
}
export interface DayShown {
  /** The number next to the date. */
  readonly count: number;
  /** The date and the number in words. */
  readonly label: string;
  /** How many entries the day has, or that it has more than that: `entries` are the first of them. */
  readonly total: number;
  readonly exact?: boolean | undefined;
  readonly entries: readonly CalendarEntry[];
  readonly onOpen?: (() => void) | undefined;
}

/** Days, weeks or a month of entries; the arrow keys and `t` turn it. */
export function Calendar({
  view,
  day,
  days,
  dayOf,
  loading,
  refreshing,
  tools,
  none,
  onDay,
}: {
  view: CalendarView;
  day: string;
  /** As `daysShown` says them. */
  days: readonly string[];
  dayOf: (date: string) => DayShown;
  loading: boolean;
  /** What is shown is of other days still. */
  refreshing: boolean;
  tools?: ReactNode;
  /** Said of an empty day that is shown alone. */
  none?: string;
  onDay: (day: string) => void;
}): ReactNode {
  const turn = (by: 1 | -1) => (): void => onDay(dayTurned(view, day, by));
  const goToday = (): void => onDay(today());
  useKeys({ ArrowLeft: ['Earlier', turn(-1)], ArrowRight: ['Later', turn(1)], t: ['Today', goToday] });
  return (
    <section className="p-calendar" aria-label="Calendar" aria-busy={loading || refreshing || undefined}>
      <div className="p-calendar-head">
        <Button size="small" aria-label="Earlier" icon={<Icon name="left" size={14} />} onClick={turn(-1)} />
        <Button size="small" aria-label="Later" icon={<Icon name="right" size={14} />} onClick={turn(1)} />
        <Button size="small" onClick={goToday}>
          Today
        </Button>
        <h2 aria-live="polite">{titleOf(view, day, days)}</h2>
        {tools}
      </div>
      <div className={`p-calendar-days ${looks[view]}${refreshing ? ' p-dim' : ''}`}>
        {days.map((date) => (
          <Day
            key={date}
            date={date}
            shown={dayOf(date)}
            view={view}
            outside={view === 'month' && date.slice(0, 7) !== day.slice(0, 7)}
            none={none}
          />
        ))}
      </div>
    </section>
  );
}

const looks: Readonly<Record<CalendarView, string>> = {
  day: 'p-calendar-of-day',
  week: 'p-calendar-of-week',
  month: 'p-calendar-of-month',
};
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** 'Mon 12 Mar 2026' */
export const dayText = (date: string): string => `${weekdayOf(date)} ${plainDate(date)}`;
const weekdayOf = (date: string): string => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? '';

function Day(props: {
  date: string;
  shown: DayShown;
  view: CalendarView;
  /** Of another month than the one that is shown. */
  outside: boolean;
  none: string | undefined;
}): ReactNode {
  const { date, shown, view, outside, none } = props;
  const isBare = useNarrow() && view === 'month';
  const entries = isBare ? [] : shown.entries;
  const more = shown.total - entries.length;
  const isNow = date === today();
  const head = (
    <>
      <span className="p-calendar-weekday">{weekdayOf(date)}</span>
      <span className="p-calendar-number p-num">{Number(date.slice(8))}</span>
      {shown.count ? <span className="p-calendar-count p-num">{countText(shown.count, shown.exact)}</span> : null}
    </>
  );
  return (
    <div
      className={['p-calendar-day', outside ? 'p-calendar-outside' : '', isNow ? 'p-calendar-now' : ''].filter(Boolean).join(' ')}
      aria-current={isNow ? 'date' : undefined}
    >
      {shown.onOpen ? (
        <button type="button" className="p-calendar-date" aria-label={shown.label} onClick={shown.onOpen}>
          {head}
        </button>
      ) : (
        <span className="p-calendar-date">{head}</span>
      )}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {view !== 'day' && more > 0 && !isBare ? (
        <button type="button" className="p-link p-calendar-more" onClick={shown.onOpen}>
          {countText(more, shown.exact)} more
        </button>
      ) : null}
      {view === 'day' && !shown.total && none ? <p className="p-quiet">{none}</p> : null}
      {view === 'day' && more > 0 ? <p className="p-quiet">The first {entries.length} are shown.</p> : null}
    </div>
  );
}

const stateLooks = { done: 'p-calendar-done', overdue: 'p-calendar-overdue' } as const;

function Entry({ entry: { to, at, name, about, color, state } }: { entry: CalendarEntry }): ReactNode {
  const clock = localInput(at).slice(11);
  const said = state ? `, ${state}` : '';
  return (
    <Link
      className={state ? `p-calendar-entry ${stateLooks[state]}` : 'p-calendar-entry'}
      to={to}
      title={`${clock} ${name}${about ? ` · ${about}` : ''}${said}`}
    >
      {color === undefined ? null : (
        <span className="p-calendar-dot" style={color ? { background: color } : undefined} aria-hidden="true" />
      )}
      <time className="p-num" dateTime={at}>
        {clock}
      </time>
      <span className="p-cut">{name}</span>
      <span className="p-visually-hidden">{said}</span>
    </Link>
  );
}

const months = 'January February March April May June July August September October November December'.split(' ');
function titleOf(view: CalendarView, day: string, days: readonly string[]): string {
  if (view === 'day') return dayText(day);
  if (view === 'month') return `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
  return `${plainDate(days[0])} to ${plainDate(days.at(-1))}`;
}
