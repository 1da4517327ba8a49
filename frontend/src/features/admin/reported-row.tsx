import type { ReportedReview } from '@courtly/contracts/reviews';
import type { ReactNode } from 'react';
import { reportReasonLabels } from '../../resources/report/report-reasons';
import { Button } from '../../ui/button';

type ReportedRowProps = {
  title: ReactNode;
  reportedText: string;
  reports: ReportedReview['reports'];
  onDecide: (isRemoval: boolean) => void;
};

export function ReportedRow({ title, reportedText, reports, onDecide }: ReportedRowProps) {
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <p className="font-display text-xl">{title}</p>
      <p dir="auto" className="whitespace-pre-wrap">
        {reportedText}
      </p>
      <ul className="grid gap-1 text-small text-quiet">
        {reports.map(({ by, reason, words: reportComment }) => (
          <li key={by.id}>
            <bdi>{by.name}</bdi>: {reportReasonLabels[reason]}
            {reportComment && <span dir="auto">{`. “${reportComment}”`}</span>}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="danger" onClick={() => onDecide(true)}>
          Remove
        </Button>
        <Button size="sm" variant="outline" onClick={() => onDecide(false)}>
          Keep
        </Button>
      </div>
    </li>
  );
}
