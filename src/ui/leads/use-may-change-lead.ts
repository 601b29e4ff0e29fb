import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { leadPanel } from '../../schemas/calls/lead-page';
import { leadRecords } from '../../schemas/kit/named-resources';
import type { Action } from '../../providers/ability';

/**
 * Whether this user may do it with this lead: their role allows it, and the lead is more to them than a referral that they have
 * not accepted, which only shows it.
 */
export function useMayChangeLead(
  id: string,
  subject: string | { readonly name: string } = leadRecords,
  action: Action = 'update',
): boolean {
  const may = useMayDo(subject)(action);
  return !useIsOnlyRead(id) && may;
}

/** Whether only a referral to this user shows them the lead. Says no until the lead's panel has loaded. */
export const useIsOnlyRead = (id: string): boolean =>
  useCall(leadPanel, { id }, { retry: false, staleTime: Infinity }).data?.referral?.only_read === true;
