import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShownCard } from '../../schemas/kit/dashboard';
import type { AnyResource } from '../../schemas/kit/resource';
import { plainDate } from '../../ui/time/dates';
import { countText, pathOf } from './list-of';

/** A column for each day, week or month; the days at both ends are written. */
export function DashboardTrend({ resource, card: { bars = [] } }: { resource: AnyResource; card: ShownCard }): ReactNode {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <>
      <ol className="p-dashboard-trend">
        {bars.map(({ value, count, query }) => {
          const text = `${plainDate(String(value))}: ${countText(count)}`;
          return (
            <li key={String(value)}>
              <Link to={pathOf(resource, query)} aria-label={text} title={text}>
                <i style={{ height: `${(count / most) * 100}%` }} />
              </Link>
            </li>
          );
        })}
      </ol>
      <p className="p-dashboard-ends p-quiet" aria-hidden="true">
        <span>{plainDate(String(bars[0]?.value))}</span>
        <span>{plainDate(String(bars.at(-1)?.value))}</span>
      </p>
    </>
  );
}
