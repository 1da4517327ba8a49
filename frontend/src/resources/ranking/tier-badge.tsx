import type { RankTier } from '@courtly/contracts/rankings';
import { Badge } from '../../ui/badge';
import { tierTones } from './ranking-labels';

/** The part of the ranking that somebody is in. */
export function TierBadge({ tier }: { tier: RankTier }) {
  return <Badge tone={tierTones[tier]}>{tier}</Badge>;
}
