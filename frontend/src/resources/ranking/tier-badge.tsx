import type { RankTier } from '@courtly/contracts/rankings';
import { Badge } from '../../ui/badge';
import { tierTones } from './ranking-labels';

export function TierBadge({ tier }: { tier: RankTier }) {
  return <Badge tone={tierTones[tier]}>{tier}</Badge>;
}
