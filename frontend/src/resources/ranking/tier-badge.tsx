import type { RankTier } from '@courtly/contracts/rankings';
import { Badge } from '../../ui/badge';
import { tierTones } from './ranking-labels';

/** A tier depends only on the rank, so its name must not look like an Elite membership. */
export function TierBadge({ tier }: { tier: RankTier }) {
  return <Badge tone={tierTones[tier]}>{tier} tier</Badge>;
}
