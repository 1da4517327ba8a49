import type { Court } from '@courtly/contracts/courts';
import type { BookingRules, WeeklyHours } from '@courtly/contracts/opening-hours';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, messageOf } from '../../lib/api';
import { invalidateBookings } from '../../resources/booking/booking-mutations';
import { invalidateCourts } from '../../resources/court/court-mutations';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import type { Day } from '../../lib/days';
import { mapPages } from '../../lib/cursor-paging';
import { toast, toastError } from '../../ui/toast';
import type { Closure } from './day-plan';
import { courtKeys } from '../../resources/court/court-keys';

export const closuresQuery = (courtId: string, date: Day) =>
  queryOptions({
    queryKey: courtKeys.closures(courtId, date),
    queryFn: ({ signal }) =>
      call('GET /api/courts/:courtId/closures/:date', { params: { courtId, date }, signal }),
    meta: { live: [`courtDays:${courtId}_${date}`] },
  });

export type Hours = { weeklyHours: WeeklyHours; policy: BookingRules };

export const useSaveHours = (court: Pick<Court, 'id' | 'name'>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Hours) =>
      call('PUT /api/courts/:courtId/hours', { params: { courtId: court.id }, body }),
    onSuccess: ({ weeklyHours, policy }) => {
      const change = (one: Court) => (one.id === court.id ? { ...one, weeklyHours, policy } : one);
      client.setQueryData(hostCourtsQuery.queryKey, mapPages(change));
      void invalidateCourts(client);
      toast('Hours Saved', `Players can now book ${court.name} during these hours.`);
    },
    onError: (error) => toastError('Error saving hours', messageOf(error, 'Please try again.')),
  });
};

/** IDs of the bookings that block a closure, or null for other errors. */
export const inTheWay = (error: unknown): string[] | null =>
  error instanceof ApiError && error.code === 'hours_booked'
    ? (error.details['bookings'] as string[])
    : null;

/** Passed with each call, because the page may show another day when the response arrives. */
type Place = { courtId: string; date: Day };
const showClosures = (client: QueryClient, { courtId, date }: Place, closures: Closure[]) =>
  client.setQueryData(closuresQuery(courtId, date).queryKey, closures);

type Cancelling = { cancelBookings: boolean };

/** With `cancelBookings`, cancels and refunds the bookings in these hours. */
export const useCloseHours = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      courtId,
      startTime,
      endTime,
      reason,
      cancelBookings,
    }: Place & Closure & Cancelling) =>
      call('POST /api/courts/:courtId/closures', {
        params: { courtId },
        body: { startTime, endTime, reason, cancelBookings },
      }),
    onSuccess: (closures, place) => {
      showClosures(client, place, closures);
      if (place.cancelBookings) void invalidateBookings(client);
    },
    onError: (error) => {
      // The day on screen is stale: a booking arrived after it was loaded.
      if (inTheWay(error)) void invalidateBookings(client);
      else toastError('Error closing hours', messageOf(error, 'Please try again.'));
    },
  });
};

export const useReopenHours = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ courtId, startTime, endTime }: Place & Pick<Closure, 'startTime' | 'endTime'>) =>
      call('POST /api/courts/:courtId/closures/reopen', {
        params: { courtId },
        body: { startTime, endTime },
      }),
    onSuccess: (closures, place) => showClosures(client, place, closures),
    onError: (error) => toastError('Error opening hours', messageOf(error, 'Please try again.')),
  });
};
