import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/api';
import { inPages } from '../../lib/pages';
import { type Filters, wishesOf } from './filters';

/** The courts that fit, page by page, newest first. */
export const courtsQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['/api/courts', wishesOf(filters)],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/courts', { query: { ...wishesOf(filters), cursor: pageParam }, signal }),
    ...inPages,
    meta: { live: ['courts'] },
  });
