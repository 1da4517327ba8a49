import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import type { Day } from '../../lib/days';
import { courtKeys } from './court-keys';
import { MINUTE_MS } from '../../lib/durations';

/** Available slots of a court on one day. Never cached. */
export const availabilityQuery = (courtId: string, courtDate: Day) =>
  queryOptions({
    queryKey: courtKeys.availability(courtId, courtDate),
    queryFn: ({ signal }) =>
      call('GET /api/courts/:courtId/availability/:date', {
        params: { courtId, date: courtDate },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    // Slots start and open without an event.
    refetchInterval: MINUTE_MS,
    // Depends on bookings and closures of the day and on the weekly hours of the court.
    meta: { live: [`courtDays:${courtId}_${courtDate}`, `courts:${courtId}`] },
  });
