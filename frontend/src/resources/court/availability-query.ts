import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { type Day, addDays } from '../../lib/days';
import { courtKeys } from './court-keys';
import { MINUTE_MS } from '../../lib/durations';

/**
 * A court-day is a day in standard time, so hours of a local day can belong to the court-day before
 * or after it.
 */
export const courtDayTopics = (courtId: string, localDay: Day): string[] =>
  [-1, 0, 1].map((distance) => `courtDays:${courtId}_${addDays(localDay, distance)}`);

/** The available slots of a court on one day. They are refetched whenever a page shows them. */
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
    // Slots start, and others open for booking, without an event.
    refetchInterval: MINUTE_MS,
    // Slots depend on the bookings and closures of the day and on the weekly hours of the court.
    meta: { live: [...courtDayTopics(courtId, courtDate), `courts:${courtId}`] },
  });

/** The days with hours that the user can book now, at most a minute old on a new page. */
export const freeDaysQuery = (courtId: string, firstDay: Day, lastDay: Day) =>
  queryOptions({
    queryKey: courtKeys.freeDays(courtId, firstDay, lastDay),
    queryFn: ({ signal }) =>
      call('GET /api/courts/:courtId/free-days', {
        params: { courtId },
        query: { from: firstDay, to: lastDay },
        signal,
      }),
    staleTime: MINUTE_MS,
    meta: { live: [`courts:${courtId}`] },
  });
