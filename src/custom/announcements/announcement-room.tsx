import { useCallback, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../providers/session/session';
import { onDemand } from '../../ui/dialogs/on-demand';
import { afterFirstRows, useWaited } from '../../ui/actions/use-waited';
import './announcement-room.css';

const bone = <span className="p-bone" aria-hidden="true" />;
const AnnouncementBanner = onDemand('announcements', () => import('./announcement-banner'));
/** Whose room was taken when it was last seen. */
const key = 'announcement-room';

/**
 * Where banners stand, under the header. Their code comes after the first rows. No page moves by them: a room that was taken at the
 * last visit is kept until they are known, and a banner that nobody knew of lies over the foot of the page that it comes to; the next
 * page begins below it.
 */
export function AnnouncementRoom(): ReactNode {
  const userId = useSession()?.user.id;
  const ready = useWaited(afterFirstRows);
  const [known, setKnown] = useState<boolean>();
  const [kept] = useState(() => userId !== undefined && localStorage.getItem(key) === userId);
  const { pathname } = useLocation();
  const taken = known ?? kept;
  // The page that the room was taken on, and whether it had the room from its beginning.
  const [page, setPage] = useState({ pathname, had: taken });
  if (page.pathname !== pathname || (page.had && !taken)) setPage({ pathname, had: taken });
  const know = useCallback(
    (taken: boolean): void => {
      setKnown(taken);
      if (taken && userId) localStorage.setItem(key, userId);
      else localStorage.removeItem(key);
    },
    [userId],
  );
  const place = page.had ? 'p-banner-room' : 'p-banner-over';
  return (
    <div className={taken ? place : undefined}>
      {known === undefined && kept ? bone : null}
      {ready ? <AnnouncementBanner onKnown={know} /> : null}
    </div>
  );
}
