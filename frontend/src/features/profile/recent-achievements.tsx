import type { User } from '@courtly/contracts/identity';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { latestEarned, tierLabels } from '../../resources/achievement/achievement-labels';
import { achievementsQuery } from '../../resources/achievement/achievement-queries';
import { formatShortDate, viewerZone } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';

const MAX_ACHIEVEMENTS = 3;

export function RecentAchievements({ user }: { user: User }) {
  return (
    <QueryPanel query={useQuery(achievementsQuery(user.id))} label="your achievements">
      {(achievements) => {
        const earnedAchievements = latestEarned(achievements).slice(0, MAX_ACHIEVEMENTS);
        return (
          <>
            {earnedAchievements.length === 0 && (
              <p className="border-t border-rule py-4 text-quiet">
                None yet. You'll earn your first one when you play your first hour.
              </p>
            )}
            <ul>
              {earnedAchievements.map(({ id, title, tier, earnedDate }) => (
                <li
                  key={id}
                  className="flex items-baseline justify-between gap-4 border-t border-rule py-3.5"
                >
                  <span>
                    <span className="font-display text-xl">{title}</span>
                    <span className="block text-quiet">
                      {earnedDate && formatShortDate(earnedDate, viewerZone())}
                    </span>
                  </span>
                  <Badge tone="brass">{tierLabels[tier]}</Badge>
                </li>
              ))}
            </ul>
            <p className="mt-4">
              <TextLink to={paths.achievements}>All achievements</TextLink>
            </p>
          </>
        );
      }}
    </QueryPanel>
  );
}
