import type { ReportReviewBody, WriteReviewBody } from '@courtly/contracts/reviews';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';
import { bookingKeys } from '../booking/booking-keys';
import { invalidateBookings } from '../booking/booking-mutations';

/** Which of a court's latest reviews the member wrote or has reported. */
export const ownReviewMarksQuery = (courtId: string) =>
  queryOptions({
    queryKey: ['/api/review-marks', courtId],
    queryFn: ({ signal }) => call('GET /api/review-marks', { query: { courtId }, signal }),
  });

/** Tells the admins of a review, once, also where an answer was lost and the report is sent again. */
export const useReportReview = (courtId: string) => {
  const client = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: ReportReviewBody) =>
      call('POST /api/review-reports', { body, key: keyOf(JSON.stringify(body)) }),
    onSuccess: () =>
      toast('Thank you for telling us', 'An admin reads the review and your report.'),
    onError: (error) =>
      toastError('Your report was not sent', messageOf(error, 'Please try again in a moment.')),
    onSettled: (_, error) => {
      settle(error);
      return client.invalidateQueries(ownReviewMarksQuery(courtId));
    },
  });
};

/** What the two sides of a booking say of each other, as far as the member may read it. */
export const bookingReviewsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.detail(bookingId), 'reviews'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/reviews', { params: { bookingId }, signal }),
  });

/** What a host says of a player, once, also where an answer was lost and it is sent again. */
export const useReviewPlayer = () => {
  const client = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: WriteReviewBody) =>
      call('POST /api/reviews', { body, key: keyOf(JSON.stringify(body)) }),
    onSuccess: () => toast('Review submitted successfully!', 'Thank you for telling how it was.'),
    onError: (error) =>
      toastError('Error submitting review', messageOf(error, 'Please try again.')),
    onSettled: (_, error) => {
      settle(error);
      return invalidateBookings(client);
    },
  });
};
