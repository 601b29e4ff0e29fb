import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { rememberPage } from './ticket-draft';

/** Which page somebody was on before Help and Support: a ticket says it by itself. */
export default function RememberPage(): ReactNode {
  const { pathname, search } = useLocation();
  useEffect(() => rememberPage(pathname + search), [pathname, search]);
  return null;
}
