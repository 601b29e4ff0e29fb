import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import '../../resources/place-tabs.css';

const tabs = [
  { text: 'My month', path: '/employee/attendance' },
  { text: 'Team today', path: '/employee/attendance/team' },
  { text: 'Corrections', path: '/employee/attendance/corrections' },
  { text: 'All days', path: '/employee/attendance/days' },
] as const;

/** The four pages of attendance. */
export function AttendanceTabs(): ReactNode {
  const { pathname } = useLocation();
  return (
    <nav className="p-place-tabs" aria-label="Attendance">
      {tabs.map(({ text, path }) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
