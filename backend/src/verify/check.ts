import type { RecordedEvent } from '../platform/kernel/events.js';

/** Checks the events of a log one by one, and describes each problem in one sentence. */
export type Check = (recordedEvent: RecordedEvent) => readonly string[];

/**
 * A violation in a stream at a revision or, if the revision is null, in the read model
 * `<name>/<id>`. `isMoney` marks a money problem, which a person can explain.
 */
export type Violation = Readonly<{
  stream: string;
  revision: number | null;
  problem: string;
  isMoney?: true;
}>;

/**
 * A step that Courtly has yet to take: `what` has been due since `dueAt` (UTC). `wait` is the
 * reason for a known delay and, if known, its end.
 */
export type DueItem = Readonly<{
  stream: string;
  what: string;
  dueAt: string;
  wait: Readonly<{ reason: string; until: string | null }> | null;
}>;

/** Follows the log, and then lists the steps that are still due at its end, at an instant (UTC). */
export type DueList = Readonly<{
  takeEvent(recordedEvent: RecordedEvent): void;
  dueItems(currentInstant: string): Iterable<DueItem>;
}>;

/** Returns the problems in a list in which false and undefined mean that there is no problem. */
export const problemList = (...candidates: readonly (string | false | undefined)[]): string[] =>
  candidates.filter((candidate) => typeof candidate === 'string');

/** The instant that is some milliseconds later; `never` if the instant is damaged. */
export const instantAfter = (startInstant: string, milliseconds: number): string => {
  const timestamp = Date.parse(startInstant) + milliseconds;
  return Number.isNaN(timestamp) ? 'never' : new Date(timestamp).toISOString();
};
