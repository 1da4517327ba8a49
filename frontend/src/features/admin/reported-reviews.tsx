import type { ReportedReview } from '@courtly/contracts/reviews';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { reportedReviewsQuery } from '../../resources/admin/desk-queries';
import { EmptyState } from '../../ui/empty-state';
import { DeskActionDialog } from './desk-action-dialog';
import { DeskList } from './desk-list';
import { ReportedRow } from './reported-row';

type Asked = Readonly<{ review: ReportedReview; isRemoval: boolean }>;

export function ReportedReviews() {
  const query = useInfiniteQuery(reportedReviewsQuery);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <>
      <DeskList
        query={query}
        label="Reported reviews"
        of="reviews"
        empty={<EmptyState title="No reported reviews">No one has reported a review.</EmptyState>}
        row={(review) => <ReviewRow key={review.id} review={review} onAsk={ask} />}
      />
      {asked && <ReviewDialog asked={asked} onClose={() => ask(null)} />}
    </>
  );
}

function ReviewRow({ review, onAsk }: { review: ReportedReview; onAsk: (asked: Asked) => void }) {
  const { court, author, side, rating, comment, reports } = review;
  return (
    <ReportedRow
      title={
        <>
          {rating} of 5 stars by <bdi>{author.name}</bdi> for
          {side === 'player' ? '' : ' a player on'} <bdi>{court.name}</bdi>
        </>
      }
      words={comment || 'No comment.'}
      reports={reports}
      onAsk={(isRemoval) => onAsk({ review, isRemoval })}
    />
  );
}

function ReviewDialog({
  asked: { review, isRemoval },
  onClose,
}: {
  asked: Asked;
  onClose: () => void;
}) {
  const { id: reviewId, bookingId, side } = review;
  return isRemoval ? (
    <DeskActionDialog
      title="Remove this review?"
      description="No one will see it anymore, and its rating won't count."
      button="Remove Review"
      act={(reason) =>
        call('POST /api/admin/bookings/:bookingId/review-removals', {
          params: { bookingId },
          body: { side, reason },
        })
      }
      said="Review removed"
      onClose={onClose}
    />
  ) : (
    <DeskActionDialog
      title="Keep this review?"
      description="This closes its reports."
      button="Keep Review"
      isDanger={false}
      act={(reason) =>
        call('POST /api/admin/review-reports/dismissals', { body: { reviewId, reason } })
      }
      said="Review kept"
      onClose={onClose}
    />
  );
}
