import type { RecordedEvent } from '../platform/kernel/events.js';

/** Reads the log event by event, in its order, and answers what is wrong with each, as sentences. */
export type Check = (event: RecordedEvent) => readonly string[];

/** Something that must never be: in a stream at a revision, or, without one, in the read model `<name>/<id>`. */
export type Violation = Readonly<{ stream: string; revision: number | null; problem: string }>;
