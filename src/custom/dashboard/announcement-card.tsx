import { useState, type ReactNode } from 'react';
import { useAnnouncements, useSeen } from '../../providers/calls/announcements';
import type { CurrentAnnouncement } from '../../schemas/calls/announcements';
import { AnnouncementText, announcementLooks } from '../../ui/page/announcement';
import { Tag } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';
import { afterFirstRows } from '../../ui/actions/use-delay';

/** Current announcements, dismissed ones included. It comes last, so that nothing shifts when it loads. */
export default function AnnouncementCard(): ReactNode {
  const { all = [], answer } = useAnnouncements(afterFirstRows);
  const [whole, setWhole] = useState(false);
  const shown = whole ? all : all.slice(0, few);
  useSeen(shown);
  if (!all.length) return null;
  return (
    <section className="db-card" aria-label="What is announced">
      <header className="db-head">
        <h2>Announcements</h2>
        <span className="p-num">{all.length}</span>
      </header>
      <ul className="db-news">
        {shown.map((one) => (
          <AnnouncementItem key={one.id} of={one} onAcknowledge={() => answer(one.id, 'acknowledged')} />
        ))}
      </ul>
      {all.length > shown.length ? (
        <button type="button" className="p-link db-news-rest" onClick={() => setWhole(true)}>
          Show all {all.length}
        </button>
      ) : null}
    </section>
  );
}
/** The number shown before "Show all". */
const few = 5;

function AnnouncementItem({ of, onAcknowledge }: { of: CurrentAnnouncement; onAcknowledge: () => Promise<void> }): ReactNode {
  const [busy, setBusy] = useState(false);
  const { tone, word } = announcementLooks[of.type];
  const acknowledge = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await onAcknowledge().catch((error: unknown) => toasts.error(error));
    setBusy(false);
  };
  return (
    <li>
      <div className="db-news-head">
        <Tag tone={tone}>{word}</Tag>
        {of.pinned ? <span className="p-quiet">Pinned</span> : null}
        <span className="p-quiet">
          <Time at={of.starts_at} />
        </span>
      </div>
      <h3>{of.title}</h3>
      <AnnouncementText of={of} />
      {of.must_acknowledge ? (
        of.acknowledged_at ? (
          <p className="p-quiet">
            Acknowledged <Time at={of.acknowledged_at} />
          </p>
        ) : (
          <button type="button" className="p-chip" aria-busy={busy} onClick={() => void acknowledge()}>
            Acknowledge
          </button>
        )
      ) : null}
    </li>
  );
}
