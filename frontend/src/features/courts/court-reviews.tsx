import type { CourtDetail as Court, Review } from '@courtly/contracts/courts';
import { useState } from 'react';
import { type CourtZone, formatShortDate } from '../../lib/format';
import { useOptionalData } from '../../lib/use-optional-data';
import { ownReviewMarksQuery } from '../../resources/review/review-queries';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { lazyDialog } from '../../ui/lazy-dialog';

const ReportReviewDialog = lazyDialog(
  async () => (await import('../../resources/review/report-review-dialog')).ReportReviewDialog,
);

/** The reviews of a court. Members can report each review by another member once. */
export function CourtReviews({ court }: { court: Court }) {
  const { id: courtId, reviews, rating } = court;
  const isMember = useSession().state === 'signedIn';
  const reviewMarks = useOptionalData({
    ...ownReviewMarksQuery(courtId),
    enabled: isMember && reviews.length > 0,
  });
  const [reportedReviewId, setReportedReviewId] = useState<string | null>(null);
  if (reviews.length === 0)
    return <p className="text-quiet">No reviews yet. Be the first to review this court!</p>;
  return (
    <>
      {rating.count > reviews.length && (
        <p className="mb-5 text-quiet">
          Showing the latest {reviews.length} of {rating.count}
        </p>
      )}
      <ul>
        {reviews.map((review) => (
          <ReviewRow
            key={review.id}
            review={review}
            court={court}
            isReported={reviewMarks?.reported.includes(review.id) ?? false}
            {...(reviewMarks &&
              !reviewMarks.written.includes(review.id) && {
                onReport: () => setReportedReviewId(review.id),
              })}
          />
        ))}
      </ul>
      {reportedReviewId !== null && (
        <ReportReviewDialog
          courtId={courtId}
          reviewId={reportedReviewId}
          onClose={() => setReportedReviewId(null)}
        />
      )}
    </>
  );
}

type ReviewRowProps = {
  review: Review;
  court: CourtZone;
  isReported: boolean;
  onReport?: () => void;
};

function ReviewRow({
  review: { rating, comment, createdAt },
  court,
  isReported,
  onReport,
}: ReviewRowProps) {
  const reviewDate = formatShortDate(createdAt, court);
  return (
    <li className="border-b border-rule py-5 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="figures text-quiet">
          {rating} of 5, {reviewDate}
        </p>
        {isReported && <p className="text-small text-quiet">You reported this review.</p>}
        {onReport && !isReported && (
          <Button
            variant="quiet"
            size="sm"
            className="text-quiet!"
            aria-label={`Report the review from ${reviewDate}, ${rating} of 5`}
            onClick={onReport}
          >
            Report
          </Button>
        )}
      </div>
      {comment && (
        <p dir="auto" className="mt-1">
          {comment}
        </p>
      )}
    </li>
  );
}
