import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../providers/session';
import { onDemand } from '../../ui/on-demand';
import { afterFirstRows, useWaited } from '../../ui/use-waited';
import './announcement-room.css';

const bone = <span className="p-bone" aria-hidden="true" />;
const AnnouncementBanner = onDemand('announcements', () => import('./announcement-banner'));
/** Whose room was taken when it was last seen. */
const key = 'announcement-room';

/**
 * Where banners stand, under the header. Their code comes after the first rows. No page moves by them: a room that was taken at the
 * last visit is kept until they are known, and a page that a banner comes to unforeseen is scrolled by as much as it gets lower:
 * unless it was just opened, stands at its beginning and nobody has touched it. A stranger sees its title, not half of it.
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
  const untouched = useUntouched();
  const know = useCallback(
    (taken: boolean): void => {
      const fresh = untouched() && document.getElementById('page')!.scrollTop === 0;
      if (taken && fresh) setPage((now) => ({ ...now, had: true }));
      setKnown(taken);
      if (taken && userId) localStorage.setItem(key, userId);
      else localStorage.removeItem(key);
    },
    [userId, untouched],
  );
  const room = useRef<HTMLDivElement>(null);
  const came = taken && !page.had;
  useLayoutEffect(() => {
    if (came) document.getElementById('page')!.scrollTop += room.current!.offsetHeight;
  }, [came]);
  return (
    <div ref={room} className={!taken ? undefined : came ? 'p-banner-room p-banner-came' : 'p-banner-room'}>
      {known === undefined && kept ? bone : null}
      {ready ? <AnnouncementBanner onKnown={know} /> : null}
    </div>
  );
}

const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/** Answers once whether nobody has done anything since this was mounted; later it is no news that a page is fresh. */
function useUntouched(): () => boolean {
  const fresh = useRef(true);
  useEffect(() => {
    const touched = (): void => void (fresh.current = false);
    for (const kind of touches) window.addEventListener(kind, touched, { capture: true, passive: true });
    return () => {
      for (const kind of touches) window.removeEventListener(kind, touched, { capture: true });
    };
  }, []);
  return useCallback(() => {
    const was = fresh.current;
    fresh.current = false;
    return was;
  }, []);
}
