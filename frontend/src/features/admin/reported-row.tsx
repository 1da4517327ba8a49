import type { ReportedReview } from '@courtly/contracts/reviews';
import type { ReactNode } from 'react';
import { reportReasonLabels } from '../../resources/report/report-reasons';
import { Button } from '../../ui/button';

type Props = {
  title: ReactNode;
  words: string;
  reports: ReportedReview['reports'];
  onAsk: (isRemoval: boolean) => void;
};

export function ReportedRow({ title, words, reports, onAsk }: Props) {
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <p className="font-display text-xl">{title}</p>
      <p dir="auto" className="whitespace-pre-wrap">
        {words}
      </p>
      <ul className="grid gap-1 text-[0.9375rem] text-quiet">
        {reports.map(({ by, reason, words: said }) => (
          <li key={by.id}>
            <bdi>{by.name}</bdi>: {reportReasonLabels[reason]}
            {said && <span dir="auto">{`. “${said}”`}</span>}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="danger" onClick={() => onAsk(true)}>
          Remove
        </Button>
        <Button size="sm" variant="outline" onClick={() => onAsk(false)}>
          Keep
        </Button>
      </div>
    </li>
  );
}
