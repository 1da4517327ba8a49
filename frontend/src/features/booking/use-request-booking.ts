import type { Quote, RequestBookingBody } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, call, messageOf } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { waiverQuery } from '../../resources/waiver/waiver-query';
import { rememberChallenge, useChallenge } from '../../resources/player/challenge';
import { toastError } from '../../ui/toast';
import { courtKeys } from '../../resources/court/court-keys';
import { bookingKeys } from '../../resources/booking/booking-keys';

/** Free slots that the server suggests instead of a taken one. */
export const nearestOf = (error: unknown): Slot[] =>
  error instanceof ApiError && error.code === 'slot_taken'
    ? ((error.details['nearest'] as Slot[] | undefined) ?? [])
    : [];

/** Shows the current price from the server. */
const updateQuote = (client: QueryClient, courtId: string, quote: Quote) =>
  client.setQueryData<CourtDetail>(
    courtKeys.detail(courtId),
    (court) => court && { ...court, quote: { ...court.quote, ...quote } },
  );

type Gates = { onWaiverNeeded: () => void; onSignInNeeded: () => void };

/**
 * Books and opens the checkout. Keeps the idempotency key until a final answer, so that a retry
 * after a lost response finds the booking instead of making a second one.
 */
export const useRequestBooking = ({ onWaiverNeeded, onSignInNeeded }: Gates) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { challenged, along } = useChallenge();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: RequestBookingBody) =>
      call('POST /api/bookings', { body, key: keyOf(JSON.stringify(body)) }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: bookingKeys.all });
      if (challenged) rememberChallenge(id, challenged);
      return navigate(along(paths.checkout(id)));
    },
    onError: (error, { courtId }) => {
      settle(error);
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'waiver_required') {
        void client.invalidateQueries(waiverQuery);
        return onWaiverNeeded();
      }
      if (code === 'not_signed_in') return onSignInNeeded();
      if (error instanceof ApiError && code === 'price_changed')
        updateQuote(client, courtId, error.details['quote'] as Quote);
      else void client.invalidateQueries({ queryKey: courtKeys.availability(courtId) });
      toastError('Error creating booking', messageOf(error, 'Please try again.'));
    },
  });
};
