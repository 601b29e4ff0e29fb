import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { ReportTable, ShownChart } from '../../schemas/kit/report';
import { plainDate } from '../../ui/time/dates';
import { today } from '../../ui/time/today';
import { cellLink } from '../../resources/board/cell-links';
import { numberText } from '../../resources/board/number-text';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const dayMs = 86_400_000;

/** Weeks of days, the fuller the darker; each day opens what it counted. */
export function ChartCalendar({ chart, table }: { chart: ShownChart; table: ReportTable }): ReactNode {
  const counts = new Map(chart.points.map(({ value, values }) => [value, values[0] ?? 0]));
  const most = Math.max(...counts.values(), 1);
  const column = table.columns.find(({ measure, by }) => measure === chart.measure && !by);
  const [first, last] = [Date.parse(table.from), Date.parse(table.to)];
  const days = Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, at) =>
    new Date(first + at * dayMs).toISOString().slice(0, 10),
  );
  const empty = (new Date(first).getUTCDay() + 6) % 7;
  return (
    <div className="rp-calendar">
      {weekdays.map((name) => (
        <span key={name} className="rp-weekday" aria-hidden="true">
          {name}
        </span>
      ))}
      {days.map((day, at) => {
        const count = counts.get(day) ?? 0;
        const heat = count ? Math.max(1, Math.ceil((count / most) * 4)) : 0;
        const link = count && column ? cellLink(column, { day: [day] }, table) : undefined;
        const text = numberText(count, chart.unit);
        const label = `${plainDate(day)}: ${text}`;
        return (
          <span
            key={day}
            className={`rp-date rp-heat-${heat} ${day === today() ? 'rp-today' : ''}`}
            style={at === 0 ? { gridColumnStart: empty + 1 } : undefined}
          >
            <small aria-hidden="true">{Number(day.slice(8))}</small>
            {link ? (
              <Link to={link} aria-label={label} title={label}>
                {text}
              </Link>
            ) : (
              <span title={label}>{text}</span>
            )}
          </span>
        );
      })}
    </div>
  );
}
