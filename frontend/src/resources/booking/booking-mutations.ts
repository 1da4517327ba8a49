import type { DeclineReason } from '@courtly/contracts/bookings';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../../ui/toast';
import { call, messageOf } from '../../lib/api';
import type { AnyBooking } from './booking-queries';
import { invalidateHosting } from '../hosting/hosting-queries';
import { mapPages } from '../../lib/cursor-paging';
import { bookingKeys, bookingListKeys } from './booking-keys';

type Change = Partial<Pick<AnyBooking, 'status' | 'canCancel'>>;

/** Updates one booking in every cached list. */
export const replaceBooking = (
  client: QueryClient,
  bookingId: string,
  replace: (booking: AnyBooking) => AnyBooking,
): void => {
  const changed = mapPages((booking: AnyBooking) =>
    booking.id === bookingId ? replace(booking) : booking,
  );
  for (const queryKey of bookingListKeys) client.setQueriesData({ queryKey }, changed);
};

/**
 * Applies a change before the server responds. Returns an undo function that reverts only this
 * change.
 */
const applyOptimistically = async (client: QueryClient, bookingId: string, change: Change) => {
  await Promise.all(bookingListKeys.map((queryKey) => client.cancelQueries({ queryKey })));
  let before: Change = {};
  replaceBooking(client, bookingId, (booking) => {
    before = { status: booking.status, canCancel: booking.canCancel };
    return { ...booking, ...change };
  });
  return () => replaceBooking(client, bookingId, (booking) => ({ ...booking, ...before }));
};

/** Invalidates bookings and the host's figures. */
export const invalidateBookings = (client: QueryClient) =>
  Promise.all([
    ...bookingListKeys.map((queryKey) => client.invalidateQueries({ queryKey })),
    invalidateHosting(client),
  ]);

/** Only the last of several mutations refetches; an earlier response would undo the other changes. */
const invalidateAfterLast = (client: QueryClient) =>
  client.isMutating({ mutationKey: bookingKeys.all }) === 1
    ? invalidateBookings(client)
    : undefined;

const statusMessages = {
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

type StatusUpdate = { bookingId: string } & (
  { status: 'confirmed' } | { status: 'cancelled'; reason: DeclineReason; note?: string }
);

/** The host's response to a request: optimistic, reverted on failure. */
export const useUpdateBookingStatus = () => {
  const client = useQueryClient();
  return useMutation({
    mutationKey: bookingKeys.all,
    mutationFn: ({ bookingId, ...body }: StatusUpdate) =>
      call('PATCH /api/bookings/:bookingId/status', { params: { bookingId }, body }),
    onMutate: ({ bookingId, status }) =>
      applyOptimistically(
        client,
        bookingId,
        status === 'cancelled' ? { status, canCancel: false } : { status },
      ),
    onSuccess: (_, { status }) => toast(statusMessages[status].title, statusMessages[status].done),
    onError: (error, { status }, undo) => {
      undo?.();
      toastError('Error', messageOf(error, statusMessages[status].failed));
    },
    onSettled: () => invalidateAfterLast(client),
  });
};

type Cancellation = {
  bookingId: string;
  expectedRefund: string;
  reason?: string;
  excuse?: 'weather' | 'safety';
};

/** Cancels as player or host: optimistic, reverted on failure. */
export const useCancelBooking = () => {
  const client = useQueryClient();
  return useMutation({
    mutationKey: bookingKeys.all,
    mutationFn: ({ bookingId, ...body }: Cancellation) =>
      call('POST /api/bookings/:bookingId/cancel', { params: { bookingId }, body }),
    onMutate: ({ bookingId }) =>
      applyOptimistically(client, bookingId, { status: 'cancelled', canCancel: false }),
    onSuccess: () => toast('Booking Cancelled', 'The booking has been cancelled.'),
    onError: (error, _, undo) => {
      undo?.();
      toastError('Error', messageOf(error, 'Failed to cancel booking.'));
    },
    onSettled: () => invalidateAfterLast(client),
  });
};
