import { useEffect, useMemo, type ReactNode } from 'react';
import { chatUpdate, conversationStates, type ChatItem } from '../../schemas/calls/whatsapp-chats';
import { Icon } from '../../ui/marks/icon';
import { EmptyState, ErrorState, messageOf } from '../../ui/page/states';
import { showToast } from '../../ui/toasts/plain-toasts';
import { chatCall } from './chat-calls';
import type { ChatSession } from './chat-session';
import { chatName } from './chat-list';
import { Composer } from './composer';
import { StaleNote } from './stale-note';
import { MessageRow } from './message-row';
import { useThread } from './use-thread';
import { useWindow } from './use-window';
import './thread.css';

const stateWords = { open: 'Open', pending: 'Pending', resolved: 'Resolved' } as const;

export interface ThreadProps {
  readonly who: ChatSession;
  readonly chat: ChatItem;
  readonly type: '' | 'bic';
  readonly arrivals: number;
  readonly onChanged: () => void;
  readonly onBack: () => void;
}

/** One conversation: its customer, messages and input. Messages shown here are marked as seen. */
export function Thread({ who, chat, type, arrivals, onChanged, onBack }: ThreadProps): ReactNode {
  const { thread, error, renew, older, stuck, retryOlder, keepFresh } = useThread(who, chat.wa_user_id, type, arrivals);
  const messages = thread?.messages ?? none;
  const ids = useMemo(() => messages.map((one) => one._id), [messages]);
  const { box, shown, total, onScroll, measure } = useWindow(ids, older);
  const [first, last] = [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? -1) + 1];
  useEffect(() => keepFresh(first, last));
  const waiting = chat.owner_id === null;
  const change = (values: object): Promise<void> =>
    chatCall(who, chatUpdate, { wa_user_id: chat.wa_user_id, ...values }).then(onChanged, (failure: unknown) =>
      showToast('error', messageOf(failure)),
    );
  const toSee = chat.unseen > 0 && chat.owner_id === who.userId && messages.length > 0;
  useEffect(() => {
    if (toSee) void change({ seen: true });
    // Once per arrival, not once per rendering.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [toSee, chat.unseen]);

  return (
    <section className="p-wa-thread" aria-label={`Chat with ${chatName(chat)}`}>
      <header className="p-wa-head">
        <button type="button" className="p-wa-round p-wa-back" aria-label="Back to the conversations" onClick={onBack}>
          <Icon name="left" />
        </button>
        <div className="p-wa-who">
          <h2>{chatName(chat)}</h2>
          <span>{chat.phone}</span>
        </div>
        {waiting ? (
          <button type="button" className="p-button" onClick={() => void change({ take: true })}>
            Take this chat
          </button>
        ) : (
          <select
            aria-label="State of the conversation"
            value={chat.conversation_status}
            onChange={({ target }) => void change({ conversation_status: target.value })}
          >
            {conversationStates.map((state) => (
              <option key={state} value={state}>
                {stateWords[state]}
              </option>
            ))}
          </select>
        )}
      </header>
      <div ref={box} className="p-wa-scroll" role="region" aria-label="Messages" tabIndex={0} onScroll={onScroll}>
        {error && !thread ? (
          <ErrorState what="The messages could not be shown." error={error} onRetry={() => void renew()} />
        ) : thread && !messages.length ? (
          <EmptyState title="No messages yet" icon="chat" />
        ) : (
          <ol style={{ height: total }} aria-live="polite">
            {shown.toReversed().map(({ index, bottom }) => (
              <MessageRow key={messages[index]!._id} message={messages[index]!} bottom={bottom} measure={measure} />
            ))}
          </ol>
        )}
        {stuck ? <StaleNote what="Older messages could not be loaded." onRetry={retryOlder} /> : null}
      </div>
      {waiting ? null : (
        <Composer
          key={chat.wa_user_id}
          who={who}
          chat={chat}
          onSent={() => {
            void renew();
            onChanged();
            box.current?.scrollTo({ top: 0 });
          }}
        />
      )}
    </section>
  );
}

const none: readonly never[] = [];
