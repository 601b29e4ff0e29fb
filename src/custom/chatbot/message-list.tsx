import type { ReactNode } from 'react';
import { Time } from '../../ui/time/time';
import { AttachmentView } from './attachment-view';
import type { Message } from './chat';

/** One chat, oldest first; `waiting` shows that the bot is about to reply. */
export function MessageList({
  messages,
  brand,
  waiting,
}: {
  messages: readonly Message[];
  brand: string;
  waiting: boolean;
}): ReactNode {
  return (
    <ol className="p-bot-messages" role="log" aria-live="polite">
      {messages.map(({ sender, text, timestamp, attachments }, at) => (
        <li key={at} className={`p-bot-message p-from-${sender}`}>
          <span className="p-bot-who">
            {sender === 'bot' ? `${brand} Bot` : 'You'} · <Time at={timestamp} />
          </span>
          {text ? <p className="p-bot-text">{text}</p> : null}
          {attachments?.map((attachment, index) => (
            <AttachmentView key={index} attachment={attachment} />
          ))}
        </li>
      ))}
      {waiting ? (
        <li className="p-bot-message p-from-bot p-quiet" role="status">
          {brand} Bot is typing…
        </li>
      ) : null}
    </ol>
  );
}
