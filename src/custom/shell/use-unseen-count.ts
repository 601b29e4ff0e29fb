import { logged, useAnswer } from '../../providers/calls/use-call';
import { onLive } from '../../providers/live/live';
import { dataOf } from '../../schemas/kit/call';
import { isRecord } from '../../schemas/kit/is-record';
import { afterPage, useDelay } from '../../ui/actions/use-delay';
import { useFreshCount, type CountEvents } from './use-fresh-count';

/** As its contract has it, which is not part of the first page. */
const unseen = { wire: 'POST chats_list_query/{userId}@unseen_msg', as: 'read', bare: true, data: dataOf<unknown>() } as const;
/** Without a chat's id any chat may have new messages. */
const events: CountEvents = (ask, look) => onLive('wa_message', ({ wa_user_id }) => (wa_user_id === undefined ? look() : ask()));

/**
 * The number of WhatsApp messages this user has not seen: requested at sign-in, when the window gets the focus, and when a
 * message arrives (D-120). Undefined while unknown; a failure is only logged. Nothing is requested if the menu has no chat.
 */
export function useUnseenCount(userId: string | undefined, wanted: boolean): number | undefined {
  const enabled = useDelay(afterPage) && wanted && userId !== undefined;
  const query = useAnswer(unseen, { userId: userId ?? '', unseen_msg: true }, countIn, {
    enabled,
    staleTime: Infinity,
    retry: false,
    around: logged,
  });
  useFreshCount(query, enabled, events);
  return wanted ? query.data : undefined;
}

function countIn({ data: body }: { readonly data: unknown }): number | undefined {
  const { status, data_obj } = isRecord(body) ? body : {};
  if (status === 'success' && Array.isArray(data_obj)) return data_obj.length;
  console.error('The count of unseen messages was refused.', body);
  return undefined;
}
