import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useCall } from '../../../providers/calls/use-call';
import { leadCalendar, type CalendarDay } from '../../../schemas/calls/lead-looks';
import { counted } from '../../../schemas/kit/counted';
import { leadPath } from '../../../schemas/kit/lead-page';
import { Icon } from '../../../ui/marks/icon';
import { countText } from '../../../ui/marks/numbers';
import { ErrorState } from '../../../ui/page/states';
import { useNarrow } from '../../../ui/page/use-narrow';
import { plainDate, shortTime } from '../../../ui/time/dates';
import { today } from '../../../ui/time/day-presets';
import type { ListQuery } from '../board/use-stage-leads';
import './lead-calendar.css';
import { isDay, monthAfter, plusDays, shownDays } from './month-days';

type Span = 'month' | 'week';
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The leads of the list by the day of their next follow-up. A lead opens its page, a day's count the list of that day. */
export default function LeadCalendar({
  query,
  onDay,
}: {
  /** Of the list, without its page. */
  query: ListQuery;
  onDay: (day: CalendarDay) => void;
}): ReactNode {
  const [address, setAddress] = useSearchParams();
  const now = today();
  const asked = address.get('day');
  const day = isDay(asked) ? asked : now;
  const span: Span = address.get('span') === 'week' ? 'week' : 'month';
  const { from, days } = shownDays(day, span);
  const narrow = useNarrow();
  const each = span === 'week' ? 20 : narrow ? 0 : 3;
  const found = useCall(leadCalendar, { query, from, days, each }, { retry: false, keepPrevious: true, version: 'leads' });
  const go = (to: { day?: string; span?: Span }): void => {
    const next = new URLSearchParams(address);
    next.set('day', to.day ?? day);
    if ((to.span ?? span) === 'week') next.set('span', 'week');
    else next.delete('span');
    setAddress(next, { replace: true });
  };
  const step = (by: number): string => (span === 'week' ? plusDays(day, 7 * by) : monthAfter(day, by));
  if (found.isError)
    return <ErrorState what="The calendar could not be loaded" error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <div className="lc-calendar">
      <div className="lc-head">
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Previous ${span}`}
          title={`Previous ${span}`}
          onClick={() => go({ day: step(-1) })}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Next ${span}`}
          title={`Next ${span}`}
          onClick={() => go({ day: step(1) })}
        >
          <Icon name="right" />
        </button>
        <h2 className="lc-title" aria-live="polite">
          {span === 'week'
            ? `${plainDate(from)} – ${plainDate(plusDays(from, 6))}`
            : plainDate(`${day.slice(0, 7)}-01`).replace(/^\d+ /, '')}
        </h2>
        <Button size="small" disabled={day === now} onClick={() => go({ day: now })}>
          Today
        </Button>
        <Segmented<Span>
          size="small"
          aria-label="Shown at once"
          value={span}
          options={[
            { value: 'month', label: 'Month' },
            { value: 'week', label: 'Week' },
          ]}
          onChange={(next) => go({ span: next })}
        />
      </div>
      <div className={span === 'week' ? 'lc-days lc-week' : 'lc-days lc-month'} aria-busy={found.isFetching || undefined}>
        {weekdays.map((name) => (
          <span key={name} className="lc-weekday" aria-hidden="true">
            {name}
          </span>
        ))}
        {(found.data ?? []).map((one) => (
          <Day
            key={one.day}
            about={one}
            now={one.day === now}
            other={span === 'month' && one.day.slice(0, 7) !== day.slice(0, 7)}
            onDay={onDay}
          />
        ))}
      </div>
    </div>
  );
}

function Day({
  about,
  now,
  other,
  onDay,
}: {
  about: CalendarDay;
  now: boolean;
  /** Of another month than the one that is shown. */
  other: boolean;
  onDay: (day: CalendarDay) => void;
}): ReactNode {
  const { day, count, leads } = about;
  const date = plainDate(day);
  return (
    <section className={`lc-day${now ? ' lc-now' : ''}${other ? ' lc-other' : ''}`} aria-label={`${date}${now ? ', today' : ''}`}>
      <span className="lc-day-head">
        <span className="lc-number" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <span className="lc-date" aria-hidden="true">
          {date}
        </span>
        {count ? (
          <button
            type="button"
            className="p-link"
            aria-label={`${counted(count, 'lead')} on ${date}`}
            title="Show these leads"
            onClick={() => onDay(about)}
          >
            {countText(count)}
          </button>
        ) : null}
      </span>
      {leads.length ? (
        <ul>
          {leads.map((lead) => (
            <li key={lead.id}>
              <Link className="p-cut" to={leadPath(lead.id)} title={lead.name ?? 'No name'}>
                <span className="p-num p-quiet">{shortTime(lead.at, { hour: true }).slice(-5)}</span> {lead.name ?? 'No name'}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {leads.length > 3 && count > leads.length ? (
        <button type="button" className="p-link lc-more" onClick={() => onDay(about)}>
          {countText(count - leads.length)} more
        </button>
      ) : null}
    </section>
  );
}
