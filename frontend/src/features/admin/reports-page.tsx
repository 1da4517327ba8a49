import { type ReactNode, useId } from 'react';
import { DeskPage } from '../../resources/admin/desk-page';
import { ReportedMessages } from './reported-messages';
import { ReportedReviews } from './reported-reviews';

export function ReportsPage() {
  return (
    <DeskPage title="Reports" lead="Reviews and messages that members reported, oldest first.">
      <div className="grid gap-12">
        <Reported title="Reviews">
          <ReportedReviews />
        </Reported>
        <Reported title="Messages">
          <ReportedMessages />
        </Reported>
      </div>
    </DeskPage>
  );
}

function Reported({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-4 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
