import type { Court } from '@courtly/contracts/courts';
import { Badge } from '../../ui/badge';
import { accessLabels } from './court-labels';

/** Who may book a court, where not everybody may. */
export function AccessBadge({ access }: { access: Court['courtAccess'] }) {
  return access === 'public' ? null : <Badge>{accessLabels[access]}</Badge>;
}
