import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorDetailsOf, errorMessage } from '../../lib/api';
import type { Day } from '../../lib/days';
import { invalidateBookings } from '../../resources/booking/booking-mutations';
import { hourOfLabel } from './time-grid-hours';
import { courtKeys } from '../../resources/court/court-keys';
import { toast, toastError } from '../../ui/toast';

type ClosureOptions = { courtId: string; reason: string; cancelBookings: boolean };
type DayClosure = ClosureOptions & { from: Day; to: Day };
/** The first and last hour on the court's clock, both inclusive. */
type HourClosure = ClosureOptions & { day: Day; firstHour: number; lastHour: number };

const NO_SUCH_HOURS = 'The clock skips these hours on this day.';

/** IDs of the conflicting bookings; empty for any other error. */
export const conflictingBookingIds = (error: unknown): readonly string[] =>
  errorDetailsOf(error, 'hours_booked')?.bookings ?? [];

/** Only the server knows which instants the hours of a court's clock are. */
const closeHours = async ({ courtId, day, firstHour, lastHour, ...options }: HourClosure) => {
  const dayHours = await call('GET /api/courts/:courtId/hours/:date', {
    params: { courtId, date: day },
  });
  const closedHours = dayHours.filter(({ time }) => {
    const hour = hourOfLabel(time);
    return firstHour <= hour && hour <= lastHour;
  });
  const [firstClosed, lastClosed] = [closedHours[0], closedHours.at(-1)];
  if (!firstClosed || !lastClosed) throw new Error(NO_SUCH_HOURS);
  return call('POST /api/courts/:courtId/closures', {
    params: { courtId },
    body: { startTime: firstClosed.start, endTime: lastClosed.end, ...options },
  });
};

/** Closes whole days or hours of a court; `cancelBookings` cancels the bookings in them. */
export const useCloseCourt = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (closure: DayClosure | HourClosure) => {
      if ('day' in closure) return closeHours(closure);
      const { courtId, ...body } = closure;
      return call('POST /api/courts/:courtId/closures/days', { params: { courtId }, body });
    },
    onSuccess: (_, closure) => {
      if ('day' in closure) toast('Hours closed', 'Players can no longer book these hours.');
      else if (closure.from === closure.to)
        toast('Day closed', 'Players can no longer book this day.');
      else toast('Days closed', 'Players can no longer book these days.');
    },
    onError: (error) => {
      if (conflictingBookingIds(error).length === 0)
        toastError(
          'Error closing the court',
          error.message === NO_SUCH_HOURS
            ? NO_SUCH_HOURS
            : errorMessage(error, 'Please try again.'),
        );
    },
    onSettled: (_, error, { cancelBookings }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: courtKeys.ownerClosures() }),
        queryClient.invalidateQueries({ queryKey: courtKeys.all }),
        (cancelBookings || error) && invalidateBookings(queryClient),
      ]),
  });
};
