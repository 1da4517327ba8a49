import type { ReactNode } from 'react';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { ReportedMessages } from './reported-messages';
import { ReportedReviews } from './reported-reviews';
import { Section } from '../../ui/heading';

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
  return <Section title={title}>{children}</Section>;
}
