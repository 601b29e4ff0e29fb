import { useEffect, useId, useLayoutEffect, useState, type ReactNode } from 'react';
import { isOpen, useAnnouncements, useSeen, type Answer } from '../../providers/calls/announcements';
import { onLive } from '../../providers/live/live';
import type { CurrentAnnouncement } from '../../schemas/calls/announcements';
import { AnnouncementText, announcementLooks } from '../../ui/page/announcement';
import { Icon } from '../../ui/marks/icon';
import { toasts } from '../../ui/toasts/toasts';
import './announcement-banner.css';

/**
 * The announcements whose banner is shown, one at a time, pinned ones first. Collapsed to one line if it does not fit. The live
 * region is mounted before the first announcement arrives; a warning interrupts the screen reader, others wait.
 */
export default function AnnouncementBanner({ onKnown }: { onKnown: (taken: boolean) => void }): ReactNode {
  const { all, look, answer } = useAnnouncements(0);
  const [chosen, setChosen] = useState<string>();
  const [unfolded, setUnfolded] = useState<string>();
  const [busy, setBusy] = useState(false);
  const id = useId();
  const open = (all ?? []).filter(isOpen);
  const place = Math.max(
    0,
    open.findIndex((one) => one.id === chosen),
  );
  const shown = open[place];
  const taken = shown !== undefined;

  useLayoutEffect(() => {
    if (all) onKnown(taken);
  }, [all, taken, onKnown]);
  useEffect(
    () =>
      onLive('crm_notification', ({ notifications }) => {
        if (notifications.type === 'announcement') look();
      }),
    [look],
  );
  useSeen(shown ? [shown] : []);

  const done = async (given: Answer): Promise<void> => {
    if (!shown || busy) return;
    const next = open[place + 1] ?? open[place - 1];
    setBusy(true);
    try {
      await answer(shown.id, given);
      setChosen(next?.id);
      // The button now belongs to the next announcement; after the last one the page gets the focus.
      if (!next) document.getElementById('page')?.focus({ preventScroll: true });
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const must = shown?.must_acknowledge === true;
  const isUnfolded = shown !== undefined && unfolded === shown.id;
  const { tone, icon, word } = announcementLooks[shown?.type ?? 'info'];
  return (
    <section
      className={shown ? `p-banner p-banner-${tone}` : undefined}
      aria-label={shown ? 'Announcements' : undefined}
      onKeyDown={({ key }) => key === 'Escape' && setUnfolded(undefined)}
    >
      {shown ? <Icon name={icon} /> : null}
      <Line shown={shown} word={word} />
      {shown ? (
        <div className="p-banner-do">
          {open.length > 1 ? (
            <button
              type="button"
              className="p-link"
              aria-label={`Announcement ${place + 1} of ${open.length}: show the next`}
              onClick={() => setChosen(open[(place + 1) % open.length]!.id)}
            >
              {place + 1}/{open.length} <Icon name="right" size={14} />
            </button>
          ) : null}
          <button
            type="button"
            className="p-link"
            aria-expanded={isUnfolded}
            aria-controls={`${id}-whole`}
            onClick={() => setUnfolded(isUnfolded ? undefined : shown.id)}
          >
            {isUnfolded ? 'Show less' : 'Read more'}
          </button>
          <button
            type="button"
            className={must ? 'p-chip' : 'p-icon-button'}
            aria-label={must ? undefined : 'Dismiss the announcement'}
            title={must ? undefined : 'Dismiss'}
            aria-busy={busy}
            onClick={() => void done(must ? 'acknowledged' : 'dismissed')}
          >
            {must ? 'Acknowledge' : <Icon name="close" />}
          </button>
        </div>
      ) : null}
      {shown ? (
        <div id={`${id}-whole`} className="p-banner-whole" hidden={!isUnfolded}>
          <AnnouncementText of={shown} />
        </div>
      ) : null}
    </section>
  );
}

function Line({ shown, word }: { shown: CurrentAnnouncement | undefined; word: string }): ReactNode {
  const warns = shown?.type === 'warning';
  return (
    <div key={warns ? 'alert' : 'status'} role={warns ? 'alert' : 'status'} className={shown ? 'p-banner-line' : undefined}>
      {shown ? (
        <>
          <span className="p-visually-hidden">{word}: </span>
          <strong className="p-cut" title={shown.title}>
            {shown.title}
          </strong>
          <span className="p-cut">{shown.body.trim().split(/\s*\n/, 1)[0]!.slice(0, 300)}</span>
        </>
      ) : null}
    </div>
  );
}
