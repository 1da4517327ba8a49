import type { Quote, RequestBookingBody } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, call, errorDetailsOf, errorMessage, invalidFieldsOf } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { acceptedPapersQuery } from '../../resources/paper/accepted-papers-query';
import { papersKey } from '../../resources/paper/paper-query';
import { waiverQuery } from '../../resources/waiver/waiver-query';
import { rememberChallenge, useChallenge } from '../../resources/player/challenge';
import { toastError } from '../../ui/toast';
import { courtKeys } from '../../resources/court/court-keys';
import { bookingKeys } from '../../resources/booking/booking-keys';

/** Free slots that the server suggests instead of a taken one. */
export const nearestSlotsOf = (error: unknown): Slot[] =>
  errorDetailsOf(error, 'slot_taken')?.nearest ?? [];

/** Shows the current price from the server. */
const updateQuote = (queryClient: QueryClient, courtId: string, quote: Quote) =>
  queryClient.setQueryData<CourtDetail>(
    courtKeys.detail(courtId),
    (court) => court && { ...court, quote: { ...court.quote, ...quote } },
  );

type BookingGates = { onWaiverNeeded: () => void; onSignInNeeded: () => void };

/**
 * Books an hour and opens the checkout. Keeps the idempotency key until a final response, so that a
 * retry after a lost response finds the booking instead of creating another one.
 */
export const useRequestBooking = ({ onWaiverNeeded, onSignInNeeded }: BookingGates) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { challengedId, withChallenge } = useChallenge();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (bookingRequest: RequestBookingBody) =>
      call('POST /api/bookings', {
        body: bookingRequest,
        key: keyOf(JSON.stringify(bookingRequest)),
      }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: bookingKeys.all });
      void queryClient.invalidateQueries(acceptedPapersQuery);
      if (challengedId) rememberChallenge(id, challengedId);
      return navigate(withChallenge(paths.checkout(id)));
    },
    onError: (error, { courtId }) => {
      settle(error);
      const errorCode = error instanceof ApiError ? error.code : undefined;
      if (errorCode === 'waiver_required') {
        void queryClient.invalidateQueries(waiverQuery);
        return onWaiverNeeded();
      }
      if (errorCode === 'not_signed_in') return onSignInNeeded();
      const quote = errorDetailsOf(error, 'price_changed')?.quote;
      if (quote && 'policyId' in quote) updateQuote(queryClient, courtId, quote);
      else void queryClient.invalidateQueries({ queryKey: courtKeys.availability(courtId) });
      // A new policy changes the price, the papers, or both.
      if (errorCode === 'price_changed' || errorCode === 'policy_changed')
        void queryClient.invalidateQueries({ queryKey: papersKey });
      // The court has changed its sports since it was loaded, so the form asks again.
      if (invalidFieldsOf(error).some(({ field }) => field === 'sport'))
        void queryClient.invalidateQueries({ queryKey: courtKeys.detail(courtId) });
      toastError('Error creating booking', errorMessage(error, 'Please try again.'));
    },
  });
};
