import type { Court } from '@courtly/contracts/courts';
import { Badge } from '../../ui/badge';
import { accessLabels } from './court-labels';

/** Shows who can book the court if it is not public. */
export function AccessBadge({ access }: { access: Court['courtAccess'] }) {
  return access === 'public' ? null : <Badge>{accessLabels[access]}</Badge>;
}
