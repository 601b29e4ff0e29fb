import { useCallback, useEffect, useRef, useState } from 'react';
import { chatHistory, type ChatMessage } from '../../schemas/calls/whatsapp-chats';
import { chatCall } from './chat-calls';
import type { Chatter } from './chatter';

const firstPage = 20; // D-119
const olderPage = 60;

export interface Thread {
  /** Newest first. */
  readonly messages: readonly ChatMessage[];
  readonly count: number;
}

/** One chat's messages: the newest at once and again with every arrival, older ones when asked for. */
export function useThread(who: Chatter, chatId: string, type: '' | 'bic', arrivals: number) {
  const [thread, setThread] = useState<Thread>();
  const [error, setError] = useState<unknown>();
  const busy = useRef(false);
  const fetchPage = useCallback(
    async (limit: number, offset: number): Promise<Thread> => {
      const answer = await chatCall<readonly ChatMessage[]>(who, chatHistory, {
        chat_id: chatId,
        limit,
        offset,
        userId: who.userId,
        type,
      });
      return { messages: answer.data, count: answer.count ?? 0 };
    },
    [who, chatId, type],
  );
  const renew = useCallback(
    (): Promise<void> =>
      fetchPage(firstPage, 0).then((page) => {
        setThread((before) => joined(page, before));
        setError(undefined);
      }, setError),
    [fetchPage],
  );
  useEffect(() => void renew(), [renew, arrivals]);
  const older = useCallback((): void => {
    if (busy.current || !thread || thread.messages.length >= thread.count) return;
    busy.current = true;
    fetchPage(olderPage, thread.messages.length)
      .then((page) => setThread((before) => (before ? joined(before, page) : page)), setError)
      .finally(() => (busy.current = false));
  }, [fetchPage, thread]);
  return { thread, error, renew, older };
}

/** Newer before older, each message once; the newer knowledge of a message holds. */
function joined(newer: Thread, older: Thread | undefined): Thread {
  if (!older) return newer;
  const known = new Set(newer.messages.map((one) => one._id));
  return {
    messages: [...newer.messages, ...older.messages.filter((one) => !known.has(one._id))],
    count: Math.max(newer.count, older.count),
  };
}
