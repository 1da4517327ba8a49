import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { Fact } from './facts.js';

/**
 * One counted item. `source` is its booking, match, or transfer; revoking that also revokes the
 * item.
 */
type CountedItem = Readonly<{
  key: string;
  source: string;
  value: number;
  at: string;
  eventId: string;
}>;

/**
 * `counted` are the latest items toward the goal, oldest first. `since` is the start of the time
 * during which a condition has been met.
 */
export type Progress = Readonly<{
  reached: number;
  counted: readonly CountedItem[];
  since: string | null;
  earned: Readonly<{ at: string; events: readonly string[] }> | null;
}>;

type Occurrence = Readonly<{ fact: Fact; at: string; eventId: string }>;

/** How an achievement is earned. For facts that do not count, `evolve` returns the same object. */
export type AchievementRule = Readonly<{
  goal: number;
  unit: string;
  evolve(priorProgress: Progress, occurrence: Occurrence): Progress;
}>;

export const emptyProgress: Progress = { reached: 0, counted: [], since: null, earned: null };

/** How many items are stored beyond the goal, so that later ones can replace revoked ones. */
const SPARE_ITEMS = 20;
/** A total can have any number of parts, so only the latest ones are stored. */
const KEPT_PARTS = 100;
const KEPT_STARS = 200;

const eventIdsOf = (countedItems: readonly CountedItem[]): string[] => [
  ...new Set(countedItems.map(({ eventId }) => eventId)),
];

/** An achievement remains earned until the progress falls below the goal. */
const withEarned = (
  nextProgress: Omit<Progress, 'earned'>,
  { goal, at }: { goal: number; at: string },
  previousProgress: Progress,
): Progress => {
  if (nextProgress.reached < goal) return { ...nextProgress, earned: null };
  return {
    ...nextProgress,
    earned: previousProgress.earned ?? { at, events: eventIdsOf(nextProgress.counted) },
  };
};

const revokedSourceOf = (userFact: Fact): string | null => {
  if (userFact.kind === 'matchRevoked') return userFact.matchId;
  return userFact.kind === 'starsRevoked' ? userFact.bookingId : null;
};

const withoutSource = (priorProgress: Progress, sourceId: string, goal: number): Progress => {
  const countedItems = priorProgress.counted.filter(
    (countedItem) => countedItem.source !== sourceId,
  );
  if (countedItems.length === priorProgress.counted.length) return priorProgress;
  const goalItem = countedItems[goal - 1];
  const earnedAgain = goalItem
    ? { at: goalItem.at, events: eventIdsOf(countedItems.slice(0, goal)) }
    : null;
  return {
    ...priorProgress,
    counted: countedItems,
    reached: countedItems.length,
    earned: earnedAgain,
  };
};

/** Counts items that can be revoked. `itemsAfter` returns null for facts that do not count. */
const countingRule = (
  goal: number,
  unit: string,
  itemsAfter: (progress: Progress, occurrence: Occurrence) => readonly CountedItem[] | null,
): AchievementRule => ({
  goal,
  unit,
  evolve(progress, occurrence) {
    const revokedSource = revokedSourceOf(occurrence.fact);
    if (revokedSource !== null) return withoutSource(progress, revokedSource, goal);
    const counted = itemsAfter(progress, occurrence);
    if (!counted) return progress;
    const nextProgress = { ...progress, counted, reached: counted.length };
    return withEarned(nextProgress, { goal, at: occurrence.at }, progress);
  },
});

/** Counts distinct items; `itemsOfFact` returns the items of a fact. */
export const distinctItems = (
  goal: number,
  unit: string,
  itemsOfFact: (userFact: Fact) => Readonly<{ source: string; keys: readonly string[] }> | null,
): AchievementRule =>
  countingRule(goal, unit, ({ counted }, { fact, at, eventId }) => {
    const factItems = itemsOfFact(fact);
    if (!factItems) return null;
    const countedKeys = new Set(counted.map(({ key }) => key));
    const newItems = factItems.keys
      .filter((itemKey) => !countedKeys.has(itemKey))
      .map((itemKey) => ({ key: itemKey, source: factItems.source, value: 1, at, eventId }));
    return newItems.length === 0 ? null : [...counted, ...newItems].slice(0, goal + SPARE_ITEMS);
  });

/** Whether a fact continues or ends a streak. */
type StreakStep = Readonly<{ source: string; key: string; continues: boolean }>;

/** Counts a streak. Once earned, it remains earned unless one of its sources is revoked. */
export const streakOf = (
  goal: number,
  unit: string,
  stepOfFact: (userFact: Fact, lastKey: string | undefined) => StreakStep | null,
): AchievementRule =>
  countingRule(goal, unit, ({ counted, earned }, { fact, at, eventId }) => {
    const streakStep = earned ? null : stepOfFact(fact, counted.at(-1)?.key);
    if (!streakStep) return null;
    const { source, key, continues } = streakStep;
    const nextItem = { key, source, value: 1, at, eventId };
    if (continues) return [...counted, nextItem];
    return key === '' ? [] : [nextItem];
  });

/** How many matches are stored, because a result of an earlier match can arrive later. */
const KEPT_MATCHES = 60;

/** The first `goal` consecutive wins; undefined if there are none. */
const firstRun = (
  items: readonly CountedItem[],
  goal: number,
): readonly CountedItem[] | undefined => {
  let run: CountedItem[] = [];
  for (const item of items) {
    run = item.value === 1 ? [...run, item] : [];
    if (run.length === goal) return run;
  }
  return undefined;
};

/** The number of wins since the last match that was not won. */
const latestRun = (items: readonly CountedItem[]): number =>
  items.length - 1 - items.findLastIndex(({ value }) => value === 0);

const withMatches = (matches: readonly CountedItem[], goal: number): Progress => {
  const run = firstRun(matches, goal);
  if (!run)
    return {
      reached: latestRun(matches),
      counted: matches.slice(-KEPT_MATCHES),
      since: null,
      earned: null,
    };
  const last = run.at(-1)!;
  return {
    reached: goal,
    counted: matches.slice(0, matches.indexOf(last) + 1 + SPARE_ITEMS),
    since: null,
    earned: { at: last.at, events: eventIdsOf(run) },
  };
};

/**
 * Counts matches won in a row, in the order in which they were played. `hasWon` is null for facts
 * that are not matches.
 */
export const winsInARow = (
  goal: number,
  unit: string,
  hasWon: (userFact: Fact) => Readonly<{ source: string; won: boolean }> | null,
): AchievementRule => ({
  goal,
  unit,
  evolve(priorProgress, { fact, at, eventId }) {
    const { counted } = priorProgress;
    const playedMatch = hasWon(fact);
    const source = playedMatch?.source ?? revokedSourceOf(fact);
    const others = counted.filter((item) => item.source !== source);
    if (!playedMatch)
      return others.length === counted.length ? priorProgress : withMatches(others, goal);
    const item = { key: playedMatch.source, source: playedMatch.source, at, eventId };
    const matches = [...others, { ...item, value: playedMatch.won ? 1 : 0 }];
    return withMatches(
      matches.sort((first, second) => first.at.localeCompare(second.at)),
      goal,
    );
  },
});

/** Adds up a total, such as cents. Reversals are negative parts. */
export const totalOf = (
  goal: number,
  unit: string,
  partOfFact: (userFact: Fact) => Readonly<{ source: string; value: number }> | null,
): AchievementRule => ({
  goal,
  unit,
  evolve(priorProgress, { fact, at, eventId }) {
    const totalPart = partOfFact(fact);
    if (!totalPart) return priorProgress;
    const countedItems = [
      ...priorProgress.counted,
      { key: eventId, ...totalPart, at, eventId },
    ].slice(-KEPT_PARTS);
    return withEarned(
      { ...priorProgress, counted: countedItems, reached: priorProgress.reached + totalPart.value },
      { goal, at },
      priorProgress,
    );
  },
});

/**
 * Requires an average rating of at least a minimum for a number of days, over the latest 200
 * reviews.
 */
export const averageFor = (requiredDays: number, minimumRating: number): AchievementRule => ({
  goal: requiredDays,
  unit: 'days',
  evolve(priorProgress, { fact, at, eventId }) {
    if (fact.kind !== 'starsReceived' && fact.kind !== 'starsRevoked') return priorProgress;
    const otherReviews = priorProgress.counted.filter(({ source }) => source !== fact.bookingId);
    const { bookingId: sourceId } = fact;
    const countedItems =
      fact.kind === 'starsReceived'
        ? [
            ...otherReviews,
            { key: sourceId, source: sourceId, value: fact.stars, at, eventId },
          ].slice(-KEPT_STARS)
        : otherReviews;
    const averageStars =
      countedItems.reduce((sum, { value }) => sum + value, 0) / countedItems.length;
    const aboveMinimumSince = averageStars >= minimumRating ? (priorProgress.since ?? at) : null;
    const reachedDays =
      aboveMinimumSince === null
        ? 0
        : Math.floor((Date.parse(at) - Date.parse(aboveMinimumSince)) / DAY_MS);
    if (priorProgress.earned)
      return { ...priorProgress, counted: countedItems, since: aboveMinimumSince };
    return withEarned(
      {
        counted: countedItems,
        since: aboveMinimumSince,
        reached: Math.min(requiredDays, reachedDays),
      },
      { goal: requiredDays, at },
      priorProgress,
    );
  },
});
