import type { Notice } from '@courtly/contracts/notices';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, messageOf } from '../../lib/api';
import { cursorPaging, flattenPages, mapPages } from '../../lib/cursor-paging';
import { toastError } from '../../ui/toast';
import { noticeKeys } from './notice-keys';

/** What happened to the caller's bookings and requests, the latest first, page by page. */
export const noticesQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: noticeKeys.list(limit),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/notices', { query: { limit, cursor: pageParam }, signal }),
    ...cursorPaging,
    select: flattenPages<Notice>,
    meta: { live: ['notices'] },
  });

/** How many of them the caller has not read; 99 stands for more, too. */
export const unreadQuery = queryOptions({
  queryKey: noticeKeys.unread,
  queryFn: ({ signal }) => call('GET /api/notices/unread', { signal }),
  meta: { live: ['notices'] },
});

/** Marks everything up to a notice as read: shown at once, asked for again when it fails. */
export const useMarkRead = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => call('POST /api/notices/read', { body: { upTo } }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: noticeKeys.lists });
      client.setQueriesData(
        { queryKey: noticeKeys.lists },
        mapPages((notice: Notice) => ({ ...notice, read: true })),
      );
    },
    onSuccess: (unread) => client.setQueryData(noticeKeys.unread, unread),
    onError: (error) => {
      toastError('Error marking as read', messageOf(error, 'Please try again.'));
      return client.invalidateQueries({ queryKey: noticeKeys.lists });
    },
  });
};
