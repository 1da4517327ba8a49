import type { Review } from '@courtly/contracts/courts';
import type { ReportReviewBody, WriteReviewBody } from '@courtly/contracts/reviews';
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, errorMessage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';
import { courtKeys } from '../court/court-keys';
import { bookingKeys } from '../booking/booking-keys';
import { invalidateBookings } from '../booking/booking-mutations';

/** The reviews of a court, newest first, or only those with a rating. */
export const courtReviewsQuery = (courtId: string, rating: number | undefined) =>
  infiniteQueryOptions({
    queryKey: [...courtKeys.detail(courtId), 'reviews', rating],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/courts/:courtId/reviews', {
        params: { courtId },
        query: { rating, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages<Review>,
  });

/** The court's reviews that the member wrote or reported. */
export const ownReviewMarksQuery = (courtId: string) =>
  queryOptions({
    queryKey: ['/api/review-marks', courtId],
    queryFn: ({ signal }) => call('GET /api/review-marks', { query: { courtId }, signal }),
  });

/** Reports a review once, even if it is retried after a lost response. */
export const useReportReview = (courtId: string) => {
  const queryClient = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: ReportReviewBody) =>
      call('POST /api/review-reports', {
        body,
        key: keyOf(JSON.stringify(body)),
      }),
    onSuccess: () => toast('Thank you for your report', 'An admin will review it.'),
    onError: (error) =>
      toastError("Your report wasn't sent", errorMessage(error, 'Please try again in a moment.')),
    onSettled: (_, error) => {
      settle(error);
      return queryClient.invalidateQueries(ownReviewMarksQuery(courtId));
    },
  });
};

/** Both sides' reviews of a booking, as far as the member may see them. */
export const bookingReviewsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.detail(bookingId), 'reviews'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/reviews', { params: { bookingId }, signal }),
  });

const invalidateReviews = (queryClient: QueryClient, bookingId: string) =>
  Promise.all([
    invalidateBookings(queryClient),
    queryClient.invalidateQueries(bookingReviewsQuery(bookingId)),
  ]);

/**
 * Submits a review once, even if it is retried after a lost response. `isWritten` changes the
 * review that was submitted before.
 */
export const useWriteReview = () => {
  const queryClient = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ isWritten, ...body }: WriteReviewBody & { isWritten: boolean }) => {
      const { bookingId, rating, comment } = body;
      return isWritten
        ? call('PUT /api/reviews/:bookingId', { params: { bookingId }, body: { rating, comment } })
        : call('POST /api/reviews', { body, key: keyOf(JSON.stringify(body)) });
    },
    onSuccess: (_, { isWritten }) =>
      isWritten
        ? toast('Review changed')
        : toast('Review submitted successfully!', 'Thank you for sharing your experience.'),
    onError: (error) =>
      toastError('Error submitting review', errorMessage(error, 'Please try again.')),
    onSettled: (_, error, { bookingId }) => {
      settle(error);
      return invalidateReviews(queryClient, bookingId);
    },
  });
};

export const useWithdrawReview = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (bookingId: string) =>
      call('DELETE /api/reviews/:bookingId', { params: { bookingId } }),
    onSuccess: () => toast('Review withdrawn'),
    onError: (error) =>
      toastError('Review not withdrawn', errorMessage(error, 'Please try again.')),
    onSettled: (_, __, bookingId) => invalidateReviews(queryClient, bookingId),
  });
};
