import type { RecordedEvent } from '../platform/kernel/events.js';

/** Checks one event of the log after the other and returns its problems as sentences. */
export type Check = (recordedEvent: RecordedEvent) => readonly string[];

/**
 * A violation in a stream at a revision or, with revision null, in the read model `<name>/<id>`.
 */
export type Violation = Readonly<{ stream: string; revision: number | null; problem: string }>;

/**
 * Something that Courtly must still do: `what` is due since `dueAt` (UTC). `wait` says what holds
 * it and, if the wait has an end, until when.
 */
export type DueItem = Readonly<{
  stream: string;
  what: string;
  dueAt: string;
  wait: Readonly<{ reason: string; until: string | null }> | null;
}>;

/** Follows the log, then lists everything that is not done at its end. */
export type DueList = Readonly<{
  takeEvent(recordedEvent: RecordedEvent): void;
  dueItems(): Iterable<DueItem>;
}>;

/** The problems that exist, of conditions that are false or undefined without one. */
export const problemList = (...candidates: readonly (string | false | undefined)[]): string[] =>
  candidates.filter((candidate) => typeof candidate === 'string');

/** An instant a number of milliseconds later; `never` after an instant that is damaged. */
export const instantAfter = (startInstant: string, milliseconds: number): string => {
  const timestamp = Date.parse(startInstant) + milliseconds;
  return Number.isNaN(timestamp) ? 'never' : new Date(timestamp).toISOString();
};
