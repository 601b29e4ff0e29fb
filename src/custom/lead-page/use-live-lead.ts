import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { refreshLeadWork } from '../../providers/calls/lead-calls';

/** The page shows what others change of the lead, and that it was merged, deleted or reassigned. */
export function useLiveLead(id: string): void {
  const client = useQueryClient();
  useSubscription({ channel: 'resources/leads', params: { id }, onLiveEvent: () => refreshLeadWork(client, id) });
}
