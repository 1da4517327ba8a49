import { type ReactNode, useId } from 'react';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { ReportedMessages } from './reported-messages';
import { ReportedReviews } from './reported-reviews';

export function ReportsPage() {
  return (
    <AdminLayout title="Reports" lead="Reviews and messages that users reported, oldest first.">
      <div className="grid gap-12">
        <ReportSection title="Reviews">
          <ReportedReviews />
        </ReportSection>
        <ReportSection title="Messages">
          <ReportedMessages />
        </ReportSection>
      </div>
    </AdminLayout>
  );
}

function ReportSection({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
