import type { DecodedEvent } from '../platform/projections/fold.js';
import type { AnyProjection } from '../platform/projections/projection.js';
import type { EventSet, KeyDamage } from '../platform/kernel/events.js';
import { HOUR_MS } from '../platform/kernel/local-time.js';
import { bookingChecker } from './booking-checker.js';
import { bookingFieldsChecker } from './booking-fields-checker.js';
import { type DueItem, type Violation, problemList } from './check.js';
import { claimChecker } from './claim-checker.js';
import { closureChecker } from './closure-checker.js';
import { dueBookings } from './due-bookings.js';
import { dueErasures } from './due-erasures.js';
import { dueMemberships } from './due-memberships.js';
import { erasedKeysChecker } from './erased-keys-checker.js';
import { erasureChecker } from './erasure-checker.js';
import { expectedOf } from './expected.js';
import { founderChecker } from './founder-checker.js';
import { localTimeChecker } from './local-time-checker.js';
import { membershipPriceChecker } from './membership-price-checker.js';
import { overlapChecker } from './overlap-checker.js';
import { paymentChecker } from './payment-checker.js';
import { payoutChecker } from './payout-checker.js';
import { priceChecker } from './price-checker.js';
import { SpilledMap, openSpill } from '../platform/stores/spilled-map.js';

/** Limits the memory that the violations of a badly damaged log use. */
const MOST_VIOLATIONS = 10_000;

/**
 * Overdue steps. Those in `violations` have no excuse; those in `waiting` wait for a known reason.
 */
export type Overdue = Readonly<{ violations: readonly Violation[]; waiting: readonly Violation[] }>;

const describeDue = ({ what, dueAt, wait }: DueItem): string =>
  `${what} has been due since ${dueAt}${wait ? `: ${wait.reason}` : ''}`;

/**
 * Checks a log, and folds every read model from it. `take` expects all events in log order. State
 * spills to disk, so memory use does not grow with the log.
 */
export const auditLog = (projections: readonly AnyProjection[], eventSets: readonly EventSet[]) => {
  const spillDatabase = openSpill();
  const revisions = new SpilledMap<number>(spillDatabase, 'revisions');
  const bookingChecks = bookingChecker(spillDatabase);
  const priceChecks = priceChecker(spillDatabase);
  const erasureChecks = erasureChecker(spillDatabase, eventSets);
  const erasedKeys = erasedKeysChecker(spillDatabase);
  const localTimes = localTimeChecker(spillDatabase);
  const moneyDueLists = [dueBookings(spillDatabase), dueMemberships(spillDatabase)];
  const dueLists = [...moneyDueLists, dueErasures(spillDatabase), localTimes];
  const ruleChecks = [
    overlapChecker(spillDatabase),
    closureChecker(spillDatabase),
    claimChecker(spillDatabase),
    founderChecker(spillDatabase),
    bookingChecks.check,
    localTimes.check,
  ];
  const moneyChecks = [
    paymentChecker(spillDatabase),
    payoutChecker(spillDatabase),
    bookingFieldsChecker(spillDatabase),
    priceChecks.check,
    membershipPriceChecker(spillDatabase),
  ];
  const violations: Violation[] = [];
  let unlistedCount = 0;
  const eventCounts = new Map<string, number>();
  const withoutKey = new Set<string>();
  /** The reason why each damaged key cannot be opened, by key id. */
  const damagedKeys = new Map<string, string>();
  let eventCount = 0;
  let lastPosition: string | null = null;
  const expectedModels = projections.map((projection) =>
    expectedOf(projection, eventSets, spillDatabase),
  );

  const orderProblems = (event: DecodedEvent): string[] => {
    const expectedRevision = (revisions.get(event.stream) ?? -1) + 1;
    revisions.set(event.stream, event.revision);
    return problemList(
      event.revision !== expectedRevision &&
        `revision ${event.revision} is out of order, expected ${expectedRevision}`,
      lastPosition !== null &&
        event.position <= lastPosition &&
        'it precedes its predecessor in the log',
    );
  };

  const noteKey = ({ userId, keyId, reason }: KeyDamage) =>
    keyId === null ? withoutKey.add(userId) : damagedKeys.set(keyId, reason);

  const problemsOf = (event: DecodedEvent): readonly string[] => {
    const orderIssues = orderProblems(event);
    if ('unreadable' in event) {
      const { damagedKey, unreadable } = event;
      if (!damagedKey) return [...orderIssues, `it is unreadable: ${unreadable}`];
      noteKey(damagedKey);
      return orderIssues;
    }
    for (const keyDamage of event.unopened ?? []) noteKey(keyDamage);
    eventCounts.set(event.type, (eventCounts.get(event.type) ?? 0) + 1);
    erasureChecks.takeEvent(event);
    erasedKeys.takeEvent(event);
    for (const dueList of dueLists) dueList.takeEvent(event);
    return [...orderIssues, ...ruleChecks.flatMap((ruleCheck) => ruleCheck(event))];
  };

  const moneyProblemsOf = (event: DecodedEvent): readonly string[] =>
    'unreadable' in event ? [] : moneyChecks.flatMap((moneyCheck) => moneyCheck(event));

  const report = (violation: Violation) => {
    if (violations.length < MOST_VIOLATIONS) violations.push(violation);
    else unlistedCount++;
  };

  const unreported = (): Violation[] =>
    unlistedCount > 0
      ? [{ stream: 'log', revision: null, problem: `and ${unlistedCount} more violations` }]
      : [];

  /**
   * The users whose key the vault has lost. Erased users do not count, because the vault records
   * their erasure.
   */
  const lostKeys = (): Violation[] => {
    const userIds = [...withoutKey].sort();
    const lostKeyProblem = `${userIds.length} ${userIds.length === 1 ? 'user has' : 'users have'} events but no key: ${userIds.join(', ')}`;
    return userIds.length > 0 ? [{ stream: 'vault', revision: null, problem: lostKeyProblem }] : [];
  };

  const unreadableKeys = (): Violation[] =>
    [...damagedKeys].map(([, problem]) => ({ stream: 'vault', revision: null, problem }));

  return {
    expected: expectedModels,
    erasedKeys,
    violations: () => [...violations, ...lostKeys(), ...unreadableKeys(), ...unreported()],
    /**
     * Problems that are known only at the end of the log, at an instant (UTC): overdue money and
     * erasures, unknown policies, and erased people whose data can still be read.
     */
    overdue(currentInstant: string, toleranceHours: number): Overdue {
      const tolerated = new Date(Date.parse(currentInstant) - toleranceHours * HOUR_MS);
      const overdueBefore = tolerated.toISOString();
      const violations: Violation[] = [
        ...priceChecks.unpriced(),
        ...erasureChecks.readable(overdueBefore),
      ];
      const waiting: Violation[] = [];
      for (const dueList of dueLists)
        for (const dueItem of dueList.dueItems(currentInstant)) {
          const { stream, dueAt, wait } = dueItem;
          if (dueAt >= overdueBefore) continue;
          const isExplained = wait !== null && (wait.until === null || wait.until >= overdueBefore);
          const item = {
            stream,
            revision: null,
            problem: describeDue(dueItem),
            ...(moneyDueLists.includes(dueList) && { isMoney: true as const }),
          };
          (isExplained ? waiting : violations).push(item);
        }
      return { violations, waiting };
    },
    position: () => lastPosition,
    take(batch: readonly DecodedEvent[]) {
      for (const event of batch) {
        const { stream, revision } = event;
        for (const problem of problemsOf(event)) report({ stream, revision, problem });
        for (const problem of moneyProblemsOf(event))
          report({ stream, revision, problem, isMoney: true });
        lastPosition = event.position;
        eventCount++;
      }
      for (const expectedModel of expectedModels) expectedModel.takeBatch(batch).forEach(report);
    },
    counts: () => ({
      events: eventCount,
      streams: revisions.countEntries(),
      courts: eventCounts.get('CourtListed') ?? 0,
      people: eventCounts.get('UserRegistered') ?? 0,
      bookings: eventCounts.get('BookingRequested') ?? 0,
      ...bookingChecks.statuses(),
    }),
  };
};

export type Audit = ReturnType<typeof auditLog>;
