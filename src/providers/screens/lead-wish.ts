import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRecord } from '../../schemas/kit/is-record';

/** What a link to a tab of the lead page begins there. It is the state of the address, so that Back does not begin it again. */
export type LeadWish = 'meeting' | 'note';
export const wishing = (wish: LeadWish): { readonly wish: LeadWish } => ({ wish });

/** Calls `begin` once when the tab was opened to do this. */
export function useLeadWish(wish: LeadWish, begin: () => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isMeant = isRecord(state) && state['wish'] === wish;
  useEffect(() => {
    if (!isMeant) return;
    begin();
    void navigate(pathname + search, { replace: true });
  }, [isMeant, begin, navigate, pathname, search]);
}
