import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorDetailsOf, errorMessage } from '../../lib/api';
import type { Day } from '../../lib/days';
import { invalidateBookings } from '../../resources/booking/booking-mutations';
import { courtKeys } from '../../resources/court/court-keys';
import { toast, toastError } from '../../ui/toast';

type DayClosure = { courtId: string; from: Day; to: Day; reason: string; cancelBookings: boolean };

/** IDs of the conflicting bookings; empty for any other error. */
export const conflictingBookingIds = (error: unknown): readonly string[] =>
  errorDetailsOf(error, 'hours_booked')?.bookings ?? [];

/** Closes whole days of a court; `cancelBookings` cancels the bookings on these days. */
export const useCloseDays = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ courtId, ...body }: DayClosure) =>
      call('POST /api/courts/:courtId/closures/days', { params: { courtId }, body }),
    onSuccess: (_, { from, to }) =>
      from === to
        ? toast('Day closed', 'Players can no longer book this day.')
        : toast('Days closed', 'Players can no longer book these days.'),
    onError: (error) => {
      if (conflictingBookingIds(error).length === 0)
        toastError('Error closing days', errorMessage(error, 'Please try again.'));
    },
    onSettled: (_, error, { cancelBookings }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: courtKeys.ownerClosures() }),
        queryClient.invalidateQueries({ queryKey: courtKeys.all }),
        (cancelBookings || error) && invalidateBookings(queryClient),
      ]),
  });
};
