import { useEffect, useRef, useState } from 'react';
import { currentSession, useSession } from '../../providers/session/session';
import { botReply } from './bot-reply';
import { addReply, archiveChat, deleteChat, maySend, openChat, sendMessage, startChat } from './change-chats';
import { noChats, type Attachment, type Chats } from './chat';
import { readStoredChats, storageKey, storeChats } from './stored-chats';
import { serverNow } from '../../ui/time/server-clock';

const replyAfter = 1000;

/** The user's chats with the bot, stored in this browser; nothing is sent to a server. */
export function useChats(brand: string) {
  const session = useSession();
  const key = session ? storageKey(session) : undefined;
  const [state, setState] = useState<Chats>(() => (key ? readStoredChats(key) : noChats));
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(state);
  const pending = useRef(new Map<ReturnType<typeof setTimeout>, () => Chats>());
  useEffect(() => {
    const answers = pending.current;
    // someone who leaves within the second finds the reply on return; after a sign-out nothing is left behind
    return () => {
      for (const [timer, answer] of answers) {
        clearTimeout(timer);
        latest.current = answer();
        if (key && currentSession()) storeChats(key, latest.current.chats);
      }
    };
  }, [key]);

  const put = (next: Chats): void => {
    const open = next.chats[next.current]?.id;
    const chats = key ? storeChats(key, next.chats) : next.chats;
    latest.current = chats === next.chats ? next : { chats, current: chats.findIndex(({ id }) => id === open) };
    setState(latest.current);
  };
  const reply = (id: string, text: string): void => {
    setWaiting((now) => new Set(now).add(id));
    const answer = (): Chats => addReply(latest.current, id, botReply(text, brand), new Date(serverNow()).toISOString());
    const timer = setTimeout(() => {
      pending.current.delete(timer);
      setWaiting((now) => new Set([...now].filter((one) => one !== id)));
      put(answer());
    }, replyAfter);
    pending.current.set(timer, answer);
  };

  return {
    ...state,
    /** Chats that wait for a reply. */
    waiting,
    send(text: string, attachments: readonly Attachment[]): boolean {
      if (!maySend(text, attachments)) return false;
      const next = sendMessage(latest.current, text, attachments, new Date(serverNow()).toISOString());
      put(next);
      reply(next.chats[next.current]!.id, text);
      return true;
    },
    start: () => put(startChat(latest.current)),
    open: (index: number) => put(openChat(latest.current, index)),
    archive: (index: number, archived: boolean) => put(archiveChat(latest.current, index, archived)),
    remove: (index: number) => put(deleteChat(latest.current, index)),
  };
}
