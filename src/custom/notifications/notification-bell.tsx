import { useEffect, useState, type ReactNode } from 'react';
import { onLive } from '../../providers/live/live';
import type { ShellPartProps } from '../../providers/screens/screens';
import { LineIcon } from '../../ui/marks/line-icon';
import { showOutside } from '../../ui/page/browser-notice';
import { setUnread } from '../../ui/page/page-title';
import { onDemand, useWarm } from '../../ui/dialogs/on-demand';
import { Popover } from '../../ui/dialogs/popover';
import './notifications.css';
import { useNotifications } from './use-notifications';

const NotificationPanel = onDemand('notification-panel', () => import('./notification-panel'));

/** The bell in the header, its badge, and the list under it. */
export function NotificationBell({ leadsTo }: Pick<ShellPartProps, 'leadsTo'>): ReactNode {
  const notifications = useNotifications();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { unread, arrive, follow } = notifications;
  useWarm(NotificationPanel);
  useEffect(() => onLive('following', follow), [follow]);
  useEffect(
    () =>
      onLive('crm_notification', (item) => {
        arrive(item);
        if (item.push) showOutside(item._id, item.notifications.message);
      }),
    [arrive],
  );
  useEffect(() => {
    setUnread(unread);
    return () => setUnread(0);
  }, [unread]);
  const badge = unread > 999 ? '999+' : String(unread);
  return (
    <>
      <button
        type="button"
        className="p-shell-button p-bell"
        aria-label={unread ? `Notifications, ${badge} unread` : 'Notifications'}
        title="Notifications"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <LineIcon path={bell} size={18} />
        {unread ? <b>{badge}</b> : null}
      </button>
      {anchor ? (
        <Popover anchor={anchor} label="Notifications" onClose={() => setAnchor(null)}>
          <NotificationPanel notifications={notifications} leadsTo={leadsTo} onLeave={() => setAnchor(null)} />
        </Popover>
      ) : null}
    </>
  );
}

const bell =
  'M8 2.2a3.8 3.8 0 0 1 3.8 3.800c0 3.400 1.400 4.400 1.400 4.400H2.800s1.400-1 1.400-4.400A3.800 3.800 0 0 1 8 2.200ZM6.600 12.800a1.500 1.500 0 0 0 2.800 0';
