import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { callKey } from '../../providers/calls/use-call';
import { chatsList, requestingChats, type ChatItem } from '../../schemas/calls/whatsapp-chats';
import { isRecord } from '../../schemas/kit/is-record';
import { useChatCall } from './chat-calls';
import type { ChatSession } from './chat-session';

export interface Chats {
  readonly mine: readonly ChatItem[];
  readonly requesting: readonly ChatItem[];
}
/** Without events, not more often than the badge (D-120). */
const pollMs = 60_000;

/** The user's chats and the chat requests: loaded at once, when a message arrives, on focus, and every minute. */
export function useChats(who: ChatSession): { chats?: Chats; error?: unknown; reload: () => void; arrivals: number } {
  const client = useQueryClient();
  const { data: mine, error: failed } = useChatCall(who, chatsList, { id: who.userId });
  const { data: requesting, error: failedRequests } = useChatCall(who, requestingChats, {});
  const [arrivals, setArrivals] = useState(0);
  const reload = useCallback((): void => {
    for (const one of [chatsList, requestingChats]) void client.invalidateQueries({ queryKey: callKey(one) });
  }, [client]);
  useEffect(() => {
    const arrived = (): void => {
      setArrivals((before) => before + 1);
      reload();
    };
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== window.parent || event.origin !== window.location.origin) return;
      if (isRecord(event.data) && event.data['type'] === 'wa_message') arrived();
    };
    const timer = setInterval(arrived, pollMs);
    window.addEventListener('message', onMessage);
    window.addEventListener('focus', reload);
    return () => {
      clearInterval(timer);
      window.removeEventListener('message', onMessage);
      window.removeEventListener('focus', reload);
    };
  }, [reload]);
  const chats = useMemo(() => (mine && requesting ? { mine, requesting } : undefined), [mine, requesting]);
  const error = failed ?? failedRequests;
  return { ...(chats ? { chats } : {}), ...(error ? { error } : {}), reload, arrivals };
}
