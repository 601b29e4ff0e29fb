import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ChatItem } from '../../schemas/calls/whatsapp-chats';
import { Icon } from '../../ui/marks/icon';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { ChatList, chatName } from './chat-list';
import { openChatSession, type ChatSession } from './chat-session';
import { StaleNote } from './stale-note';
import { Thread } from './thread';
import { useChats, type Chats } from './use-chats';
import './wa-client.css';

type Place = 'inbox' | 'history' | 'bic-history';

/** The built-in WhatsApp client, for the frames of /chat and on its own (D-113). It uses no shell, router or antd. */
export default function WaClient(): ReactNode {
  const [start] = useState(() => {
    const query = new URLSearchParams(window.location.search);
    const place = window.location.pathname.split('/')[2];
    const shown: Place = place === 'history' || place === 'bic-history' ? place : 'inbox';
    return {
      place: shown,
      phone: query.get('phoneNumber') ?? '',
      status: query.get('conversationStatus') ?? '',
    };
  });
  const [opening] = useState(openChatSession);
  const [client] = useState(makeClient);
  const [who, setWho] = useState<ChatSession | null>();
  useEffect(() => void opening.then(setWho), [opening]);
  return (
    <main className="p-wa" aria-label="WhatsApp conversations">
      {who ? (
        <QueryClientProvider client={client}>
          <Client {...start} who={who} />
        </QueryClientProvider>
      ) : who === undefined ? (
        <div className="p-loader" role="status" aria-label="Loading" />
      ) : (
        <EmptyState title="Please sign in to use WhatsApp." icon="lock">
          Open it from WhatsApp Communication.
        </EmptyState>
      )}
    </main>
  );
}

/** The frame reads on focus, at events and every minute by itself; a failure is shown at once, with a way to try again. */
const makeClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });

function Client({ who, place, phone, status }: { who: ChatSession; place: Place; phone: string; status: string }): ReactNode {
  const { chats, error, reload, arrivals } = useChats(who);
  const [list, setList] = useState<'mine' | 'requesting'>('mine');
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<string | null>();
  const shown = useMemo(() => (chats ? narrowed(chats[list], place, status, search) : []), [chats, list, place, status, search]);
  const all = chats ? [...chats.mine, ...chats.requesting] : [];
  // The page's `phone` selects its conversation until another one is selected.
  const wanted = picked === undefined && phone ? all.find((one) => isPhone(one, phone))?.wa_user_id : picked;
  const chat = all.find((one) => one.wa_user_id === wanted);

  if (error && !chats) return <ErrorState what="The conversations could not be shown." error={error} onRetry={reload} />;
  if (!chats) return <div className="p-loader" role="status" aria-label="Loading" />;
  return (
    <div className={chat ? 'p-wa-both p-wa-open' : 'p-wa-both'}>
      <aside className="p-wa-side" aria-label="Conversations">
        <label className="p-wa-search">
          <Icon name="search" size={14} />
          <input
            type="search"
            aria-label="Search conversations"
            placeholder="Name or number"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
        {place === 'inbox' ? (
          <div className="p-wa-lists" role="group" aria-label="Which conversations">
            <button type="button" aria-pressed={list === 'mine'} onClick={() => setList('mine')}>
              Chats
            </button>
            <button type="button" aria-pressed={list === 'requesting'} onClick={() => setList('requesting')}>
              Requests{chats.requesting.length ? ` (${chats.requesting.length})` : ''}
            </button>
          </div>
        ) : null}
        {error ? <StaleNote what="This list may be out of date." onRetry={reload} /> : null}
        {shown.length ? (
          <ChatList chats={shown} chosen={chat?.wa_user_id} onChoose={(one) => setPicked(one.wa_user_id)} />
        ) : (
          <EmptyState title={emptyTitle(chats, list, place)} icon="chat" />
        )}
      </aside>
      {chat ? (
        <Thread
          key={chat.wa_user_id}
          who={who}
          chat={chat}
          type={place === 'bic-history' ? 'bic' : ''}
          arrivals={arrivals}
          onChanged={reload}
          onBack={() => setPicked(null)}
        />
      ) : (
        <div className="p-wa-none">
          <EmptyState
            title={phone && picked === undefined ? 'There is no conversation with this number yet.' : 'Choose a conversation'}
            icon="chat"
          />
        </div>
      )}
    </div>
  );
}

/** Live chats are unresolved ones, History has the resolved ones, BIC-History those that a template started (D-113). */
function narrowed(chats: readonly ChatItem[], place: Place, status: string, search: string): ChatItem[] {
  const text = search.trim().toLowerCase();
  const digits = text.replaceAll(/\D/g, '');
  return chats.filter(
    (chat) =>
      (place === 'inbox'
        ? chat.conversation_status !== 'resolved'
        : place === 'history'
          ? chat.conversation_status === 'resolved'
          : chat.is_business_initiated) &&
      (!status || chat.conversation_status === status) &&
      (!text || chatName(chat).toLowerCase().includes(text) || (digits !== '' && chat.wa_user_id.includes(digits))),
  );
}
/** Where the role does not see numbers, a chat is named by its key. */
const isPhone = (chat: ChatItem, phone: string): boolean => {
  const digits = phone.replaceAll(/\D/g, '');
  return chat.wa_user_id === phone || chat.wa_user_id === digits || chat.wa_user_id === `91${digits.slice(-10)}`;
};

function emptyTitle(chats: Chats, list: 'mine' | 'requesting', place: Place): string {
  if (list === 'requesting') return 'No requests';
  if (!chats.mine.length) return 'No conversations yet';
  return place === 'inbox' ? 'No open conversation' : 'Nothing here yet';
}
