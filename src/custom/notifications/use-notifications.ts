import { useInfiniteQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call, type CallAnswer } from '../../providers/calls/call';
import { currentToken, expiryOf, useSession } from '../../providers/session/session';
import {
  markAllNotificationsRead,
  markNotificationRead,
  notificationList,
  type NotificationItem,
} from '../../schemas/calls/notifications';
import { Problem } from '../../schemas/kit/problem';
import { showToast } from '../../ui/toasts/plain-toasts';
import { serverNow } from '../../ui/time/server-clock';
import { toasts } from '../../ui/toasts/toasts';
import { afterPage, useWaited } from '../../ui/actions/use-waited';

const pageSize = 15;
type Page = CallAnswer<readonly NotificationItem[]>;
type Pages = InfiniteData<Page, number>;

/** The user's notifications, page by page, and how many of them are unread (NOTIF family). */
export function useNotifications() {
  const client = useQueryClient();
  const userId = useSession()?.user.id ?? '';
  const ready = useWaited(afterPage);
  const key = useMemo(() => ['notifications', userId], [userId]);
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(userId, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Page, _, page) => (last.data.length === pageSize ? page + 1 : undefined),
    enabled: ready && userId !== '',
    retry: false,
  });
  const pages = query.data?.pages ?? [];

  const markRead = async ({ _id, read }: NotificationItem): Promise<void> => {
    if (read) return;
    try {
      await call(markNotificationRead, { id: _id });
      const now = client.getQueryData<Pages>(key)?.pages.flatMap(({ data }) => data);
      if (now?.some((item) => item._id === _id && item.read)) return; // pressed twice, or read by 'all' meanwhile
      change(client, key, (items) => items.map((item) => (item._id === _id ? { ...item, read: true } : item)), -1);
    } catch {
      toasts.error('Error!');
    }
  };
  /** The server's message, whether it succeeded or not. */
  const markAllRead = async (): Promise<void> => {
    try {
      const { message } = await call(markAllNotificationsRead, { user_id: userId });
      change(client, key, (items) => items.map((item) => ({ ...item, read: true })), -Infinity);
      toasts.success(message ?? 'All notifications marked as read.');
    } catch (error) {
      toasts.error(error instanceof Problem ? error.message : 'Error!');
    }
  };
  /** A live notification: on top, once, and of this user alone. */
  const arrive = useCallback(
    (item: NotificationItem): void => {
      if (item.user_id !== userId) return;
      const known = client.getQueryData<Pages>(key)?.pages.flatMap(({ data }) => data);
      if (!known) return void client.invalidateQueries({ queryKey: key }); // what is on its way may be older
      const before = known.find(({ _id }) => _id === item._id);
      if (before && !((item.seq ?? 0) > (before.seq ?? 0))) return;
      const raised = item.read || before?.read === false ? 0 : 1;
      change(client, key, (items, first) => [...(first ? [item] : []), ...items.filter(({ _id }) => _id !== item._id)], raised);
    },
    [client, key, userId],
  );
  /** What was written between the list and the socket is in neither: the list is asked for again. */
  const follow = useCallback(
    ({ seq }: { readonly seq: number }): void => {
      const newest = client.getQueryData<Pages>(key)?.pages[0]?.data[0]?.seq ?? 0;
      if (newest < seq) void client.invalidateQueries({ queryKey: key });
    },
    [client, key],
  );

  return {
    items: unique(pages.flatMap(({ data }) => data)),
    unread: pages[0]?.count ?? 0,
    state: query.isPending ? 'loading' : query.isError && !pages.length ? 'failed' : 'shown',
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
    retry: () => void query.refetch(),
    markRead,
    markAllRead,
    arrive,
    follow,
  } as const;
}

/** What a failure says depends on the token that was stored before the call. */
async function fetchPage(userId: string, page: number, signal: AbortSignal): Promise<Page> {
  const token = currentToken();
  try {
    return await call(notificationList, { user_id: userId, page, limit: pageSize }, { signal });
  } catch (error) {
    if (token === undefined) showToast('error', 'Some Error!');
    else if (expiryOf(token) <= serverNow()) showToast('error', 'Session Expired!');
    throw error;
  }
}

/** Changes what is known of the list without asking for it again; the count stands in the first page. */
function change(
  client: QueryClient,
  key: readonly unknown[],
  items: (items: readonly NotificationItem[], first: boolean) => readonly NotificationItem[],
  count: number,
): void {
  client.setQueryData<Pages>(key, (known) =>
    known
      ? {
          ...known,
          pages: known.pages.map((page, index) => ({
            ...page,
            data: items(page.data, index === 0),
            count: Math.max(0, (page.count ?? 0) + count),
          })),
        }
      : known,
  );
}

/** A page that was fetched after something new came begins with what the page before ended with. */
function unique(items: readonly NotificationItem[]): readonly NotificationItem[] {
  return [...new Map(items.map((item) => [item._id, item])).values()];
}
