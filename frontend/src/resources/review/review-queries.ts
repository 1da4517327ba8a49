import type { ReportReview } from '@courtly/contracts/reviews';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';

/** Which of a court's latest reviews the member wrote or has reported. */
export const ownReviewMarksQuery = (courtId: string) =>
  queryOptions({
    queryKey: ['/api/courts', courtId, 'review-marks'],
    queryFn: ({ signal }) => call('GET /api/courts/:courtId/review-marks', { params: { courtId }, signal }),
  });

/** Tells the admins of a review, once, also where an answer was lost and the report is sent again. */
export const useReportReview = (courtId: string) => {
  const client = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: ReportReview) => call('POST /api/review-reports', { body, key: keyOf(JSON.stringify(body)) }),
    onSuccess: () => toast('Thank you for telling us', 'An admin reads the review and your report.'),
    onError: (error) => toastError('Your report was not sent', messageOf(error, 'Please try again in a moment.')),
    onSettled: (_, error) => {
      settle(error);
      return client.invalidateQueries(ownReviewMarksQuery(courtId));
    },
  });
};
