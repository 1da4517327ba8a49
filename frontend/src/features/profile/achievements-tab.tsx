import type { Achievement } from '@courtly/contracts/achievements';
import type { User } from '@courtly/contracts/identity';
import { useQuery } from '@tanstack/react-query';
import {
  categoryLabels,
  closestGoals,
  latestEarned,
  pointsOf,
  progressLabel,
  rarityLabels,
  tierLabels,
} from '../../resources/achievement/achievement-labels';
import { achievementsQuery } from '../../resources/achievement/achievement-queries';
import { formatShortDate, viewerZone } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { StatCard, StatRow } from '../../ui/card';
import { QueryPanel } from '../../ui/query-panel';
import { Heading } from '../../ui/heading';

/** Shows event IDs, with which support can find the cause in the log. */
function EarningEvents({ events }: Pick<Achievement, 'events'>) {
  const eventCount = events.length === 1 ? 'one event' : `${events.length} events`;
  return (
    <details className="mt-2 text-small text-quiet">
      <summary className="cursor-pointer underline-offset-4 hover:underline">
        Earned by {eventCount}
      </summary>
      <ul className="mt-2 max-h-48 overflow-y-auto font-mono text-sm wrap-anywhere">
        {events.map((eventId) => (
          <li key={eventId}>{eventId}</li>
        ))}
      </ul>
    </details>
  );
}

function AchievementStatus({ achievement }: { achievement: Achievement }) {
  const { earned, earnedDate, progress, maxProgress, title } = achievement;
  if (earned && earnedDate)
    return <p className="text-quiet">Earned on {formatShortDate(earnedDate, viewerZone())}</p>;
  return (
    <>
      <progress
        aria-label={title}
        max={maxProgress}
        value={progress}
        className="h-1.5 w-full accent-court"
      />
      <p className="figures text-small text-quiet">{progressLabel(achievement)}</p>
    </>
  );
}

function AchievementItem({ achievement }: { achievement: Achievement }) {
  const { title, description, tier, rarity, points, earned, events } = achievement;
  return (
    <li className="border-t border-rule py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Heading level={3}>{title}</Heading>
        <Badge tone={earned ? 'brass' : 'neutral'}>{tierLabels[tier]}</Badge>
      </div>
      <p>{description}</p>
      <p className="mb-2 text-small text-quiet">
        {rarityLabels[rarity]} · <span className="figures">{points}</span> points
      </p>
      <AchievementStatus achievement={achievement} />
      {earned && events.length > 0 && <EarningEvents events={events} />}
    </li>
  );
}

function AchievementList({ achievements }: { achievements: readonly Achievement[] }) {
  return (
    <ul className="grid gap-x-12 md:grid-cols-2">
      {achievements.map((achievement) => (
        <AchievementItem key={achievement.id} achievement={achievement} />
      ))}
    </ul>
  );
}

/** Shows the goals that are closest, and the other achievements in sections that open. */
export function AchievementsTab({ user }: { user: User }) {
  return (
    <QueryPanel query={useQuery(achievementsQuery(user.id))} label="your achievements">
      {(listedAchievements) => {
        const achievements = listedAchievements.filter(({ isTracked }) => isTracked);
        const nextGoals = closestGoals(achievements);
        return (
          <>
            <StatRow className="mb-12 lg:grid-cols-2!">
              <StatCard
                label="Earned"
                value={`${latestEarned(achievements).length} of ${achievements.length}`}
              />
              <StatCard label="Points" value={pointsOf(achievements)} />
            </StatRow>
            {nextGoals.length > 0 && (
              <section aria-labelledby="next-achievements" className="mb-12">
                <Heading level={2} id="next-achievements" className="mb-4">
                  Next
                </Heading>
                <AchievementList achievements={nextGoals} />
              </section>
            )}
            {Object.entries(categoryLabels).map(([category, label]) => {
              const inCategory = achievements.filter(
                (achievement) => achievement.category === category,
              );
              if (inCategory.length === 0) return null;
              return (
                <details key={category} className="border-t border-rule">
                  <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-4">
                    <Heading level={2}>{label}</Heading>
                    <span className="figures text-quiet">
                      {latestEarned(inCategory).length} of {inCategory.length} earned
                    </span>
                  </summary>
                  <AchievementList achievements={inCategory} />
                </details>
              );
            })}
          </>
        );
      }}
    </QueryPanel>
  );
}
