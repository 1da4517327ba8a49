import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { PAGE_SIZE, adminKeys } from './admin-queries';

/** The changes that wait for a second admin, or those that one has decided. */
export const confirmationsQuery = (status: 'waiting' | 'decided') =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'confirmations', status],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/confirmations', {
        query: { status, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });
