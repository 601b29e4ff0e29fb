import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { followUpsKey, loadFollowUps, markDone, refreshLeadWork, type FollowUpPage } from '../../providers/calls/lead-calls';
import type { FollowUpRow, FollowUpType } from '../../schemas/calls/call-actions';
import { toasts } from '../../ui/toasts/toasts';

export const pageSize = 25;

/** One page of a tab, and marking a row done: it leaves at once and comes back when the server says no. */
export function useFollowUps(type: FollowUpType, page: number) {
  const client = useQueryClient();
  const queryKey = followUpsKey(type, page, pageSize);
  const query = useQuery({
    queryKey,
    queryFn: () => loadFollowUps(type, page, pageSize),
    placeholderData: keepPreviousData,
  });
  const finish = async (row: FollowUpRow): Promise<void> => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData<FollowUpPage>(queryKey);
    if (before) client.setQueryData<FollowUpPage>(queryKey, without(before, row, type));
    try {
      await markDone(row.call_action_id, 'followup_list');
      toasts.success('Followup done successfully.');
    } catch (error) {
      console.error('follow-up could not be marked done', error);
    }
    await refreshLeadWork(client);
  };
  return { query, finish };
}

function without(page: FollowUpPage, row: FollowUpRow, type: FollowUpType): FollowUpPage {
  return {
    rows: page.rows.filter((one) => one.id !== row.id),
    count: Math.max(0, page.count - 1),
    counts: { ...page.counts, [type]: Math.max(0, page.counts[type] - 1), done: page.counts.done + 1 },
  };
}
