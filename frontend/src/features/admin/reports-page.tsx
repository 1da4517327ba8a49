import type { ReportedReview } from '@courtly/contracts/reviews';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { reportedReviewsQuery } from '../../resources/admin/desk-queries';
import { useDeskAction } from '../../resources/admin/use-desk-action';
import { reportReasonLabels } from '../../resources/review/report-reasons';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { DeskPage } from '../../resources/admin/desk-page';
import { ADMINS_READ } from './reason-hints';

type Asked = Readonly<{ review: ReportedReview; isRemoval: boolean }>;

/** Reviews that somebody has reported. */
export function ReviewsPage() {
  const query = useInfiniteQuery(reportedReviewsQuery);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <DeskPage title="Reported Reviews" lead="Reviews that somebody has something against, the longest waiting first.">
      <QueryPanel query={query} label="reported reviews">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No reports">Nobody has reported a review.</EmptyState>
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
    </DeskPage>
  );
}

function ReviewRow({ review, onAsk }: { review: ReportedReview; onAsk: (asked: Asked) => void }) {
  const { court, author, side, rating, comment, reports } = review;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <p className="font-display text-xl">
        {rating} of 5 by <bdi>{author.name}</bdi>, {side === 'player' ? 'of' : 'of a player on'} <bdi>{court.name}</bdi>
      </p>
      <p dir="auto">{comment || 'Without words.'}</p>
      <ul className="grid gap-1 text-[0.9375rem] text-quiet">
        {reports.map(({ by, reason, words }) => (
          <li key={by.id}>
            <bdi>{by.name}</bdi>: {reportReasonLabels[reason]}
            {words && <span dir="auto">{`. “${words}”`}</span>}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="danger" onClick={() => onAsk({ review, isRemoval: true })}>
          Remove
        </Button>
        <Button size="sm" variant="outline" onClick={() => onAsk({ review, isRemoval: false })}>
          Keep
        </Button>
      </div>
    </li>
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
