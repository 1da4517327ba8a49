import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { courtKeys } from './court-keys';

/** The public profile of a court's host. */
export const courtHostQuery = (courtId: string) =>
  queryOptions({
    queryKey: courtKeys.host(courtId),
    queryFn: ({ signal }) => call('GET /api/courts/:courtId/host', { params: { courtId }, signal }),
  });
