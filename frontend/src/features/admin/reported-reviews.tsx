import type { ReportedReview } from '@courtly/contracts/reviews';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { reportedReviewsQuery } from '../../resources/admin/desk-queries';
import { useDeskAction } from '../../resources/admin/use-desk-action';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMINS_READ } from './reason-hints';
import { ReportedRow } from './reported-row';

type Asked = Readonly<{ review: ReportedReview; isRemoval: boolean }>;

/** Reviews that somebody has reported. */
export function ReportedReviews() {
  const query = useInfiniteQuery(reportedReviewsQuery);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <section aria-labelledby="reported-reviews">
      <h2 id="reported-reviews" className="mb-4 font-display text-2xl">
        Reviews
      </h2>
      <QueryPanel query={query} label="reported reviews">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No reported reviews">Nobody has reported a review.</EmptyState>
          ) : (
            <ul aria-label="Reported reviews" className="border-t border-rule">
              {items.map((review) => (
                <ReviewRow key={review.id} review={review} onAsk={ask} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={query} of="reviews" />
      {asked && <ReviewDialog asked={asked} onClose={() => ask(null)} />}
    </section>
  );
}

function ReviewRow({ review, onAsk }: { review: ReportedReview; onAsk: (asked: Asked) => void }) {
  const { court, author, side, rating, comment, reports } = review;
  return (
    <ReportedRow
      title={
        <>
          {rating} of 5 by <bdi>{author.name}</bdi>, {side === 'player' ? 'of' : 'of a player on'}{' '}
          <bdi>{court.name}</bdi>
        </>
      }
      words={comment || 'Without words.'}
      reports={reports}
      onAsk={(isRemoval) => onAsk({ review, isRemoval })}
    />
  );
}

function ReviewDialog({ asked: { review, isRemoval }, onClose }: { asked: Asked; onClose: () => void }) {
  const { id: reviewId, bookingId, side } = review;
  const act = useDeskAction(
    (reason: string): Promise<unknown> =>
      isRemoval
        ? call('POST /api/admin/bookings/:bookingId/review-removals', {
            params: { bookingId },
            body: { side, reason },
          })
        : call('POST /api/admin/review-reports/dismissals', { body: { reviewId, reason } }),
    isRemoval ? 'The review is removed' : 'The review stays',
  );
  return (
    <ReasonDialog
      title={isRemoval ? 'Remove this review?' : 'Keep this review?'}
      description={isRemoval ? 'Nobody reads it any more, and its stars count no more.' : 'Its reports are closed.'}
      hint={ADMINS_READ}
      button={isRemoval ? 'Remove Review' : 'Keep Review'}
      isDanger={isRemoval}
      busy={act.isPending}
      onSend={(reason) => act.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
