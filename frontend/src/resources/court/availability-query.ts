import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import type { Day } from '../../lib/days';
import { courtKeys } from './court-keys';

/** The bookable hours of a day at the court; always asked for anew. */
export const availabilityQuery = (courtId: string, date: Day) =>
  queryOptions({
    queryKey: courtKeys.availability(courtId, date),
    queryFn: ({ signal }) =>
      call('GET /api/courts/:courtId/availability/:date', { params: { courtId, date }, signal }),
    staleTime: 0,
    gcTime: 0,
    // Hours that have begun go, and those that open come, without an event.
    refetchInterval: 60_000,
    // Its bookings and closures, and the weekly hours of the court itself.
    meta: { live: [`courtDays:${courtId}_${date}`, `courts:${courtId}`] },
  });
