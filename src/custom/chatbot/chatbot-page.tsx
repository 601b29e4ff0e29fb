import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../providers/session/session';
import { ask } from '../../ui/dialogs/ask';
import { Icon } from '../../ui/marks/icon';
import { usePageTitle } from '../../ui/page/page-title';
import { ChatInput } from './chat-input';
import { ChatSidebar } from './chat-sidebar';
import { isPhone } from './is-phone';
import { MessageList } from './message-list';
import { useChats } from './use-chats';
import { WelcomeCard } from './welcome-card';
import './chatbot.css';

const scrollAfter = 100;
const deleteQuestion = 'Are you sure you want to delete this chat? This action cannot be undone.';

/** /aibot: a scripted assistant that runs only in the browser. */
export default function ChatbotPage(): ReactNode {
  const tenant = useSession()?.persisted.tenant;
  const brand = tenant?.brand_name || tenant?.name || 'Prospectus';
  const bot = useChats(brand);
  const [sidebar, setSidebar] = useState(() => !isPhone());
  const bottom = useRef<HTMLDivElement>(null);
  const chat = bot.chats[bot.current];
  const isWaiting = chat !== undefined && bot.waiting.has(chat.id);
  const length = chat?.messages.length ?? 0;
  usePageTitle('Chat with AI');

  useEffect(() => {
    if (!length) return undefined;
    const timer = setTimeout(() => bottom.current?.scrollIntoView({ block: 'end' }), scrollAfter);
    return () => clearTimeout(timer);
  }, [length, isWaiting, chat?.id]);

  const closeOnPhone = (): void => {
    if (isPhone()) setSidebar(false);
  };
  return (
    <div className="p-page p-bot">
      {sidebar ? (
        <ChatSidebar
          chats={bot.chats}
          current={bot.current}
          onNew={() => {
            bot.start();
            closeOnPhone();
          }}
          onOpen={(index) => {
            bot.open(index);
            closeOnPhone();
          }}
          onArchive={bot.archive}
          onDelete={(index) =>
            ask({
              title: `Delete '${bot.chats[index]?.title ?? ''}'?`,
              content: deleteQuestion,
              okText: 'Delete',
              okButtonProps: { danger: true },
              focusable: { autoFocusButton: 'cancel' },
              onOk: () => bot.remove(index),
            })
          }
          onClose={() => setSidebar(false)}
        />
      ) : null}
      <section className="p-bot-room" aria-label="Chat">
        <header className="p-bot-head">
          <button
            type="button"
            className="p-icon-button"
            aria-label={sidebar ? 'Hide chats' : 'Show chats'}
            aria-expanded={sidebar}
            onClick={() => setSidebar(!sidebar)}
          >
            <Icon name="columns" />
          </button>
          <h1 className="p-cut" title={chat?.fullTitle}>
            {chat?.title ?? 'Chat with AI'}
          </h1>
        </header>
        <div className="p-bot-scroll">
          {length ? (
            <MessageList messages={chat!.messages} brand={brand} waiting={isWaiting} />
          ) : (
            <WelcomeCard brand={brand} onAsk={(text) => bot.send(text, [])} />
          )}
          <div ref={bottom} />
        </div>
        <ChatInput onSend={bot.send} />
      </section>
    </div>
  );
}
