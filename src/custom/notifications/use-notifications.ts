import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../../providers/calls/call';
import type { Around } from '../../providers/calls/use-call';
import { pagesKey, useCallPages, type Pages as PagesOf } from '../../providers/calls/use-call-pages';
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
import { afterPage, useDelay } from '../../ui/actions/use-delay';

const pageSize = 15;
type Pages = PagesOf<typeof notificationList>;

/** The user's notifications page by page, and the number of unread ones (NOTIF family). */
export function useNotifications() {
  const client = useQueryClient();
  const userId = useSession()?.user.id ?? '';
  const ready = useDelay(afterPage);
  const asked = useMemo(() => ({ user_id: userId, limit: pageSize }), [userId]);
  const key = useMemo(() => pagesKey(notificationList, asked), [asked]);
  const query = useCallPages(notificationList, asked, {
    first: 1,
    at: (page) => ({ page: Number(page) }),
    next: (last, count) => (last.data.length === pageSize ? count + 1 : undefined),
    enabled: ready && userId !== '',
    retry: false,
    around: sayingWhy,
  });
  const pages = query.data?.pages ?? [];

  const markRead = async ({ _id, read }: NotificationItem): Promise<void> => {
    if (read) return;
    try {
      await call(markNotificationRead, { id: _id });
      const now = client.getQueryData<Pages>(key)?.pages.flatMap(({ data }) => data);
      if (now?.some((item) => item._id === _id && item.read)) return; // clicked twice, or marked as read by 'all' meanwhile
      change(client, key, (items) => items.map((item) => (item._id === _id ? { ...item, read: true } : item)), -1);
    } catch {
      toasts.error('Error!');
    }
  };
  /** Shows the server's message, whether the call succeeded or not. */
  const markAllRead = async (): Promise<void> => {
    try {
      const { message } = await call(markAllNotificationsRead, { user_id: userId });
      change(client, key, (items) => items.map((item) => ({ ...item, read: true })), -Infinity);
      toasts.success(message ?? 'All notifications marked as read.');
    } catch (error) {
      toasts.error(error instanceof Problem ? error.message : 'Error!');
    }
  };
  /** A live notification of this user: added at the top, once. */
  const arrive = useCallback(
    (item: NotificationItem): void => {
      if (item.user_id !== userId) return;
      const known = client.getQueryData<Pages>(key)?.pages.flatMap(({ data }) => data);
      if (!known) return void client.invalidateQueries({ queryKey: key }); // a running request may return older data
      const before = known.find(({ _id }) => _id === item._id);
      if (before && !((item.seq ?? 0) > (before.seq ?? 0))) return;
      const raised = item.read || before?.read === false ? 0 : 1;
      change(client, key, (items, first) => [...(first ? [item] : []), ...items.filter(({ _id }) => _id !== item._id)], raised);
    },
    [client, key, userId],
  );
  /**
   * A notification written between the list's answer and the socket's connection is in neither, so the list is requested again.
   */
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
const sayingWhy: Around = async (ask) => {
  const token = currentToken();
  try {
    return await ask();
  } catch (error) {
    if (token === undefined) showToast('error', 'Some Error!');
    else if (expiryOf(token) <= serverNow()) showToast('error', 'Session Expired!');
    throw error;
  }
};

/** Changes the cached list without requesting it again; the count is part of the first page. */
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

/** If a notification arrived meanwhile, the next page starts with the last entry of the page before; it is left out. */
function unique(items: readonly NotificationItem[]): readonly NotificationItem[] {
  return [...new Map(items.map((item) => [item._id, item])).values()];
}
