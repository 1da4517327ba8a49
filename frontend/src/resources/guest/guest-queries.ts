import type { AddGuestBody, BookingGuests } from '@courtly/contracts/guest-waivers';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toastError } from '../../ui/toast';
import { bookingKeys } from '../booking/booking-keys';
import { replaceBooking } from '../booking/booking-mutations';

/** The guests of a booking, for its player or host. */
export const guestsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.detail(bookingId), 'guests'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/guests', { params: { bookingId }, signal }),
    staleTime: 0,
    meta: { live: [`guestWaivers:${bookingId}`, 'bookings'] },
  });

/** Shows the changed list in the dialog and in the booking's card. */
const useGuestChange = <Variables>(
  bookingId: string,
  change: (variables: Variables) => Promise<BookingGuests>,
) => {
  const queryClient = useQueryClient();
  const { queryKey } = guestsQuery(bookingId);
  return useMutation({
    mutationFn: change,
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (bookingGuests) => {
      queryClient.setQueryData(queryKey, bookingGuests);
      const { rule, people, signed } = bookingGuests;
      replaceBooking(queryClient, bookingId, (booking) => ({
        ...booking,
        waivers: { rule, people, signed },
      }));
    },
    onError: (error) => {
      toastError("The guest list wasn't changed", errorMessage(error, 'Please try again.'));
      return queryClient.invalidateQueries({ queryKey });
    },
  });
};

/** Adds a guest once, even if it is retried after a lost response. */
export const useAddGuest = (bookingId: string) => {
  const { keyOf, settle } = useIdempotencyKey();
  return useGuestChange(bookingId, async (body: AddGuestBody) => {
    try {
      const key = keyOf(JSON.stringify(body));
      const bookingGuests = await call('POST /api/bookings/:bookingId/guests', {
        params: { bookingId },
        body,
        key,
      });
      settle(null);
      return bookingGuests;
    } catch (error) {
      settle(error as Error);
      throw error;
    }
  });
};

export const useReplaceLink = (bookingId: string) =>
  useGuestChange(bookingId, (guestId: string) =>
    call('POST /api/bookings/:bookingId/guests/:guestId/link', { params: { bookingId, guestId } }),
  );

export const useRemoveGuest = (bookingId: string) =>
  useGuestChange(bookingId, (guestId: string) =>
    call('DELETE /api/bookings/:bookingId/guests/:guestId', { params: { bookingId, guestId } }),
  );
