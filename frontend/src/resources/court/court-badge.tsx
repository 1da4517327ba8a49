import type { Court } from '@courtly/contracts/courts';
import { Badge } from '../../ui/badge';

/** Whether players see a court. One without a surface is a draft: it cannot be shown before it has one. */
export function CourtBadge({ court }: { court: Pick<Court, 'isActive' | 'surfaceType'> }) {
  if (court.isActive) return <Badge tone="good">Active</Badge>;
  return <Badge>{court.surfaceType === 'other' ? 'Draft' : 'Inactive'}</Badge>;
}
