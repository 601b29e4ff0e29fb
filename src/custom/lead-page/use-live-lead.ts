import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { leadChanged } from '../../providers/calls/lead-calls';

/** The page shows what others change of the lead, and that it was merged, deleted or reassigned. */
export function useLiveLead(id: string): void {
  const client = useQueryClient();
  useSubscription({ channel: 'resources/leads', params: { id }, onLiveEvent: () => leadChanged(client, id) });
}
