import { useEffect, useState } from 'react';
import { call } from '../../providers/calls/call';
import { onLive } from '../../providers/live/live';
import { afterFirstRows } from '../../ui/actions/use-delay';
import { menuCounts, type MenuCounts } from '../../schemas/calls/menu-counts';

/** Requested after the first rows, then on notifications, when the window gets the focus, and every five minutes. */
const lookEvery = 300_000;
const leastGap = 60_000;
const countedTypes = new Set(['leave', 'approval_needed', 'ticket_assigned', 'followup_due', 'followup_overdue']);

/** The counts of open work for the menu; undefined until they are known. A failure is only logged. */
export function useMenuCounts(userId: string | undefined): MenuCounts | undefined {
  const [counts, setCounts] = useState<MenuCounts>();
  useEffect(() => {
    if (!userId) return undefined;
    let here = true;
    let asked = Infinity; // the focus event has no effect before the first request
    const ask = (): void => {
      asked = Date.now();
      call(menuCounts, {}).then(
        ({ data }) => here && setCounts(data),
        (error: unknown) => console.error(error),
      );
    };
    const look = (): void => void (Date.now() - asked >= leastGap && ask());
    const first = setTimeout(ask, afterFirstRows);
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), lookEvery);
    const stop = onLive('crm_notification', ({ notifications }) => void (countedTypes.has(notifications.type) && ask()));
    window.addEventListener('focus', look);
    return () => {
      here = false;
      clearTimeout(first);
      clearInterval(timer);
      stop();
      window.removeEventListener('focus', look);
    };
  }, [userId]);
  return counts;
}
