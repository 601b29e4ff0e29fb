import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

/** A history opens with today; a link that says more opens as it says, and so does a number of a report. */
export function StartingToday({ field, children }: { field: string; children: ReactNode }): ReactNode {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isSaid = [...query.keys()].some(
    (name) => name === 'cell' || name === 'view' || name === field || name.startsWith(`${field}_`),
  );
  const [begins, setBegins] = useState(!isSaid);
  if (!begins) return children;
  if (isSaid) {
    setBegins(false);
    return null;
  }
  query.set(`${field}_between`, 'today');
  return <Navigate to={{ pathname, search: `?${query.toString()}` }} replace />;
}
