import { useEffect, useState } from 'react';
import { request } from '../../providers/calls/http';
import { isRecord } from '../../schemas/kit/is-record';
import { onLive } from '../../providers/live/live';
import { afterPage } from '../../ui/actions/use-delay';

/** D-120: without an event not more often than this. */
const leastGap = 60_000;

/**
 * The number of WhatsApp messages this user has not seen: requested at sign-in, when the window gets the focus, and when a
 * message arrives (D-120). Undefined while unknown; a failure is only logged. Nothing is requested if the menu has no chat.
 */
export function useUnseenCount(userId: string | undefined, wanted: boolean): number | undefined {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (!userId || !wanted) return undefined;
    let asked = Infinity; // the focus event has no effect before the first request
    let over = false;
    const ask = async (): Promise<void> => {
      asked = Date.now();
      const found = await unseenOf(userId);
      if (!over) setCount(found);
    };
    const look = (): void => {
      if (Date.now() - asked >= leastGap) void ask();
    };
    const first = setTimeout(() => void ask(), afterPage);
    const stop = onLive('wa_message', ({ wa_user_id }) => (wa_user_id === undefined ? look() : void ask()));
    window.addEventListener('focus', look);
    return () => {
      over = true;
      clearTimeout(first);
      stop();
      window.removeEventListener('focus', look);
    };
  }, [userId, wanted]);
  return wanted ? count : undefined;
}

async function unseenOf(userId: string): Promise<number | undefined> {
  try {
    const { body } = await request(`chats_list_query/${userId}`, { method: 'POST', body: { unseen_msg: true } });
    const { status, data_obj } = isRecord(body) ? body : {};
    if (status === 'success' && Array.isArray(data_obj)) return data_obj.length;
    console.error('The count of unseen messages was refused.', body);
  } catch (error) {
    console.error(error);
  }
  return undefined;
}
