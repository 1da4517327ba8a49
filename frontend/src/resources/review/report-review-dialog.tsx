import { ReportDialog } from '../report/report-dialog';
import { useReportReview } from './review-queries';

type Props = { courtId: string; reviewId: string; onClose: () => void };

export function ReportReviewDialog({ courtId, reviewId, onClose }: Props) {
  const report = useReportReview(courtId);
  return (
    <ReportDialog
      what="review"
      busy={report.isPending}
      onSend={(against) => report.mutate({ reviewId, ...against }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
