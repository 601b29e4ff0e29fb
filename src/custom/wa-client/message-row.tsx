import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { ChatMessage } from '../../schemas/calls/whatsapp-chats';
import { fullTime, shortTime } from '../../ui/time/dates';
import { Icon } from '../../ui/marks/icon';
import { MarkedText } from './marked-text';

const ticks = { queued: '…', sending: '…', unknown: '?', sent: '✓', delivered: '✓✓', read: '✓✓', failed: '!' } as const;
const words = {
  queued: 'Waiting',
  sending: 'Sending',
  unknown: 'May not have been sent',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
} as const;

/** One message at its position in the thread; it reports its height once rendered. */
export function MessageRow({
  message,
  bottom,
  measure,
}: {
  message: ChatMessage;
  bottom: number;
  measure: (id: string, height: number) => void;
}): ReactNode {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const { current } = row;
    if (!current) return undefined;
    const tell = (): void => measure(message._id, current.offsetHeight);
    tell();
    const watch = new ResizeObserver(tell);
    watch.observe(current);
    return () => watch.disconnect();
  }, [message._id, measure]);
  const { direction, type, text, status, created_at, error, is_business_initiated } = message;
  return (
    <li ref={row} className={`p-wa-row p-wa-${direction}`} style={{ bottom }}>
      <div className="p-wa-bubble">
        {type === 'template' ? (
          <span className="p-wa-kind">{is_business_initiated ? 'Template, business initiated' : 'Template'}</span>
        ) : null}
        <Media message={message} />
        {text ? (
          <p>
            <MarkedText text={text} />
          </p>
        ) : null}
        <span className="p-wa-meta">
          <time dateTime={created_at} title={fullTime(created_at)}>
            {shortTime(created_at)}
          </time>
          {direction === 'out' ? (
            <span className={`p-wa-tick p-wa-${status}`} role="img" aria-label={words[status]}>
              {ticks[status]}
            </span>
          ) : null}
        </span>
        {status === 'queued' && error ? <span className="p-wa-kind">{error}</span> : null}
        {status === 'failed' ? <span className="p-wa-failed">{error || 'This message was not delivered.'}</span> : null}
        {status === 'unknown' ? (
          <span className="p-wa-failed">{error || 'WhatsApp did not answer, so this message may have been sent.'}</span>
        ) : null}
      </div>
    </li>
  );
}

function Media({ message: { type, media_url, text, direction, error } }: { message: ChatMessage }): ReactNode {
  if (type === 'text' || type === 'template') return null;
  const name = { image: 'Photo', document: 'Document', video: 'Video', audio: 'Voice message' }[type];
  if (!media_url)
    return (
      <span className="p-wa-file">
        <Icon name="file" /> {name}
        {direction === 'in' ? <span className="p-wa-kind">{error || 'is being fetched…'}</span> : null}
      </span>
    );
  if (type === 'image') return <img className="p-wa-image" src={media_url} alt={text || name} loading="lazy" />;
  if (type === 'audio') return <audio className="p-wa-audio" src={media_url} controls preload="none" aria-label={text || name} />;
  return (
    <a className="p-wa-file" href={media_url} target="_blank" rel="noopener noreferrer">
      <Icon name="download" /> {name}
    </a>
  );
}
