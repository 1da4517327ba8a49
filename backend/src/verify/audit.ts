import type { DecodedEvent } from '../platform/projections/fold.js';
import type { AnyProjection } from '../platform/projections/projection.js';
import { bookingChecker } from './booking-checker.js';
import type { Violation } from './check.js';
import { claimChecker } from './claim-checker.js';
import { closureChecker } from './closure-checker.js';
import { expectedOf } from './expected.js';
import { founderChecker } from './founder-checker.js';
import { overlapChecker } from './overlap-checker.js';
import { paymentChecker } from './payment-checker.js';
import { payoutChecker } from './payout-checker.js';
import { SpilledMap, openSpill } from '../platform/stores/spilled-map.js';

/** Limits the memory for the violations of a badly damaged log. */
const MOST_VIOLATIONS = 10_000;

/**
 * Checks a log and folds every read model from it. `take` expects all events in log order. State
 * spills to disk, so memory does not grow with the log.
 */
export const audit = (projections: readonly AnyProjection[]) => {
  const spill = openSpill();
  const revisions = new SpilledMap<number>(spill, 'revisions');
  const bookings = bookingChecker(spill);
  const checks = [
    overlapChecker(spill),
    closureChecker(spill),
    claimChecker(spill),
    paymentChecker(spill),
    payoutChecker(spill),
    founderChecker(spill),
    bookings.check,
  ];
  const violations: Violation[] = [];
  let further = 0;
  const types = new Map<string, number>();
  const withoutKey = new Set<string>();
  let events = 0;
  let position: string | null = null;
  const expected = projections.map((projection) => expectedOf(projection, spill));

  const inOrder = (event: DecodedEvent): string[] => {
    const next = (revisions.get(event.stream) ?? -1) + 1;
    revisions.set(event.stream, event.revision);
    return [
      ...(event.revision === next
        ? []
        : [`revision ${event.revision} is out of order, expected ${next}`]),
      ...(position !== null && event.position <= position
        ? ['it precedes its predecessor in the log']
        : []),
    ];
  };

  const problemsOf = (event: DecodedEvent): readonly string[] => {
    const found = inOrder(event);
    if ('unreadable' in event) {
      if (event.missingKeyOf === undefined)
        return [...found, `it is unreadable: ${event.unreadable}`];
      withoutKey.add(event.missingKeyOf);
      return found;
    }
    types.set(event.type, (types.get(event.type) ?? 0) + 1);
    return [...found, ...checks.flatMap((check) => check(event))];
  };

  const report = (violation: Violation) => {
    if (violations.length < MOST_VIOLATIONS) violations.push(violation);
    else further++;
  };

  const unreported = (): Violation[] =>
    further > 0
      ? [{ stream: 'log', revision: null, problem: `and ${further} more violations` }]
      : [];

  /**
   * Users whose key the vault lost. Erased users do not count: the vault knows that they are
   * erased.
   */
  const lostKeys = (): Violation[] => {
    const people = [...withoutKey].sort();
    const problem = `${people.length} ${people.length === 1 ? 'user has' : 'users have'} events but no key: ${people.join(', ')}`;
    return people.length > 0 ? [{ stream: 'vault', revision: null, problem }] : [];
  };

  return {
    expected,
    violations: () => [...violations, ...lostKeys(), ...unreported()],
    position: () => position,
    take(batch: readonly DecodedEvent[]) {
      for (const event of batch) {
        const { stream, revision } = event;
        for (const problem of problemsOf(event)) report({ stream, revision, problem });
        position = event.position;
        events++;
      }
      for (const one of expected) one.take(batch).forEach(report);
    },
    counts: () => ({
      events,
      streams: revisions.countEntries(),
      courts: types.get('CourtListed') ?? 0,
      people: types.get('UserRegistered') ?? 0,
      bookings: types.get('BookingRequested') ?? 0,
      ...bookings.statuses(),
    }),
  };
};

export type Audit = ReturnType<typeof audit>;
