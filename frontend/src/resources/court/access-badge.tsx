import type { Court } from '@courtly/contracts/courts';
import { Badge } from '../../ui/badge';
import { accessLabels } from './court-labels';

/** Shows who can book a court unless it is public. */
export function AccessBadge({ access }: { access: Court['courtAccess'] }) {
  return access === 'public' ? null : <Badge>{accessLabels[access]}</Badge>;
}
