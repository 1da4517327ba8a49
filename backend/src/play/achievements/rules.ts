import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { Fact } from './facts.js';

/** One counted item. `source` is the booking, match, or transfer, by which it can be revoked. */
export type Counted = Readonly<{
  key: string;
  source: string;
  value: number;
  at: string;
  eventId: string;
}>;

/**
 * `counted` are the latest items toward the goal, oldest first. `since` is when a condition started
 * to be met.
 */
export type Progress = Readonly<{
  reached: number;
  counted: readonly Counted[];
  since: string | null;
  earned: Readonly<{ at: string; events: readonly string[] }> | null;
}>;

export type Occurrence = Readonly<{ fact: Fact; at: string; eventId: string }>;

/** How an achievement is earned. `evolve` returns the same object for facts that do not count. */
export type Rule = Readonly<{
  goal: number;
  unit: string;
  evolve(progress: Progress, occurrence: Occurrence): Progress;
}>;

export const nothingYet: Progress = { reached: 0, counted: [], since: null, earned: null };

/** Items stored beyond the goal, so that later ones can replace revoked ones. */
const SPARE = 20;
/** A total can have any number of parts, so only the latest are stored. */
const KEPT_PARTS = 100;
const KEPT_STARS = 200;

const eventsOf = (counted: readonly Counted[]): string[] => [
  ...new Set(counted.map(({ eventId }) => eventId)),
];

/** An achievement stays earned until one of its sources is revoked. */
const judged = (
  next: Omit<Progress, 'earned'>,
  { goal, at }: { goal: number; at: string },
  before: Progress,
): Progress => {
  if (next.reached < goal) return { ...next, earned: null };
  return { ...next, earned: before.earned ?? { at, events: eventsOf(next.counted) } };
};

const sourceTakenBack = (fact: Fact): string | null => {
  if (fact.kind === 'matchTakenBack') return fact.matchId;
  return fact.kind === 'starsTakenBack' ? fact.bookingId : null;
};

const without = (progress: Progress, source: string, goal: number): Progress => {
  const counted = progress.counted.filter((one) => one.source !== source);
  if (counted.length === progress.counted.length) return progress;
  const first = counted[goal - 1];
  const earned = first ? { at: first.at, events: eventsOf(counted.slice(0, goal)) } : null;
  return { ...progress, counted, reached: counted.length, earned };
};

/** Counts distinct items; `keysOf` returns the items of a fact. */
export const different = (
  goal: number,
  unit: string,
  keysOf: (fact: Fact) => Readonly<{ source: string; keys: readonly string[] }> | null,
): Rule => ({
  goal,
  unit,
  evolve(progress, { fact, at, eventId }) {
    const takenBack = sourceTakenBack(fact);
    if (takenBack !== null) return without(progress, takenBack, goal);
    const found = keysOf(fact);
    if (!found) return progress;
    const known = new Set(progress.counted.map(({ key }) => key));
    const fresh = found.keys
      .filter((key) => !known.has(key))
      .map((key) => ({ key, source: found.source, value: 1, at, eventId }));
    if (fresh.length === 0) return progress;
    const counted = [...progress.counted, ...fresh].slice(0, goal + SPARE);
    return judged({ ...progress, counted, reached: counted.length }, { goal, at }, progress);
  },
});

/** Whether a fact continues or ends a streak. */
export type Step = Readonly<{ source: string; key: string; goesOn: boolean }>;

/** A streak. Once earned, it stays earned unless one of its sources is revoked. */
export const inARow = (
  goal: number,
  unit: string,
  stepOf: (fact: Fact, last: string | undefined) => Step | null,
): Rule => ({
  goal,
  unit,
  evolve(progress, { fact, at, eventId }) {
    const takenBack = sourceTakenBack(fact);
    if (takenBack !== null) return without(progress, takenBack, goal);
    if (progress.earned) return progress;
    const step = stepOf(fact, progress.counted.at(-1)?.key);
    if (!step) return progress;
    const { source, key, goesOn } = step;
    const next = { key, source, value: 1, at, eventId };
    const counted = goesOn ? [...progress.counted, next] : key === '' ? [] : [next];
    return judged({ ...progress, counted, reached: counted.length }, { goal, at }, progress);
  },
});

/** A total, such as cents. Reversals are negative parts. */
export const total = (
  goal: number,
  unit: string,
  partOf: (fact: Fact) => Readonly<{ source: string; value: number }> | null,
): Rule => ({
  goal,
  unit,
  evolve(progress, { fact, at, eventId }) {
    const part = partOf(fact);
    if (!part) return progress;
    const counted = [...progress.counted, { key: eventId, ...part, at, eventId }].slice(
      -KEPT_PARTS,
    );
    return judged(
      { ...progress, counted, reached: progress.reached + part.value },
      { goal, at },
      progress,
    );
  },
});

/**
 * An average rating that stays at or above a minimum for a number of days, over the latest 200
 * reviews.
 */
export const meanFor = (days: number, least: number): Rule => ({
  goal: days,
  unit: 'days',
  evolve(progress, { fact, at, eventId }) {
    if (fact.kind !== 'starsReceived' && fact.kind !== 'starsTakenBack') return progress;
    const others = progress.counted.filter(({ source }) => source !== fact.bookingId);
    const { bookingId: source } = fact;
    const counted =
      fact.kind === 'starsReceived'
        ? [...others, { key: source, source, value: fact.stars, at, eventId }].slice(-KEPT_STARS)
        : others;
    const mean = counted.reduce((sum, { value }) => sum + value, 0) / counted.length;
    const since = mean >= least ? (progress.since ?? at) : null;
    const reached = since === null ? 0 : Math.floor((Date.parse(at) - Date.parse(since)) / DAY_MS);
    if (progress.earned) return { ...progress, counted, since };
    return judged(
      { counted, since, reached: Math.min(days, reached) },
      { goal: days, at },
      progress,
    );
  },
});
