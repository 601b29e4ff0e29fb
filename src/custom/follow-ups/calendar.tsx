import type { ReactNode } from 'react';
import { useFollowUpCalendar } from '../../providers/calls/follow-up-calls';
import type { CalendarEntry as FollowUpEntry } from '../../schemas/calls/follow-up-work';
import { counted } from '../../schemas/kit/counted';
import { leadPath } from '../../schemas/kit/lead-page';
import { Calendar, dayText, type CalendarEntry } from '../../ui/calendar/calendar';
import { daysShown, type CalendarView } from '../../ui/calendar/calendar-days';
import { ErrorState } from '../../ui/page/states';
import { serverNow } from '../../ui/time/server-clock';

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
  if (error) return <ErrorState what="The calendar could not be loaded" error={error} onRetry={() => void refetch()} />;
  const entryOf = (row: FollowUpEntry): CalendarEntry => ({
    id: row.id,
    to: leadPath(row.lead_id),
    at: row.call_date_time,
    name: row.lead_name ?? 'Lead',
    about: row.btn_message ?? 'Follow-up',
    color: colorOf(row.btn_message),
    state: row.state === 'done' ? 'done' : Date.parse(row.call_date_time) < serverNow() ? 'overdue' : undefined,
  });
  return (
    <Calendar
      view={view}
      day={day}
      days={days}
      loading={data === undefined}
      refreshing={isPlaceholderData}
      none="No follow-ups on this day."
      onDay={(to) => onMove(view, to)}
      dayOf={(date) => {
        const found = data?.find((one) => one.date === date);
        const open = found?.open ?? 0;
        return {
          count: open,
          label: `${dayText(date)}: ${counted(open, 'open follow-up')}`,
          total: found?.count ?? 0,
          entries: (found?.rows ?? []).map(entryOf),
          onOpen: () => onMove('day', date),
        };
      }}
    />
  );
}
