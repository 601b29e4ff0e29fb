import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShownCard } from '../../schemas/kit/dashboard';
import type { AnyResource } from '../../schemas/kit/resource';
import { plainText } from '../kind-looks';
import { countText, pathOf } from './list-of';

/** A bar for each value, the longest first. */
export function DashboardBars({
  resource,
  card: { field = '', bars = [] },
}: {
  resource: AnyResource;
  card: ShownCard;
}): ReactNode {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  if (!bars.length) return <p className="p-quiet">Nothing to count yet.</p>;
  return (
    <ul className="p-dashboard-bars">
      {bars.map(({ value, label, count, query }) => {
        const text = value === null ? 'Empty' : plainText(resource, field, value, label);
        return (
          <li key={String(value)}>
            <span className="p-cut" title={text}>
              {text}
            </span>
            <span className="p-dashboard-meter" aria-hidden="true">
              <i style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <Link className="p-num" to={pathOf(resource, query)} aria-label={`${text}: ${countText(count)}`}>
              {countText(count)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
