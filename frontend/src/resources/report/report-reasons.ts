import type { ReportReason } from '@courtly/contracts/reviews';

export const reportReasonLabels: Record<ReportReason, string> = {
  offensive: 'It is offensive',
  untrue: "It isn't true",
  private: 'It contains private information',
  advertising: 'It is advertising',
  other: 'Another reason',
};
