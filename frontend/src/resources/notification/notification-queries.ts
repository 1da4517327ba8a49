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

/** The current user's notices, newest first. */
export const noticesQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: noticeKeys.list(limit),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/notices', { query: { limit, cursor: pageParam }, signal }),
    ...cursorPaging,
    select: flattenPages<Notice>,
    meta: { live: ['notices'] },
  });

/** Number of unread notices, capped at 99. */
export const unreadQuery = queryOptions({
  queryKey: noticeKeys.unread,
  queryFn: ({ signal }) => call('GET /api/notices/unread', { signal }),
  meta: { live: ['notices'] },
});

/** Marks all notices up to one as read: optimistic, refetched on failure. */
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
