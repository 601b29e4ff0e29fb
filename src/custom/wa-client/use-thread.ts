import { useCallback, useEffect, useRef, useState } from 'react';
import { chatHistory, type ChatMessage } from '../../schemas/calls/whatsapp-chats';
import { chatCall } from './chat-calls';
import type { ChatSession } from './chat-session';

const firstPage = 20; // D-119
const olderPage = 60;
const mostOfPage = 100;
/** In milliseconds. The URL of a file is valid for a quarter of an hour; a file shown for longer gets a new one. */
const addressMs = 12 * 60_000;

export interface Thread {
  /** Newest first. */
  readonly messages: readonly ChatMessage[];
  readonly count: number;
}

/** The messages of one chat: the newest at once and again with every arrival, older ones on request. */
export function useThread(who: ChatSession, chatId: string, type: '' | 'bic', arrivals: number) {
  const [thread, setThread] = useState<Thread>();
  const [error, setError] = useState<unknown>();
  const [stuck, setStuck] = useState(false);
  const busy = useRef(false);
  const renewing = useRef(false);
  const addresses = useRef(new Map<string, Address>());
  const fetchPage = useCallback(
    async (limit: number, offset: number): Promise<Thread> => {
      const answer = await chatCall(who, chatHistory, {
        chat_id: chatId,
        limit,
        offset,
        userId: who.userId,
        type,
      });
      return { messages: answer.data.map((one) => withAddress(one, addresses.current)), count: answer.count ?? 0 };
    },
    [who, chatId, type],
  );
  const renew = useCallback(
    (): Promise<void> =>
      fetchPage(firstPage, 0).then((page) => {
        setThread((before) => (reaches(page, before) ? joined(page, before) : page));
        setError(undefined);
      }, setError),
    [fetchPage],
  );
  useEffect(() => void renew(), [renew, arrivals]);
  const fetchOlder = useCallback((): void => {
    if (busy.current || !thread || thread.messages.length >= thread.count) return;
    busy.current = true;
    setStuck(false);
    fetchPage(olderPage, thread.messages.length)
      .then(
        (page) => setThread((before) => (before ? joined(before, page) : page)),
        () => setStuck(true),
      )
      .finally(() => (busy.current = false));
  }, [fetchPage, thread]);
  /** Requested with every rendering near the top; after a failure it waits until the user tries again. */
  const older = stuck ? doNothing : fetchOlder;
  /** Gets new URLs for the files of the rows from `first` to before `last`, shortly before theirs expire. */
  const keepFresh = (first: number, last: number): void => {
    const isOld = ({ _id, media_url }: ChatMessage): boolean => media_url !== null && !isGood(addresses.current.get(_id));
    if (renewing.current || !thread?.messages.slice(first, last).some(isOld)) return;
    renewing.current = true;
    fetchPage(Math.min(mostOfPage, last - first), first)
      .then(
        (page) => setThread((before) => before && replaced(before, page)),
        (failure: unknown) => void console.error(failure), // with the next rendering again
      )
      .finally(() => (renewing.current = false));
  };
  return { thread, error, renew, older, stuck, retryOlder: fetchOlder, keepFresh };
}
interface Address {
  readonly url: string;
  readonly at: number;
}
const isGood = (address: Address | undefined): boolean => address !== undefined && address.at > Date.now() - addressMs;

/**
 * Every answer has different URLs for the same files. Valid ones are kept, because otherwise pictures reload and voice messages
 * stop.
 */
function withAddress(message: ChatMessage, known: Map<string, Address>): ChatMessage {
  const { _id, media_url: url } = message;
  if (url === null) return message;
  const before = known.get(_id);
  if (before && isGood(before)) return { ...message, media_url: before.url };
  known.set(_id, { url, at: Date.now() });
  return message;
}

const doNothing = (): void => undefined;

/** Whether the newest page continues the loaded messages: after a long pause more messages may have arrived than a page holds. */
function reaches(page: Thread, known: Thread | undefined): boolean {
  if (!known || page.messages.length < firstPage) return true;
  const ids = new Set(known.messages.map((one) => one._id));
  return page.messages.some((one) => ids.has(one._id));
}

/** Newest first, each message once; the newer version of a message is used. */
function joined(newer: Thread, older: Thread | undefined): Thread {
  if (!older) return newer;
  const known = new Set(newer.messages.map((one) => one._id));
  return {
    messages: [...newer.messages, ...older.messages.filter((one) => !known.has(one._id))],
    count: Math.max(newer.count, older.count),
  };
}

/** The same messages, each as the page has it. */
function replaced(known: Thread, page: Thread): Thread {
  const newer = new Map(page.messages.map((one) => [one._id, one]));
  return { ...known, messages: known.messages.map((one) => newer.get(one._id) ?? one) };
}
