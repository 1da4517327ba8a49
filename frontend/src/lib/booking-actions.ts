import type { CancellationQuote } from '@courtly/contracts/bookings';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../ui/toast';
import { call, messageOf } from './api';
import { bookingsQuery, hostBookingsQuery, type SeenBooking } from './bookings';

type Change = Partial<Pick<SeenBooking, 'status' | 'canCancel'>>;

/** Shows a change before the server has agreed to it. Returns how to take it back. */
const showAtOnce = async (client: QueryClient, bookingId: string, change: Change) => {
  await Promise.all(
    [bookingsQuery, hostBookingsQuery].map(({ queryKey }) => client.cancelQueries({ queryKey: [...queryKey] })),
  );
  const changed = <B extends SeenBooking>(list: B[] | undefined) =>
    list?.map((booking) => (booking.id === bookingId ? { ...booking, ...change } : booking));
  const before = [
    client.getQueryData(bookingsQuery.queryKey),
    client.getQueryData(hostBookingsQuery.queryKey),
  ] as const;
  client.setQueryData(bookingsQuery.queryKey, changed);
  client.setQueryData(hostBookingsQuery.queryKey, changed);
  return () => {
    client.setQueryData(bookingsQuery.queryKey, before[0]);
    client.setQueryData(hostBookingsQuery.queryKey, before[1]);
  };
};

const askAgain = (client: QueryClient) =>
  Promise.all([client.invalidateQueries(bookingsQuery), client.invalidateQueries(hostBookingsQuery)]);

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

/** The host's answer to a request: shown at once, taken back when it fails. */
export const useAnswerBooking = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bookingId, status }: { bookingId: string; status: keyof typeof answers }) =>
      call('PATCH /api/bookings/:bookingId/status', { params: { bookingId }, body: { status } }),
    onMutate: ({ bookingId, status }) =>
      showAtOnce(client, bookingId, status === 'cancelled' ? { status, canCancel: false } : { status }),
    onSuccess: (_, { status }) => toast(answers[status].title, answers[status].done),
    onError: (error, { status }, undo) => {
      undo?.();
      toastError('Error', messageOf(error, answers[status].failed));
    },
    onSettled: () => askAgain(client),
  });
};

type Cancellation = { bookingId: string; reason?: string; excuse?: 'weather' | 'safety' };

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
    onSettled: () => askAgain(client),
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
