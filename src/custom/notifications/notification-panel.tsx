import type { ReactNode, UIEvent } from 'react';
import { Link } from 'react-router-dom';
import type { ShellPartProps } from '../../providers/screens/screens';
import type { NotificationItem } from '../../schemas/calls/notifications';
import { Time } from '../../ui/time/time';
import { notificationLink } from './notification-link';
import type { useNotifications } from './use-notifications';

/** The distance from the end at which the next page is requested. */
const nearEnd = 40;

/** The list under the bell, 284 px high; scrolling loads the next page. */
export default function NotificationPanel({
  notifications,
  leadsTo,
  onLeave,
}: Pick<ShellPartProps, 'leadsTo'> & {
  notifications: ReturnType<typeof useNotifications>;
  onLeave: () => void;
}): ReactNode {
  const { items, state, more, retry, markRead, markAllRead } = notifications;
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    if (scrollHeight - scrollTop - clientHeight <= nearEnd) more?.();
  };
  return (
    <div className="p-notices">
      <div className="p-notices-head">
        <h2>Notifications</h2>
        <button type="button" className="p-link" onClick={() => void markAllRead()}>
          Mark all as read
        </button>
      </div>
      <div className="p-notices-list" style={{ height: 284 }} onScroll={onScroll}>
        {state === 'loading' ? <p role="status">Loading…</p> : null}
        {state === 'failed' ? (
          <p role="alert">
            The notifications could not be loaded.{' '}
            <button type="button" className="p-link" onClick={retry}>
              Retry
            </button>
          </p>
        ) : null}
        {state === 'shown' && !items.length ? <p>You're all caught up. New notifications will appear here.</p> : null}
        {items.length ? (
          <ul aria-label="Notifications">
            {items.map((item) => (
              <Notice key={item._id} item={item} leadsTo={leadsTo} markRead={markRead} onLeave={onLeave} />
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

function Notice({
  item,
  leadsTo,
  markRead,
  onLeave,
}: Pick<ShellPartProps, 'leadsTo'> & {
  item: NotificationItem;
  markRead: (item: NotificationItem) => Promise<void>;
  onLeave: () => void;
}): ReactNode {
  const link = notificationLink(item);
  const words = (
    <>
      <span>{item.notifications.message}</span>
      <Time at={item.notifications.time ?? item.created_at} />
    </>
  );
  return (
    <li data-read={item.read}>
      {link && leadsTo(link) ? (
        <Link
          to={link}
          onClick={() => {
            void markRead(item);
            onLeave();
          }}
        >
          {words}
        </Link>
      ) : (
        <button type="button" onClick={() => void markRead(item)}>
          {words}
        </button>
      )}
      {item.read ? null : (
        <button
          type="button"
          className="p-notice-dot"
          aria-label="Mark as read"
          title="Mark as read"
          onClick={() => void markRead(item)}
        />
      )}
    </li>
  );
}
