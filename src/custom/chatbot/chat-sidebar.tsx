import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import type { Chat } from './chat';

interface ChatSidebarProps {
  readonly chats: readonly Chat[];
  readonly current: number;
  readonly onNew: () => void;
  readonly onOpen: (index: number) => void;
  readonly onArchive: (index: number, archived: boolean) => void;
  readonly onDelete: (index: number) => void;
  readonly onClose: () => void;
}

/** The chat history: a side panel, on a phone an overlay. Newest first. */
export function ChatSidebar(props: ChatSidebarProps): ReactNode {
  const [search, setSearch] = useState('');
  const [archive, setArchive] = useState(false);
  const found = props.chats
    .map((chat, index) => ({ chat, index }))
    .filter(({ chat }) => matches(chat, search))
    .reverse();
  const active = found.filter(({ chat }) => !chat.archived);
  const archived = found.filter(({ chat }) => chat.archived);
  const list = (rows: typeof found): ReactNode =>
    rows.length ? (
      <ul className="p-bot-chats">
        {rows.map(({ chat, index }) => (
          <ChatRow key={chat.id} {...props} chat={chat} index={index} />
        ))}
      </ul>
    ) : (
      <p className="p-bot-none p-quiet">{search.trim() ? 'No chats found' : 'no chats'}</p>
    );
  return (
    <>
      <div className="p-bot-veil" onClick={props.onClose} aria-hidden="true" />
      <aside className="p-bot-side" aria-label="Chats">
        <div className="p-bot-tools">
          <Button type="primary" block icon={<Icon name="plus" />} onClick={props.onNew}>
            New Chat
          </Button>
          <button type="button" className="p-icon-button p-bot-close" aria-label="Close chats" onClick={props.onClose}>
            <Icon name="close" />
          </button>
        </div>
        <Input
          allowClear
          prefix={
            <span className="p-quiet">
              <Icon name="search" size={14} />
            </span>
          }
          placeholder="Search chats..."
          aria-label="Search chats"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className="p-bot-history">
          {list(active)}
          <button type="button" className="p-bot-fold" aria-expanded={archive} onClick={() => setArchive(!archive)}>
            <Icon name={archive ? 'down' : 'right'} size={14} />
            Archived Chats
            {archived.length ? <span className="p-quiet">{archived.length}</span> : null}
          </button>
          {archive ? list(archived) : null}
        </div>
      </aside>
    </>
  );
}

function ChatRow({
  chat,
  index,
  current,
  onOpen,
  onArchive,
  onDelete,
}: ChatSidebarProps & { chat: Chat; index: number }): ReactNode {
  return (
    <li className={index === current ? 'p-bot-chat p-current' : 'p-bot-chat'}>
      <button
        type="button"
        className="p-bot-open"
        title={chat.fullTitle}
        aria-current={index === current}
        onClick={() => onOpen(index)}
      >
        <span className="p-cut">{chat.title}</span>
        <span className="p-cut p-quiet">{chat.preview}</span>
      </button>
      <MenuButton
        label={`More for ${chat.title}`}
        choices={[
          { label: chat.archived ? 'Unarchive' : 'Archive', choose: () => onArchive(index, !chat.archived) },
          { label: 'Delete', choose: () => onDelete(index) },
        ]}
      >
        <Icon name="more" />
      </MenuButton>
    </li>
  );
}

function matches({ fullTitle, title, messages }: Chat, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return !wanted || [title, fullTitle, ...messages.map(({ text }) => text)].some((text) => text.toLowerCase().includes(wanted));
}
