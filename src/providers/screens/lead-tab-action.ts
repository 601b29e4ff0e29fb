import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRecord } from '../../schemas/kit/is-record';

/** What a link to a tab of the lead page begins there. It is the state of the address, so that Back does not begin it again. */
export type LeadTabAction = 'meeting' | 'note';
export const tabAction = (action: LeadTabAction): { readonly action: LeadTabAction } => ({ action });

/** Calls `begin` once when the tab was opened to do this. */
export function useLeadTabAction(action: LeadTabAction, begin: () => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isMeant = isRecord(state) && state['action'] === action;
  useEffect(() => {
    if (!isMeant) return;
    begin();
    void navigate(pathname + search, { replace: true });
  }, [isMeant, begin, navigate, pathname, search]);
}
