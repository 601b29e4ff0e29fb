import type { ReactNode } from 'react';
import type { ChatItem } from '../../schemas/calls/whatsapp-chats';
import { Avatar } from '../../ui/marks/avatar';
import { shortTime } from '../../ui/time/dates';

/** Conversations, newest first; arrow keys move between them. */
export function ChatList({
  chats,
  chosen,
  onChoose,
}: {
  chats: readonly ChatItem[];
  chosen: string | undefined;
  onChoose: (chat: ChatItem) => void;
}): ReactNode {
  return (
    <ul
      className="p-wa-chats"
      aria-label="Conversations"
      onKeyDown={(event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        if (!step) return;
        event.preventDefault();
        const buttons = [...event.currentTarget.querySelectorAll('button')];
        buttons[buttons.findIndex((one) => one === document.activeElement) + step]?.focus();
      }}
    >
      {chats.map((chat) => (
        <li key={chat.wa_user_id}>
          <button type="button" aria-current={chat.wa_user_id === chosen || undefined} onClick={() => onChoose(chat)}>
            <Avatar name={chatName(chat)} size={32} />
            <span className="p-wa-chat-text">
              <span className="p-wa-chat-name">{chatName(chat)}</span>
              <span className="p-wa-chat-last">{chat.last_message || '–'}</span>
            </span>
            <span className="p-wa-chat-side">
              <span>{shortTime(chat.last_message_at)}</span>
              {chat.unseen ? (
                <span className="p-wa-unseen" aria-label={`${chat.unseen} unseen`}>
                  {chat.unseen > 99 ? '99+' : chat.unseen}
                </span>
              ) : null}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export const chatName = ({ name, phone, wa_user_id }: ChatItem): string => name || phone || `+${wa_user_id}`;
