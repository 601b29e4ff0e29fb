import { logged, useCall } from '../../providers/calls/use-call';
import { onLive } from '../../providers/live/live';
import { afterFirstRows, useDelay } from '../../ui/actions/use-delay';
import { menuCounts, type MenuCounts } from '../../schemas/calls/menu-counts';
import { useFreshCount, type CountEvents } from './use-fresh-count';

/** Requested after the first rows, then on notifications, when the window gets the focus, and every five minutes. */
const lookEvery = 300_000;
const countedTypes = new Set(['leave', 'approval_needed', 'ticket_assigned', 'followup_due', 'followup_overdue']);
const events: CountEvents = (ask) =>
  onLive('crm_notification', ({ notifications }) => {
    if (countedTypes.has(notifications.type)) ask();
  });

/** The counts of open work for the menu; undefined until they are known. A failure is only logged. */
export function useMenuCounts(userId: string | undefined): MenuCounts | undefined {
  const enabled = useDelay(afterFirstRows) && userId !== undefined;
  const query = useCall(
    menuCounts,
    {},
    { enabled, staleTime: Infinity, refetchInterval: lookEvery, retry: false, around: logged },
  );
  useFreshCount(query, enabled, events);
  return query.data;
}
