import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import { Count, countWords, followUpsPath } from './count';
import { LineIcon } from '../../ui/marks/line-icon';
import { MenuIcon } from './menu-icon';

const places = [
  { label: 'Dashboard', icon: 'Dashboard', to: '/', route: '/dashboard' },
  { label: 'Leads', icon: 'Leads', to: '/leads?type=all', route: '/leads' },
  { label: 'Reports', icon: 'Reports', to: '/lead-reports', route: '/lead-reports' },
  { label: 'FollowUps', icon: 'FollowUps', to: followUpsPath, route: '/myfollowup', except: [1, 6] },
] as const;

/** The phone's bottom bar (MOBILE family), with the pages that exist; roles 1 and 6 have no follow-ups. */
export function BottomBar({
  role,
  routes,
  overdue,
}: {
  role: number;
  routes: ReadonlySet<string>;
  overdue?: number | undefined;
}): ReactNode {
  const { pathname } = useLocation();
  const shown = places.filter(
    (place) => routes.has(place.route) && !('except' in place && place.except.some((one) => one === role)),
  );
  const live = routes.has(liveCalls) && pathname !== liveCalls;
  return (
    <>
      {live ? (
        <nav aria-label="Calls">
          <Link to={liveCalls} className="p-floating" aria-label="Live Calls">
            <LineIcon path={receiver} size={20} />
          </Link>
        </nav>
      ) : null}
      <nav className="p-bottom-bar" aria-label="Short cuts">
        {shown.map(({ label, icon, to, route }) => (
          <Link key={label} to={to} aria-current={pathname.startsWith(route) ? 'page' : undefined}>
            <MenuIcon name={icon} />
            {label}
            {route === '/myfollowup' ? <Count of={overdue} what={countWords[followUpsPath]} /> : null}
          </Link>
        ))}
      </nav>
    </>
  );
}

const liveCalls = '/leads/live-call';
const receiver =
  'M5.2 2.400 3.400 3a1.300 1.300 0 0 0-.9 1.400c.5 4.900 4.200 8.600 9.100 9.100a1.300 1.300 0 0 0 1.400-.9l.6-1.800-3-1.600-1.300 1.300a8 8 0 0 1-3.800-3.800l1.300-1.300-1.600-3ZM10 2.400a3.600 3.600 0 0 1 3.600 3.600';
