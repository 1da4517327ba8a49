import type { DeclineReason } from '@courtly/contracts/bookings';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../../ui/toast';
import { call, errorMessage } from '../../lib/api';
import type { AnyBooking } from './booking-queries';
import { invalidateHosting } from '../hosting/hosting-queries';
import { mapPages } from '../../lib/cursor-paging';
import { bookingKeys, bookingListKeys } from './booking-keys';

type BookingChange = Partial<Pick<AnyBooking, 'status' | 'canCancel'>>;

/** Updates one booking in every cached list. */
export const replaceBooking = (
  queryClient: QueryClient,
  bookingId: string,
  updateBooking: (booking: AnyBooking) => AnyBooking,
): void => {
  const replaceInPages = mapPages((booking: AnyBooking) =>
    booking.id === bookingId ? updateBooking(booking) : booking,
  );
  for (const queryKey of bookingListKeys) queryClient.setQueriesData({ queryKey }, replaceInPages);
};

/** Shows a change before the server responds. Returns a function that undoes only this change. */
const applyOptimistically = async (
  queryClient: QueryClient,
  bookingId: string,
  bookingChange: BookingChange,
) => {
  await Promise.all(bookingListKeys.map((queryKey) => queryClient.cancelQueries({ queryKey })));
  let previousValues: BookingChange = {};
  replaceBooking(queryClient, bookingId, (booking) => {
    previousValues = { status: booking.status, canCancel: booking.canCancel };
    return { ...booking, ...bookingChange };
  });
  return () =>
    replaceBooking(queryClient, bookingId, (booking) => ({ ...booking, ...previousValues }));
};

/** Invalidates bookings and the host's figures. */
export const invalidateBookings = (queryClient: QueryClient) =>
  Promise.all([
    ...bookingListKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    invalidateHosting(queryClient),
  ]);

/**
 * Only the last of several mutations refetches. An earlier response would undo the other changes.
 * Returns nothing, because a mutation counts as running until the promise of `onSettled` resolves.
 */
const invalidateAfterLast = (queryClient: QueryClient): void => {
  if (queryClient.isMutating({ mutationKey: bookingKeys.all }) === 1)
    void invalidateBookings(queryClient);
};

const statusMessages = {
  confirmed: {
    title: 'Booking Approved',
    done: 'The booking has been confirmed successfully.',
    failed: 'Failed to approve booking.',
  },
  cancelled: {
    title: 'Booking Declined',
    done: 'The booking has been canceled.',
    failed: 'Failed to decline booking.',
  },
} as const;

type StatusUpdateInput = { bookingId: string } & (
  | { status: 'confirmed' }
  | { status: 'cancelled'; reason: DeclineReason; note?: string }
);

/** Sends the host's response to a request. It appears immediately and is reverted on failure. */
export const useUpdateBookingStatus = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: bookingKeys.all,
    mutationFn: ({ bookingId, ...body }: StatusUpdateInput) =>
      call('PATCH /api/bookings/:bookingId/status', { params: { bookingId }, body }),
    onMutate: ({ bookingId, status }) =>
      applyOptimistically(
        queryClient,
        bookingId,
        status === 'cancelled' ? { status, canCancel: false } : { status },
      ),
    onSuccess: (_, { status }) => toast(statusMessages[status].title, statusMessages[status].done),
    onError: (error, { status }, revertChange) => {
      revertChange?.();
      toastError('Error', errorMessage(error, statusMessages[status].failed));
    },
    onSettled: () => invalidateAfterLast(queryClient),
  });
};

type CancellationInput = {
  bookingId: string;
  expectedRefund: string;
  reason?: string;
  excuse?: 'weather' | 'safety';
};

/** Cancels a booking as its player or host. It appears immediately and is reverted on failure. */
export const useCancelBooking = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: bookingKeys.all,
    mutationFn: ({ bookingId, ...body }: CancellationInput) =>
      call('POST /api/bookings/:bookingId/cancel', { params: { bookingId }, body }),
    onMutate: ({ bookingId }) =>
      applyOptimistically(queryClient, bookingId, { status: 'cancelled', canCancel: false }),
    onSuccess: () => toast('Booking Canceled', 'The booking has been canceled.'),
    onError: (error, _, revertChange) => {
      revertChange?.();
      toastError('Error', errorMessage(error, 'Failed to cancel booking.'));
    },
    onSettled: () => invalidateAfterLast(queryClient),
  });
};
