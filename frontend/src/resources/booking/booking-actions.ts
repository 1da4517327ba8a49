import type { CancellationQuote, DeclineReason } from '@courtly/contracts/bookings';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../../ui/toast';
import { call, messageOf } from '../../lib/api';
import { bookingLists, type SeenBooking } from '../../lib/bookings';
import { askForFiguresAgain } from '../../lib/hosting';
import { changeItems } from '../../lib/pages';

type Change = Partial<Pick<SeenBooking, 'status' | 'canCancel'>>;

/** Shows a change before the server has agreed to it. Returns how to take it back. */
const showAtOnce = async (client: QueryClient, bookingId: string, change: Change) => {
  await Promise.all(bookingLists.map((queryKey) => client.cancelQueries({ queryKey })));
  const before = bookingLists.flatMap((queryKey) => client.getQueriesData({ queryKey }));
  const changed = changeItems((booking: SeenBooking) =>
    booking.id === bookingId ? { ...booking, ...change } : booking,
  );
  for (const queryKey of bookingLists) client.setQueriesData({ queryKey }, changed);
  return () => before.forEach(([queryKey, data]) => client.setQueryData(queryKey, data));
};

/** Asks for bookings and for what follows from them again. */
export const askForBookingsAgain = (client: QueryClient) =>
  Promise.all([...bookingLists.map((queryKey) => client.invalidateQueries({ queryKey })), askForFiguresAgain(client)]);

const answers = {
  confirmed: {
    title: 'Booking Approved',
    done: 'The booking has been confirmed successfully.',
    failed: 'Failed to approve booking.',
  },
  cancelled: {
    title: 'Booking Declined',
    done: 'The booking has been cancelled.',
    failed: 'Failed to decline booking.',
  },
} as const;

type Answer = { bookingId: string } & (
  { status: 'confirmed' } | { status: 'cancelled'; reason: DeclineReason; note?: string }
);

/** The host's answer to a request: shown at once, taken back when it fails. */
export const useAnswerBooking = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bookingId, ...body }: Answer) =>
      call('PATCH /api/bookings/:bookingId/status', { params: { bookingId }, body }),
    onMutate: ({ bookingId, status }) =>
      showAtOnce(client, bookingId, status === 'cancelled' ? { status, canCancel: false } : { status }),
    onSuccess: (_, { status }) => toast(answers[status].title, answers[status].done),
    onError: (error, { status }, undo) => {
      undo?.();
      toastError('Error', messageOf(error, answers[status].failed));
    },
    onSettled: () => askForBookingsAgain(client),
  });
};

type Cancellation = { bookingId: string; expectedRefund: string; reason?: string; excuse?: 'weather' | 'safety' };

/** Cancels as player or host: shown at once, taken back when it fails. */
export const useCancelBooking = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bookingId, ...body }: Cancellation) =>
      call('POST /api/bookings/:bookingId/cancel', { params: { bookingId }, body }),
    onMutate: ({ bookingId }) => showAtOnce(client, bookingId, { status: 'cancelled', canCancel: false }),
    onSuccess: () => toast('Booking Cancelled', 'The booking has been cancelled.'),
    onError: (error, _, undo) => {
      undo?.();
      toastError('Error', messageOf(error, 'Failed to cancel booking.'));
    },
    onSettled: () => askForBookingsAgain(client),
  });
};

/** What a cancellation now would refund; it depends on the minute, so it is asked for each time. */
export const cancellationQuery = (bookingId: string) =>
  queryOptions<CancellationQuote>({
    queryKey: ['/api/bookings', bookingId, 'cancellation'],
    queryFn: ({ signal }) => call('GET /api/bookings/:bookingId/cancellation', { params: { bookingId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
