import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { courtKeys } from './court-keys';

/** Who hosts a court, as everybody may know them. */
export const courtHostQuery = (courtId: string) =>
  queryOptions({
    queryKey: courtKeys.host(courtId),
    queryFn: ({ signal }) => call('GET /api/courts/:courtId/host', { params: { courtId }, signal }),
  });
