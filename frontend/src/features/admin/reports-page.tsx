import { DeskPage } from '../../resources/admin/desk-page';
import { ReportedMessages } from './reported-messages';
import { ReportedReviews } from './reported-reviews';

/** What somebody has reported: reviews, and messages about a booking. */
export function ReportsPage() {
  return (
    <DeskPage
      title="Reports"
      lead="Reviews and messages that somebody has something against, the longest waiting first."
    >
      <div className="grid gap-12">
        <ReportedReviews />
        <ReportedMessages />
      </div>
    </DeskPage>
  );
}
