import { defineProjection } from '../../platform/projections/projection.js';
import { achievementList } from './achievement-list.js';
import { type CountedEvent, countedTypes, factsOf } from './facts.js';
import { type Progress, nothingYet } from './rules.js';

/** A user's progress by achievement id, without achievements that have no progress. */
export type AchievementsDocument = Readonly<{
  personId: string;
  progress: Readonly<Record<string, Progress>>;
}>;

/** Achievements by user id. */
export const achievements = defineProjection<AchievementsDocument, CountedEvent>({
  name: 'achievements',
  version: 1,
  indexes: [],
  handles: [...countedTypes],
  key: (event) => [...factsOf(event).people.keys()],
  evolve(document, event, personId) {
    const { at, people } = factsOf(event);
    const fact = people.get(personId)!;
    const progress = { ...document?.progress };
    for (const { id, rule } of achievementList) {
      if (!rule) continue;
      const current = progress[id] ?? nothingYet;
      const next = rule.evolve(current, { fact, at, eventId: event.id });
      if (next !== current) progress[id] = next;
    }
    return { personId, progress };
  },
  audience: ({ personId }) => [personId],
});
