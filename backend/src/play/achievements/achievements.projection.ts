import { defineProjection } from '../../platform/projections/projection.js';
import { achievementList } from './achievement-list.js';
import { type CountedEvent, countedTypes, factsOf } from './facts.js';
import { type Progress, emptyProgress } from './rules.js';

/** A user's progress by achievement id. Contains only achievements with progress. */
export type AchievementsDocument = Readonly<{
  personId: string;
  progress: Readonly<Record<string, Progress>>;
}>;

export const achievements = defineProjection<AchievementsDocument, CountedEvent>({
  name: 'achievements',
  version: 4,
  indexes: [],
  handles: [...countedTypes],
  key: (countedEvent) => [...factsOf(countedEvent).people.keys()],
  evolve(achievementsDocument, countedEvent, userId) {
    const { at, people } = factsOf(countedEvent);
    const fact = people.get(userId)!;
    const progressById = { ...achievementsDocument?.progress };
    for (const { id, rule } of achievementList) {
      if (!rule) continue;
      const currentProgress = progressById[id] ?? emptyProgress;
      const nextProgress = rule.evolve(currentProgress, {
        fact,
        at,
        eventId: countedEvent.id,
      });
      if (nextProgress !== currentProgress) progressById[id] = nextProgress;
    }
    return { personId: userId, progress: progressById };
  },
  audience: ({ personId }) => [personId],
});
