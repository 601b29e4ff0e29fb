import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { MenuIcon } from './menu-icon';

const places = [
  { label: 'Dashboard', icon: 'Dashboard', to: '/', route: '/dashboard' },
  { label: 'Leads', icon: 'Leads', to: '/leads?type=all', route: '/leads' },
  { label: 'Reports', icon: 'Reports', to: '/lead-reports', route: '/lead-reports' },
  { label: 'FollowUps', icon: 'FollowUps', to: '/myfollowup?stage=today', route: '/myfollowup', except: [1, 6] },
] as const;

/** The phone's bar (MOBILE family): only pages that are there; follow-ups not for roles 1 and 6. */
export function BottomBar({ role, routes }: { role: number; routes: ReadonlySet<string> }): ReactNode {
  const { pathname } = useLocation();
  const shown = places.filter(
    (place) => routes.has(place.route) && !('except' in place && (place.except as readonly number[]).includes(role)),
  );
  return (
    <nav className="p-bottom-bar" aria-label="Short cuts">
      {shown.map(({ label, icon, to, route }) => (
        <Link key={label} to={to} aria-current={pathname.startsWith(route) ? 'page' : undefined}>
          <MenuIcon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
