import type { RecordedEvent } from '../platform/kernel/events.js';

/** Checks one event of the log after the other and returns its problems as sentences. */
export type Check = (recordedEvent: RecordedEvent) => readonly string[];

/**
 * A violation in a stream at a revision or, with revision null, in the read model `<name>/<id>`.
 */
export type Violation = Readonly<{ stream: string; revision: number | null; problem: string }>;

/** The problems that exist, of conditions that are false or undefined without one. */
export const problemList = (...candidates: readonly (string | false | undefined)[]): string[] =>
  candidates.filter((candidate) => typeof candidate === 'string');
