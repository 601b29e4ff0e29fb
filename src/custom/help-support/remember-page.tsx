import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { rememberPage } from './ticket-draft';

/** Remembers the page that the user visited before Help and Support; a ticket reports it. */
export default function RememberPage(): ReactNode {
  const { pathname, search } = useLocation();
  useEffect(() => rememberPage(pathname + search), [pathname, search]);
  return null;
}
