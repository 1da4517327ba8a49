import { allEvents } from '../app.events.js';
import type { Unreadable } from '../kernel/codec.js';
import type { Recorded } from '../kernel/events.js';
import { categoriesOf, concerning, foldBatch } from '../projections/apply.js';
import type { AnyProjection, Stored } from '../projections/projection.js';
import { bookingChecker } from './booking-checker.js';
import type { Violation } from './check.js';
import { overlapChecker } from './overlap-checker.js';

/**
 * What a read model must hold: the fold of the log so far, in memory. `removed` tells after which position a document is no
 * more; `leftOut` are streams that cannot be folded on, with the reason.
 */
export type Folded = Readonly<{
  projection: AnyProjection;
  documents: Map<string, Stored>;
  removed: Map<string, string>;
  leftOut: Map<string, string>;
}>;

const foldOn = ({ projection, documents, removed, leftOut }: Folded, events: readonly (Recorded | Unreadable)[]) => {
  const own = concerning(projection, categoriesOf(projection, allEvents), events);
  const { changed, parked } = foldBatch(projection, own, documents, (stream) => leftOut.has(stream));
  for (const [id, document] of changed) if (!document) removed.set(id, events.at(-1)!.position);
  for (const { event, reason } of parked) leftOut.set(event.stream, reason);
  return parked.map(({ event: { stream, revision }, reason }) => ({
    stream,
    revision,
    problem: `${projection.name} leaves the stream out from here on: ${reason}`,
  }));
};

/**
 * Checks a log while it is read, and folds every read model from it. `take` wants all events in the order of the log. It
 * keeps the documents of all read models in memory, about a kilobyte for each booking.
 */
export const audit = (projections: readonly AnyProjection[]) => {
  const revisions = new Map<string, number>();
  const bookings = bookingChecker();
  const checks = [overlapChecker(), bookings.check];
  const violations: Violation[] = [];
  const types = new Map<string, number>();
  let events = 0;
  let position: string | null = null;
  const folds: readonly Folded[] = projections.map((projection) => ({
    projection,
    documents: new Map(),
    removed: new Map(),
    leftOut: new Map(),
  }));

  const inOrder = (event: Recorded | Unreadable): string[] => {
    const expected = (revisions.get(event.stream) ?? -1) + 1;
    revisions.set(event.stream, event.revision);
    return [
      ...(event.revision === expected ? [] : [`revision ${event.revision} stands where ${expected} belongs`]),
      ...(position !== null && event.position <= position ? ['it stands before its predecessor in the log'] : []),
    ];
  };

  const problemsOf = (event: Recorded | Unreadable): readonly string[] => {
    const found = inOrder(event);
    if ('unreadable' in event) return [...found, `it cannot be read: ${event.unreadable}`];
    types.set(event.type, (types.get(event.type) ?? 0) + 1);
    return [...found, ...checks.flatMap((check) => check(event))];
  };

  return {
    folds,
    violations,
    position: () => position,
    take(batch: readonly (Recorded | Unreadable)[]) {
      for (const event of batch) {
        const { stream, revision } = event;
        violations.push(...problemsOf(event).map((problem) => ({ stream, revision, problem })));
        position = event.position;
        events++;
      }
      violations.push(...folds.flatMap((folded) => foldOn(folded, batch)));
    },
    counts: () => ({
      events,
      streams: revisions.size,
      courts: types.get('CourtListed') ?? 0,
      people: types.get('UserRegistered') ?? 0,
      bookings: types.get('BookingRequested') ?? 0,
      ...bookings.statuses(),
    }),
  };
};

export type Audit = ReturnType<typeof audit>;
