import { defineProjection } from '../../platform/projections/projection.js';
import { achievementList } from './achievement-list.js';
import { type CountedEvent, countedTypes, factsOf } from './facts.js';
import { type Progress, nothingYet } from './rules.js';

/** How far somebody has come with each achievement, by its id; what they have not begun is left out. */
export type AchievementsDocument = Readonly<{
  personId: string;
  progress: Readonly<Record<string, Progress>>;
}>;

/** What each person has earned, and what earned it, by the person's id. */
export const achievements = defineProjection<AchievementsDocument, CountedEvent>({
  name: 'achievements',
  version: 1,
  indexes: [],
  handles: [...countedTypes],
  key: (event) => [...factsOf(event).people.keys()],
  evolveAll(documents, event) {
    const { at, people } = factsOf(event);
    const next = new Map<string, AchievementsDocument>();
    for (const [personId, fact] of people) {
      const before = documents.get(personId)?.progress ?? {};
      const progress = { ...before };
      for (const { id, rule } of achievementList) {
        if (!rule) continue;
        const known = before[id] ?? nothingYet;
        const reached = rule.evolve(known, { fact, at, eventId: event.id });
        if (reached !== known) progress[id] = reached;
      }
      next.set(personId, { personId, progress });
    }
    return next;
  },
  audience: ({ personId }) => [personId],
});
