import { useCallback, useState, type ReactNode } from 'react';
import { useSession } from '../../providers/session';
import { onDemand } from '../../ui/on-demand';
import { afterFirstRows, useWaited } from '../../ui/use-waited';
import './announcement-room.css';

const bone = <span className="p-bone" aria-hidden="true" />;
const AnnouncementBanner = onDemand('announcements', () => import('./announcement-banner'));
/** Whose room was taken when it was last seen. */
const key = 'announcement-room';

/**
 * Where banners stand, under the header. Their code comes after the first rows; a room that was taken at the last visit is kept
 * until they are known, so that the page does not move.
 */
export function AnnouncementRoom(): ReactNode {
  const userId = useSession()?.user.id;
  const ready = useWaited(afterFirstRows);
  const [known, setKnown] = useState<boolean>();
  const [kept] = useState(() => userId !== undefined && localStorage.getItem(key) === userId);
  const know = useCallback(
    (taken: boolean): void => {
      setKnown(taken);
      if (taken && userId) localStorage.setItem(key, userId);
      else localStorage.removeItem(key);
    },
    [userId],
  );
  return (
    <div className={(known ?? kept) ? 'p-banner-room' : undefined}>
      {known === undefined && kept ? bone : null}
      {ready ? <AnnouncementBanner onKnown={know} /> : null}
    </div>
  );
}
