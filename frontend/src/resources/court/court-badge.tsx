import type { Court } from '@courtly/contracts/courts';
import { Badge } from '../../ui/badge';

/** Shows whether a court is visible. A court without a surface is a draft. */
export function CourtBadge({
  court,
}: {
  court: Pick<Court, 'isActive' | 'surfaceType' | 'hiddenBecause' | 'awaitsApproval'>;
}) {
  if (court.hiddenBecause)
    return <Badge tone="bad">Hidden by Courtly: {court.hiddenBecause}</Badge>;
  if (court.isActive && court.awaitsApproval) return <Badge tone="brass">Not listed</Badge>;
  if (court.isActive) return <Badge tone="good">Active</Badge>;
  return <Badge>{court.surfaceType === 'other' ? 'Draft' : 'Inactive'}</Badge>;
}
