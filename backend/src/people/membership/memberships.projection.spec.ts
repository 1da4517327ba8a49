import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import {
  ANN,
  GRACE_ENDS,
  HALF_PAST,
  NEXT_MONTH,
  NEXT_YEAR,
  NOON,
  foundingActivated,
  intentCreated,
  monthlyActivated,
  subscriptionCreated,
} from '../../../testing/membership.js';
import {
  JUNE,
  after,
  dispute,
  founder,
  record,
  refund,
  subscriber,
} from '../../../testing/membership-history.js';
import { fold, inStream } from '../../../testing/projection.js';
import { seed } from '../../../testing/seed.js';
import { matchesFilter } from '../../../testing/simulation/filter.js';
import type { FounderEvent } from './founders.events.js';
import type { MembershipEvent } from './membership.events.js';
import { type MembershipCommand, membership } from './membership.js';
import { membershipProcess } from './membership.process.js';
import { type MembershipDocument, memberships } from './memberships.projection.js';
import { nextStep } from './next-step.js';

type SourceEvent = MembershipEvent | FounderEvent;

const documentAfter = (...events: SourceEvent[]): MembershipDocument =>
  fold(memberships, ...inStream('log-all', ...events)).get(ANN)!;
const dueAfter = (...events: SourceEvent[]) => {
  const { what, dueAt, readAt } = documentAfter(...events);
  return { what, dueAt, readAt };
};
const seatReserved: FounderEvent = {
  type: 'FounderSeatReserved',
  data: { number: 47, userId: ANN, reservedAt: NOON, until: HALF_PAST },
};
const seatTaken: FounderEvent = {
  type: 'FounderSeatTaken',
  data: { number: 47, userId: ANN, intentId: 'pi_1', takenAt: NOON },
};
const seatReleased: FounderEvent = {
  type: 'FounderSeatReleased',
  data: { number: 47, userId: ANN, releasedAt: JUNE },
};
const seatFreed: MembershipEvent = {
  type: 'EliteSeatFreed',
  data: { userId: ANN, founderNumber: 47, freedAt: JUNE },
};

describe('the work that is due for a membership', () => {
  it('is the end of a reservation, then of its open payment', () => {
    expect(dueAfter(seatReserved)).toEqual({
      what: 'endReservation',
      dueAt: HALF_PAST,
      readAt: null,
    });
    expect(dueAfter(seatReserved, intentCreated())).toEqual({
      what: 'cancelIntent',
      dueAt: HALF_PAST,
      readAt: NOON,
    });
    expect(dueAfter(seatReserved, seatReleased)).toEqual({
      what: null,
      dueAt: null,
      readAt: null,
    });
  });

  it('is the end of a term, and a request to Stripe once the paid month ends', () => {
    expect(dueAfter(seatTaken, ...founder)).toEqual({
      what: 'lapse',
      dueAt: NEXT_YEAR,
      readAt: null,
    });
    expect(dueAfter(...subscriber)).toEqual({
      what: 'lapse',
      dueAt: GRACE_ENDS,
      readAt: NEXT_MONTH,
    });
  });

  it('is a request to Stripe for a first month or a fee that is not recorded', () => {
    expect(dueAfter(subscriptionCreated())).toEqual({ what: null, dueAt: null, readAt: NOON });
    const withoutFee = foundingActivated({ processorFeeCents: 0 });
    expect(dueAfter(seatTaken, intentCreated(), withoutFee).readAt).toBe(NOON);
  });

  it('is the release of a freed seat until the seat is released', () => {
    const lost = record([dispute(19_900, { isFinal: true })], { freesSeat: true });
    const freed = [seatTaken, ...founder, ...after(founder, lost).added, seatFreed];
    expect(dueAfter(...freed)).toEqual({ what: 'releaseSeat', dueAt: NOON, readAt: null });
    expect(dueAfter(...freed, seatReleased)).toEqual({ what: null, dueAt: null, readAt: null });
  });

  it('keeps the time of the event that made it due', () => {
    const later = '2027-07-01T12:00:00.000Z';
    const [order] = membership.decide(orderRefund, documentAfter(...founder));
    const [first, second] = inStream('log-all', order!, {
      type: 'EliteFeeRecorded',
      data: {
        userId: ANN,
        plan: 'founding',
        paidBy: 'pi_1',
        processorFeeCents: 1,
        recordedAt: later,
      },
    } as const);
    const at = (event: typeof first, instant: string) =>
      ({ ...event!, metadata: { ...event!.metadata, at: instant } }) as never;
    const ordered = memberships.evolve(documentAfter(...founder), at(first, JUNE), ANN)!;
    expect(ordered).toMatchObject({ what: 'refund', amountCents: 5_000, since: JUNE, dueAt: JUNE });
    const changed = memberships.evolve(ordered, at(second, later), ANN)!;
    expect(changed).toMatchObject({ what: 'refund', amountCents: 5_000, since: JUNE, dueAt: JUNE });
  });
});

const orderRefund: MembershipCommand = {
  type: 'OrderRefund',
  data: {
    userId: ANN,
    orderId: 'order-1',
    paidBy: 'pi_1',
    amountCents: 5_000,
    reason: 'Goodwill',
    orderedBy: 'avery',
    at: JUNE,
  },
};

const facts: readonly SourceEvent[] = [
  seatReserved,
  seatTaken,
  seatReleased,
  intentCreated(),
  foundingActivated(),
  subscriptionCreated(),
  monthlyActivated(),
  {
    type: 'EliteIntentMismatched',
    data: {
      userId: ANN,
      purpose: 'founding',
      intentId: 'pi_1',
      amountCents: 19_900,
      foundCents: 5_000,
      foundCurrency: 'usd',
      foundAt: NOON,
    },
  },
  {
    type: 'EliteMismatchCharged',
    data: {
      userId: ANN,
      plan: 'founding',
      paidBy: 'pi_1',
      amountCents: 5_000,
      currency: 'usd',
      processorFeeCents: 0,
      card: null,
      chargedAt: NOON,
    },
  },
];
const commands: readonly MembershipCommand[] = [
  orderRefund,
  {
    type: 'RefuseRefund',
    data: { userId: ANN, orderId: 'order-1', code: 'charge_disputed', refusedAt: JUNE },
  },
  {
    type: 'ResolveMismatch',
    data: { userId: ANN, orderId: 'order-2', reason: '', resolvedBy: 'avery', at: NOON },
  },
  {
    type: 'End',
    data: { userId: ANN, freesSeat: true, reason: '', endedBy: 'avery', at: NEXT_MONTH },
  },
  { type: 'FreeSeat', data: { userId: ANN, number: 47, at: JUNE } },
  { type: 'RestoreSeat', data: { userId: ANN, number: 47, at: JUNE } },
  { type: 'EndPurchase', data: { userId: ANN, at: JUNE } },
  { type: 'Lapse', data: { userId: ANN, at: GRACE_ENDS } },
  record([dispute(19_900)], { freesSeat: true }),
  record([dispute(19_900, { isFinal: true })], { freesSeat: true }),
  record([dispute(0, { isFinal: true })]),
  record([refund(5_000, { orderId: 'order-2' })]),
  record([dispute(10_000)], { paidBy: 'in_1' }),
];

/** The events of a history. Commands that are refused change nothing. */
const eventsOf = (history: readonly (SourceEvent | MembershipCommand)[]): SourceEvent[] => {
  const events: SourceEvent[] = [];
  for (const entry of history) {
    if ((facts as readonly unknown[]).includes(entry)) {
      events.push(entry as SourceEvent);
      continue;
    }
    const document = events.length === 0 ? null : documentAfter(...events);
    try {
      events.push(...membership.decide(entry as MembershipCommand, document));
    } catch {
      // The membership refuses the command.
    }
  }
  return events;
};

it(`has work for the sweep if and only if a step is due, after any history (SEED=${seed})`, () => {
  const entry = fc.constantFrom<SourceEvent | MembershipCommand>(...facts, ...commands);
  const instant = fc.constantFrom(NOON, HALF_PAST, NEXT_MONTH, GRACE_ENDS, JUNE, NEXT_YEAR);
  const takenSteps = new Set<string | null>();
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), instant, (history, at) => {
      const events = eventsOf(history);
      fc.pre(events.length > 0);
      const document = documentAfter(...events);
      const step = nextStep(document, document.seat, at, null);
      takenSteps.add(step?.type ?? null);
      const [dueSteps] = membershipProcess.sweep!.filters(at);
      expect(matchesFilter(document, dueSteps!)).toBe(step !== null);
      expect(document.what === null).toBe(document.dueAt === null);
    }),
    { seed, numRuns: 3_000 },
  );
  expect([...takenSteps].sort()).toEqual(
    [
      ...[null, 'cancelIntent', 'cancelSubscription', 'endPurchase', 'endReservation'],
      ...['freeSeat', 'lapse', 'refund', 'releaseSeat', 'restoreSeat'],
    ].sort(),
  );
});
