import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

export const courtsQuery = queryOptions({
  queryKey: ['/api/courts'],
  queryFn: ({ signal }) => call('GET /api/courts', { signal }),
  meta: { live: ['courts'] },
});

export const courtQuery = (courtId: string) =>
  queryOptions({
    queryKey: ['/api/courts', courtId],
    queryFn: ({ signal }) => call('GET /api/courts/:courtId', { params: { courtId }, signal }),
    meta: { live: [`courts:${courtId}`] },
  });
