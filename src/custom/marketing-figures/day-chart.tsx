import type { ReactNode } from 'react';
import { plainDate } from '../../ui/time/dates';
import type { Days } from '../../ui/time/day-presets';

export interface ChartDay {
  readonly day: string;
  readonly whole: number;
  readonly part: number;
  /** In words: '24 visits, 3 with an enquiry'. */
  readonly text: string;
}

/** A bar for each day of the range, its lower part filled; the table by day has the same numbers. */
export function DayChart({
  label,
  days,
  known,
  none,
}: {
  label: string;
  days: Days;
  known: readonly ChartDay[];
  none: string;
}): ReactNode {
  const byDay = new Map(known.map((one) => [one.day, one]));
  const all = daysBetween(days).map((day) => byDay.get(day) ?? { day, whole: 0, part: 0, text: none });
  const most = Math.max(...all.map(({ whole }) => whole), 1);
  const first = all[0];
  const last = all.at(-1);
  return (
    <figure className="mf-chart" aria-label={`${label}. The table by day has the same numbers.`}>
      <svg viewBox={`0 0 ${all.length * 10} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        {all.map(({ day, whole, part, text }, at) => (
          <g key={day}>
            <title>{`${plainDate(day)}: ${text}`}</title>
            <rect className="mf-day" x={at * 10} y={0} width={10} height={100} />
            <rect className="mf-whole" x={at * 10 + 1.5} width={7} y={100 - (whole / most) * 100} height={(whole / most) * 100} />
            <rect className="mf-part" x={at * 10 + 1.5} width={7} y={100 - (part / most) * 100} height={(part / most) * 100} />
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{first ? plainDate(first.day) : ''}</span>
        <span>{last && last !== first ? plainDate(last.day) : ''}</span>
      </figcaption>
    </figure>
  );
}

function daysBetween([from, to]: Days): string[] {
  const days: string[] = [];
  const at = new Date(`${from}T00:00:00Z`);
  while (days.length < 1100 && at.toISOString().slice(0, 10) <= to) {
    days.push(at.toISOString().slice(0, 10));
    at.setUTCDate(at.getUTCDate() + 1);
  }
  return days;
}
