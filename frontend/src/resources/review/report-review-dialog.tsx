import { ReportDialog } from '../report/report-dialog';
import { useReportReview } from './review-queries';

type ReportReviewDialogProps = { courtId: string; reviewId: string; onClose: () => void };

export function ReportReviewDialog({ courtId, reviewId, onClose }: ReportReviewDialogProps) {
  const reportReview = useReportReview(courtId);
  return (
    <ReportDialog
      subject="review"
      subjectId={reviewId}
      busy={reportReview.isPending}
      onSend={(reportInput, onSuccess) =>
        reportReview.mutate({ courtId, reviewId, ...reportInput }, { onSuccess })
      }
      onClose={onClose}
    />
  );
}
