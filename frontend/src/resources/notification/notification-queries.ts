import type { NotificationItem } from '@courtly/contracts/notifications';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, errorMessage } from '../../lib/api';
import { cursorPaging, flattenPages, mapPages } from '../../lib/cursor-paging';
import { toastError } from '../../ui/toast';

export const notificationKeys = {
  list: (pageSize: number) => ['/api/notices', { limit: pageSize }] as const,
  /** The prefix of all lists. */
  lists: ['/api/notices'] as const,
  unread: ['/api/notices/unread'] as const,
  preferences: ['/api/notices/preferences'] as const,
};

/** The current user's notifications, newest first. */
export const notificationsQuery = (pageSize = 24) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list(pageSize),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/notices', { query: { limit: pageSize, cursor: pageParam }, signal }),
    ...cursorPaging,
    select: flattenPages<NotificationItem>,
    meta: { live: ['notices'] },
  });

/** The number of unread notifications, at most 99. */
export const unreadQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: ({ signal }) => call('GET /api/notices/unread', { signal }),
  meta: { live: ['notices'] },
});

/**
 * Marks all notifications up to this one as read. It appears immediately, and a failure refetches
 * them.
 */
export const useMarkNotificationsRead = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (lastNotificationId: string) =>
      call('POST /api/notices/read', { body: { upTo: lastNotificationId } }),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: notificationKeys.lists });
      queryClient.setQueriesData(
        { queryKey: notificationKeys.lists },
        mapPages((notification: NotificationItem) => ({ ...notification, read: true })),
      );
    },
    onSuccess: (unreadResult) => queryClient.setQueryData(notificationKeys.unread, unreadResult),
    onError: (error) => {
      toastError('Error marking as read', errorMessage(error, 'Please try again.'));
      return queryClient.invalidateQueries({ queryKey: notificationKeys.lists });
    },
  });
};
