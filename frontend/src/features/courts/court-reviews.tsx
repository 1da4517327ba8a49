import type { CourtDetail as Court, Review } from '@courtly/contracts/courts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CourtZone, formatShortDate } from '../../lib/format';
import { useOptionalData } from '../../lib/use-optional-data';
import { courtReviewsQuery, ownReviewMarksQuery } from '../../resources/review/review-queries';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { Select } from '../../ui/select';
import { lazyDialog } from '../../ui/lazy-dialog';

const ReportReviewDialog = lazyDialog(
  async () => (await import('../../resources/review/report-review-dialog')).ReportReviewDialog,
);

const ratingOptions = [
  { value: '', label: 'All ratings' },
  ...[5, 4, 3, 2, 1].map((stars) => ({
    value: String(stars),
    label: stars === 1 ? '1 star' : `${stars} stars`,
  })),
];

/**
 * The reviews of a court: first the latest, then all of them, or those with a rating. Members can
 * report each review by another member once.
 */
export function CourtReviews({ court }: { court: Court }) {
  const { id: courtId, reviews } = court;
  const isMember = useSession().state === 'signedIn';
  const reviewMarks = useOptionalData({
    ...ownReviewMarksQuery(courtId),
    enabled: isMember && reviews.length > 0,
  });
  const [rating, setRating] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const showsPages = showsAll || rating !== '';
  const pagedReviews = useInfiniteQuery({
    ...courtReviewsQuery(courtId, rating ? Number(rating) : undefined),
    enabled: showsPages,
  });
  const listRef = useRef<HTMLDivElement>(null);
  const showAll = () => {
    setShowsAll(true);
    // The button with the focus disappears.
    listRef.current!.focus();
  };
  const [reportedReviewId, setReportedReviewId] = useState<string | null>(null);
  if (reviews.length === 0)
    return <p className="text-quiet">No reviews yet. Be the first to review this court!</p>;
  const reviewList = (listedReviews: readonly Review[]) =>
    listedReviews.length === 0 ? (
      <p role="status" className="text-quiet">
        No reviews with this rating.
      </p>
    ) : (
      <ul>
        {listedReviews.map((review) => (
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
    );
  return (
    <>
      <Select
        aria-label="Filter reviews by rating"
        options={ratingOptions}
        value={rating}
        onChange={({ target }) => setRating(target.value)}
        className="mb-5 w-44!"
      />
      <div ref={listRef} role="group" aria-label="Reviews" tabIndex={-1}>
        {showsPages ? (
          <QueryPanel query={pagedReviews} label="reviews">
            {({ items }) => (
              <>
                {reviewList(items)}
                <LoadMore query={pagedReviews} itemLabel="reviews" />
              </>
            )}
          </QueryPanel>
        ) : (
          <>
            {reviewList(reviews)}
            {court.rating.count > reviews.length && (
              <Button variant="outline" className="mt-6" onClick={showAll}>
                Show all {court.rating.count} reviews
              </Button>
            )}
          </>
        )}
      </div>
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
