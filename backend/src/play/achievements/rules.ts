import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { Fact } from './facts.js';

/** One thing that counts. `source` is the booking, match or transfer that it goes back to, and that may be taken back. */
export type Counted = Readonly<{
  key: string;
  source: string;
  value: number;
  at: string;
  eventId: string;
}>;

/**
 * How far somebody has come: `reached` of the goal, and the latest of what counted towards it, oldest first. `since` is since when
 * a condition has held. `earned` is the instant and the events of what earned it.
 */
export type Progress = Readonly<{
  reached: number;
  counted: readonly Counted[];
  since: string | null;
  earned: Readonly<{ at: string; events: readonly string[] }> | null;
}>;

export type Occurrence = Readonly<{ fact: Fact; at: string; eventId: string }>;

/**
 * How something is earned, as a pure fold over facts. `evolve` answers the same progress where a fact does not count. `unit` says
 * in words what is counted.
 */
export type Rule = Readonly<{
  goal: number;
  unit: string;
  evolve(progress: Progress, occurrence: Occurrence): Progress;
}>;

export const nothingYet: Progress = { reached: 0, counted: [], since: null, earned: null };

/** So much more than the goal is kept, so that what is taken back can be made up for by what came later. */
const SPARE = 20;
/** Of a sum the latest so many parts are kept: it may have any number. */
const KEPT_PARTS = 100;
const KEPT_STARS = 200;

const eventsOf = (counted: readonly Counted[]): string[] => [
  ...new Set(counted.map(({ eventId }) => eventId)),
];

/** Earned is what has reached its goal. What was earned stays so until what it rests on is taken back. */
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

/** Different things of a kind: `keysOf` names those in a fact, each counts once. */
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

/** What a fact is to a run: it goes on with `key`, or ends; null where it says nothing of it. */
export type Step = Readonly<{ source: string; key: string; goesOn: boolean }>;

/** Things in a row. A run that has reached its goal is earned for good, unless a part of it is taken back. */
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

/** A sum, such as cents. What is taken back is a part below zero. */
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

/** A mean of stars that holds for so many days, as reviews tell it: of the latest two hundred. */
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
