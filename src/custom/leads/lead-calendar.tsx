import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { leadCalendar, type CalendarDay } from '../../schemas/calls/lead-looks';
import { counted } from '../../schemas/kit/counted';
import { isDay } from '../../schemas/kit/day-ranges';
import { leadPath } from '../../schemas/kit/lead-page';
import { Calendar } from '../../ui/calendar/calendar';
import { daysShown } from '../../ui/calendar/calendar-days';
import { ErrorState } from '../../ui/page/states';
import { plainDate } from '../../ui/time/dates';
import { today } from '../../ui/time/today';
import type { ListQuery } from './board/use-stage-leads';

type Span = 'month' | 'week';

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
  const asked = address.get('day') ?? '';
  const day = isDay(asked) ? asked : today();
  const span: Span = address.get('span') === 'week' ? 'week' : 'month';
  const days = daysShown(span, day);
  const each = span === 'week' ? 20 : 3;
  const found = useCall(
    leadCalendar,
    { query, from: days[0] ?? day, days: days.length, each },
    { retry: false, keepPrevious: true, version: 'leads' },
  );
  const go = (to: { day?: string; span?: Span }): void => {
    const next = new URLSearchParams(address);
    next.set('day', to.day ?? day);
    if ((to.span ?? span) === 'week') next.set('span', 'week');
    else next.delete('span');
    setAddress(next, { replace: true });
  };
  if (found.isError)
    return <ErrorState what="The calendar could not be loaded" error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <Calendar
      view={span}
      day={day}
      days={days}
      loading={found.isPending}
      refreshing={found.isPlaceholderData}
      onDay={(to) => go({ day: to })}
      tools={
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
      }
      dayOf={(date) => {
        const one = found.data?.find((other) => other.day === date);
        const count = one?.count ?? 0;
        return {
          count,
          label: `${counted(count, 'lead')} on ${plainDate(date)}`,
          total: count,
          exact: one?.exact,
          entries: (one?.leads ?? []).map(({ id, name, at }) => ({ id, to: leadPath(id), at, name: name ?? 'No name' })),
          onOpen: one && count ? () => onDay(one) : undefined,
        };
      }}
    />
  );
}
