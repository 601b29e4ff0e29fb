import { useCallback, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../providers/session/session';
import { browserStored } from '../../providers/stored';
import { onDemand } from '../../ui/dialogs/on-demand';
import { afterFirstRows, useDelay } from '../../ui/actions/use-delay';
import './announcement-slot.css';

const bone = <span className="p-bone" aria-hidden="true" />;
const AnnouncementBanner = onDemand('announcements', () => import('./announcement-banner'));
/** Under this key: the user for whom a banner was shown on the last visit. */
const key = 'announcement-room';

/**
 * The place for banners under the header; their code loads after the first rows. Pages must not shift, so if the last visit had a
 * banner its space is reserved until the announcements are known. A banner that arrives unexpectedly covers the bottom of the
 * page; the next page starts below it.
 */
export function AnnouncementSlot(): ReactNode {
  const userId = useSession()?.user.id;
  const ready = useDelay(afterFirstRows);
  const [known, setKnown] = useState<boolean>();
  const [kept] = useState(() => userId !== undefined && browserStored.read(key) === userId);
  const { pathname } = useLocation();
  const taken = known ?? kept;
  // The page on which space was taken, and whether the page had that space from its start.
  const [page, setPage] = useState({ pathname, had: taken });
  if (page.pathname !== pathname || (page.had && !taken)) setPage({ pathname, had: taken });
  const know = useCallback(
    (taken: boolean): void => {
      setKnown(taken);
      browserStored.write(key, taken ? userId : undefined);
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
