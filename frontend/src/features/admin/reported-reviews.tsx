import type { ReportedReview } from '@courtly/contracts/reviews';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { reportedReviewsQuery } from '../../resources/admin/admin-queries';
import { EmptyState } from '../../ui/empty-state';
import { AdminActionDialog } from './admin-action-dialog';
import { AdminList } from './admin-list';
import { ReportedRow } from './reported-row';

type PendingDecision = Readonly<{ review: ReportedReview; isRemoval: boolean }>;

export function ReportedReviews() {
  const reviewPages = useInfiniteQuery(reportedReviewsQuery);
  const [pendingDecision, setPendingDecision] = useState<PendingDecision | null>(null);
  return (
    <>
      <AdminList
        query={reviewPages}
        label="Reported reviews"
        itemsLabel="reviews"
        emptyState={
          <EmptyState title="No reported reviews">No one has reported a review.</EmptyState>
        }
        renderRow={(reportedReview) => (
          <ReviewRow
            key={reportedReview.id}
            review={reportedReview}
            onDecide={setPendingDecision}
          />
        )}
      />
      {pendingDecision && (
        <ModerateReviewDialog decision={pendingDecision} onClose={() => setPendingDecision(null)} />
      )}
    </>
  );
}

function ReviewRow({
  review,
  onDecide,
}: {
  review: ReportedReview;
  onDecide: (decision: PendingDecision) => void;
}) {
  const { court, author, isAuthorErased, side, rating, comment, reports } = review;
  const missingComment = isAuthorErased
    ? 'The author deleted their account. Any comment was deleted with it.'
    : 'No comment.';
  return (
    <ReportedRow
      title={
        <>
          {rating} of 5 stars by <bdi>{author.name}</bdi> for
          {side === 'player' ? '' : ' a player on'} <bdi>{court.name}</bdi>
        </>
      }
      reportedText={comment || missingComment}
      reports={reports}
      onDecide={(isRemoval) => onDecide({ review, isRemoval })}
    />
  );
}

function ModerateReviewDialog({
  decision: { review, isRemoval },
  onClose,
}: {
  decision: PendingDecision;
  onClose: () => void;
}) {
  const { id: reviewId, bookingId, side } = review;
  return isRemoval ? (
    <AdminActionDialog
      title="Remove this review?"
      description="No one will see it again, and its rating won't count."
      button="Remove Review"
      mutationFn={(reason) =>
        call('POST /api/admin/bookings/:bookingId/review-removals', {
          params: { bookingId },
          body: { side, reason },
        })
      }
      successMessage="Review removed"
      onClose={onClose}
    />
  ) : (
    <AdminActionDialog
      title="Keep this review?"
      description="This closes its reports."
      button="Keep Review"
      isDanger={false}
      mutationFn={(reason) =>
        call('POST /api/admin/review-reports/dismissals', { body: { reviewId, reason } })
      }
      successMessage="Review kept"
      onClose={onClose}
    />
  );
}
