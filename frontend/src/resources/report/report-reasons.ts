import type { ReportReason } from '@courtly/contracts/reviews';

/** What somebody has against what another one wrote, in words. */
export const reportReasonLabels: Record<ReportReason, string> = {
  offensive: 'It is offensive',
  untrue: 'It is not true',
  private: 'It tells something private',
  advertising: 'It is advertising',
  other: 'Another reason',
};
