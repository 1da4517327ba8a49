import type { ZonedCourt } from '@courtly/contracts/courts';
import type { BookingRules, WeeklyHours } from '@courtly/contracts/opening-hours';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorDetailsOf, errorMessage } from '../../lib/api';
import { invalidateBookings } from '../../resources/booking/booking-mutations';
import { invalidateCourts, isChangedElsewhere } from '../../resources/court/court-mutations';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import type { Day } from '../../lib/days';
import { mapPages } from '../../lib/cursor-paging';
import { toast, toastError } from '../../ui/toast';
import type { Closure } from './day-plan';
import { courtDayTopics } from '../../resources/court/availability-query';
import { courtKeys } from '../../resources/court/court-keys';

export const closuresQuery = (courtId: string, date: Day) =>
  queryOptions({
    queryKey: courtKeys.closures(courtId, date),
    queryFn: ({ signal }) =>
      call('GET /api/courts/:courtId/closures/:date', { params: { courtId, date }, signal }),
    meta: { live: courtDayTopics(courtId, date) },
  });

/** The hours of the day according to the server. The browser may have different zone data. */
export const courtHoursQuery = (courtId: string, date: Day) =>
  queryOptions({
    queryKey: courtKeys.hours(courtId, date),
    queryFn: ({ signal }) =>
      call('GET /api/courts/:courtId/hours/:date', { params: { courtId, date }, signal }),
    meta: { live: [`courts:${courtId}`] },
  });

export type CourtHours = { weeklyHours: WeeklyHours; policy: BookingRules };

export const useSaveHours = (court: Pick<ZonedCourt, 'id' | 'name'>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (courtHours: CourtHours & { version: number }) =>
      call('PUT /api/courts/:courtId/hours', { params: { courtId: court.id }, body: courtHours }),
    onSuccess: ({ weeklyHours, policy, version }) => {
      const updateCourt = (listedCourt: ZonedCourt) =>
        listedCourt.id === court.id
          ? { ...listedCourt, weeklyHours, policy, version }
          : listedCourt;
      queryClient.setQueryData(hostCourtsQuery.queryKey, mapPages(updateCourt));
      void invalidateCourts(queryClient);
      toast('Hours saved', `Players can now book ${court.name} during these hours.`);
    },
    onError: (error) => {
      if (isChangedElsewhere(error)) void invalidateCourts(queryClient);
      toastError('Error saving hours', errorMessage(error, 'Please try again.'));
    },
  });
};

/** IDs of the bookings that block a closure, or null for other errors. */
export const blockingBookingIds = (error: unknown): string[] | null =>
  errorDetailsOf(error, 'hours_booked')?.bookings ?? null;

/** Each call passes these, because the page may show another day when the response arrives. */
type CourtDay = { courtId: string; date: Day };
const cacheClosures = (
  queryClient: QueryClient,
  { courtId, date }: CourtDay,
  closures: Closure[],
) => queryClient.setQueryData(closuresQuery(courtId, date).queryKey, closures);

type CancelOption = { cancelBookings: boolean };

/** With `cancelBookings`, cancels and refunds the bookings in these hours. */
export const useCloseHours = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      courtId,
      startTime,
      endTime,
      reason,
      cancelBookings,
    }: CourtDay & Closure & CancelOption) =>
      call('POST /api/courts/:courtId/closures', {
        params: { courtId },
        body: { startTime, endTime, reason, cancelBookings },
      }),
    onSuccess: (closures, courtDay) => {
      cacheClosures(queryClient, courtDay, closures);
      if (courtDay.cancelBookings) void invalidateBookings(queryClient);
    },
    onError: (error) => {
      // The day on screen is stale, because a booking arrived after it was loaded.
      if (blockingBookingIds(error)) void invalidateBookings(queryClient);
      else toastError('Error closing hours', errorMessage(error, 'Please try again.'));
    },
  });
};

export const useReopenHours = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      courtId,
      startTime,
      endTime,
    }: CourtDay & Pick<Closure, 'startTime' | 'endTime'>) =>
      call('POST /api/courts/:courtId/closures/reopen', {
        params: { courtId },
        body: { startTime, endTime },
      }),
    onSuccess: (closures, courtDay) => cacheClosures(queryClient, courtDay, closures),
    onError: (error) => toastError('Error opening hours', errorMessage(error, 'Please try again.')),
  });
};
