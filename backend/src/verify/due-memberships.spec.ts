import { describe, expect, it } from '@jest/globals';
import type { FounderEvent } from '../people/membership/founders.events.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { recordedLog } from '../../testing/audited-log.js';
import { JUNE } from '../../testing/membership-history.js';
import {
  ANN,
  GRACE_ENDS,
  HALF_PAST,
  NEXT_MONTH,
  NEXT_YEAR,
  NOON,
  foundingActivated,
  intentCreated,
  eliteEnded,
  monthlyActivated,
  stepRefused,
  subscriptionCreated,
} from '../../testing/membership.js';
import { openSpill } from '../platform/stores/spilled-map.js';
import { dueMemberships } from './due-memberships.js';

type Known = FounderEvent | MembershipEvent;
const NOW = '2030-01-01T00:00:00.000Z';
const dueItems = (...history: Known[]) => {
  const dueList = dueMemberships(openSpill());
  for (const event of recordedLog(history)) dueList.takeEvent(event);
  return [...dueList.dueItems(NOW)].map(({ what, dueAt, wait }) => [
    what.slice(what.indexOf(': ') + 2),
    dueAt,
    wait?.reason ?? null,
  ]);
};
const lapsed: MembershipEvent = {
  type: 'EliteLapsed',
  data: {
    userId: ANN,
    plan: 'monthly',
    founderNumber: null,
    accessUntil: GRACE_ENDS,
    lapsedAt: GRACE_ENDS,
  },
};
const mismatched: MembershipEvent = {
  type: 'EliteIntentMismatched',
  data: {
    userId: ANN,
    purpose: 'founding',
    intentId: 'pi_1',
    amountCents: 19_900,
    foundCents: 100,
    foundCurrency: 'usd',
    foundAt: NOON,
  },
};
const seatReserved: FounderEvent = {
  type: 'FounderSeatReserved',
  data: { number: 47, userId: ANN, reservedAt: NOON, until: HALF_PAST },
};
const seatTaken: FounderEvent = {
  type: 'FounderSeatTaken',
  data: { number: 47, userId: ANN, intentId: 'pi_1', takenAt: NOON },
};
const subscriptionEnded: MembershipEvent = {
  type: 'EliteSubscriptionEnded',
  data: { userId: ANN, subscriptionId: 'sub_1', endedAt: GRACE_ENDS },
};

const returnOrdered = {
  type: 'EliteMismatchResolved',
  data: { userId: ANN, intentId: 'pi_1', orderId: 'order-1', resolvedAt: NOON },
} as MembershipEvent;
const returnRefused = {
  type: 'EliteRefundRefused',
  data: { userId: ANN, orderId: 'order-1', refusedAt: NOON },
} as MembershipEvent;

const refundOrdered: MembershipEvent = {
  type: 'EliteRefundOrdered',
  data: {
    userId: ANN,
    paidBy: 'pi_1',
    plan: 'founding',
    orderId: 'order-1',
    amountCents: 19_900,
    reason: 'goodwill',
    orderedBy: 'ada',
    orderedAt: HALF_PAST,
  },
} as MembershipEvent;
const reversed: MembershipEvent = {
  type: 'EliteReversed',
  data: {
    userId: ANN,
    paidBy: 'pi_1',
    orderId: 'order-1',
    amountCents: 19_900,
    endsMembership: true,
    accessUntil: HALF_PAST,
    reversedAt: HALF_PAST,
  },
} as MembershipEvent;

const wrongCharge = {
  type: 'EliteMismatchCharged',
  data: { userId: ANN, paidBy: 'pi_1', amountCents: 100, chargedAt: NOON },
} as MembershipEvent;
const disputeOpened = {
  type: 'EliteDisputeOpened',
  data: { userId: ANN, paidBy: 'pi_1', disputeId: 'du_1', isInquiry: false },
} as MembershipEvent;
const wrongReversal = { userId: ANN, paidBy: 'pi_1', kind: 'dispute', amountCents: 100 };
const wrongTaken = {
  type: 'EliteReversed',
  data: { ...wrongReversal, orderId: null, endsMembership: false, accessUntil: null },
} as MembershipEvent;
const wrongGivenBack = {
  type: 'EliteReversalUndone',
  data: { ...wrongReversal, restoresMembership: false, undoneAt: GRACE_ENDS },
} as MembershipEvent;
const monthInEuros = {
  type: 'EliteMismatchCharged',
  data: {
    ...wrongCharge.data,
    plan: 'monthly',
    paidBy: 'in_1',
    amountCents: 10_000,
    currency: 'eur',
    chargedAt: NEXT_MONTH,
  },
} as MembershipEvent;
const monthReturned = {
  type: 'EliteReversed',
  data: {
    userId: ANN,
    paidBy: 'in_1',
    kind: 'refund',
    orderId: null,
    amountCents: 10_000,
    endsMembership: false,
    accessUntil: GRACE_ENDS,
    reversedAt: NEXT_MONTH,
  },
} as MembershipEvent;
const failedRenewal = (currency: string) =>
  ({
    type: 'ElitePaymentFailed',
    data: { userId: ANN, subscriptionId: 'sub_1', currency, failedAt: NEXT_MONTH },
  }) as MembershipEvent;
const monthRefundOrdered = {
  type: 'EliteRefundOrdered',
  data: { ...refundOrdered.data, paidBy: 'in_1', amountCents: 10_000 },
} as MembershipEvent;
const RETRY_OR_SETTLE = 'an admin must retry or settle its refund';
const refunded = {
  type: 'EliteReversed',
  data: { ...wrongTaken.data, kind: 'refund', orderId: 'order-1' },
} as MembershipEvent;
const refundSentBack = {
  type: 'EliteReversalUndone',
  data: { ...wrongGivenBack.data, kind: 'refund' },
} as MembershipEvent;
const givenBack = [wrongTaken, wrongGivenBack];
const wrongRefused = {
  type: 'EliteRefundRefused',
  data: { userId: ANN, paidBy: 'pi_1', orderId: 'order-1', refusedAt: NOON },
} as MembershipEvent;
const ended = {
  type: 'EliteIntentEnded',
  data: { userId: ANN, intentId: 'pi_1' },
} as MembershipEvent;

const wrongRefundedInDashboard = {
  type: 'EliteReversed',
  data: { ...wrongTaken.data, kind: 'refund', reversedAt: JUNE },
} as MembershipEvent;

const soldYear = [seatReserved, intentCreated(), seatTaken, foundingActivated()];
const yearReversal = { userId: ANN, paidBy: 'pi_1', reversalId: 're_1', amountCents: 19_900 };
const yearReturned = (changes: object = {}) =>
  ({
    type: 'EliteReversed',
    data: {
      ...yearReversal,
      isFinal: true,
      freesSeat: true,
      endsMembership: true,
      accessUntil: JUNE,
      reversedAt: JUNE,
      ...changes,
    },
  }) as MembershipEvent;
const yearLost = {
  type: 'EliteReversalConfirmed',
  data: { ...yearReversal, confirmedAt: GRACE_ENDS },
} as MembershipEvent;
const yearGivenBack = {
  type: 'EliteReversalUndone',
  data: {
    ...yearReversal,
    restoresMembership: true,
    accessUntil: NEXT_YEAR,
    undoneAt: GRACE_ENDS,
  },
} as MembershipEvent;
const endedByAdmin = {
  type: 'EliteEnded',
  data: { userId: ANN, freesSeat: true, endedAt: JUNE },
} as MembershipEvent;
const seatFreed: MembershipEvent = {
  type: 'EliteSeatFreed',
  data: { userId: ANN, founderNumber: 47, freedAt: JUNE },
};
const restored: MembershipEvent = {
  type: 'EliteSeatRestored',
  data: { userId: ANN, founderNumber: 47, restoredAt: GRACE_ENDS },
};
const seatReleased: FounderEvent = {
  type: 'FounderSeatReleased',
  data: { number: 47, userId: ANN, releasedAt: JUNE },
};

describe('memberships', () => {
  it.each<[string, Known[], unknown[]]>([
    ['an open payment', [intentCreated()], [['the end of an open payment', HALF_PAST, null]]],
    [
      'a payment with another amount',
      [intentCreated(), mismatched],
      [['the end of an open payment', HALF_PAST, 'an admin must order its return']],
    ],
    [
      'a payment with another amount whose return was ordered',
      [intentCreated(), mismatched, returnOrdered],
      [['the end of an open payment', NOON, null]],
    ],
    [
      'a payment with another amount whose return was refused',
      [intentCreated(), mismatched, returnOrdered, returnRefused],
      [['the end of an open payment', HALF_PAST, 'an admin must order its return']],
    ],
    [
      'a charge of another amount whose return no one has ordered',
      [intentCreated(), mismatched, wrongCharge, seatReserved],
      [
        ['the end of an open payment', NOON, 'an admin must order its return'],
        ['the return of a payment with a wrong amount', NOON, 'an admin must order its return'],
        ['its release or sale', NOON, 'an admin must order its return'],
      ],
    ],
    [
      'a month paid in another currency whose refund was ordered',
      [subscriptionCreated(), monthInEuros, subscriptionEnded, monthRefundOrdered],
      [
        ['the return of a payment with a wrong amount', HALF_PAST, null],
        ['an ordered refund', HALF_PAST, null],
      ],
    ],
    [
      'a charge of another amount whose return was ordered',
      [intentCreated(), mismatched, wrongCharge, returnOrdered],
      [
        ['the end of an open payment', NOON, null],
        ['the return of a payment with a wrong amount', NOON, null],
      ],
    ],
    [
      'a charge of another amount that a bank decides about',
      [intentCreated(), mismatched, wrongCharge, returnOrdered, disputeOpened],
      [
        ['the end of an open payment', NOON, 'a bank decides a dispute'],
        ['the return of a payment with a wrong amount', NOON, 'a bank decides a dispute'],
      ],
    ],
    [
      'a refunded charge that a bank disputed and then returned',
      [intentCreated(), mismatched, wrongCharge, returnOrdered, wrongTaken, ended, wrongGivenBack],
      [['the return of a payment with a wrong amount', GRACE_ENDS, null]],
    ],
    [
      'a charge of another amount that a bank returned, without an order',
      [intentCreated(), mismatched, wrongCharge, wrongTaken, wrongGivenBack, seatReserved],
      [
        ['the end of an open payment', GRACE_ENDS, null],
        ['the return of a payment with a wrong amount', GRACE_ENDS, null],
        ['its release or sale', GRACE_ENDS, null],
      ],
    ],
    [
      'a charge that a bank returned after its refund was refused',
      [intentCreated(), mismatched, wrongCharge, returnOrdered, wrongRefused, ...givenBack],
      [
        ['the end of an open payment', GRACE_ENDS, RETRY_OR_SETTLE],
        ['the return of a payment with a wrong amount', GRACE_ENDS, RETRY_OR_SETTLE],
      ],
    ],
    [
      'a returned charge whose refund the bank sent back after the purchase ended',
      [intentCreated(), mismatched, wrongCharge, returnOrdered, refunded, ended, refundSentBack],
      [['the return of a payment with a wrong amount', GRACE_ENDS, RETRY_OR_SETTLE]],
    ],
    [
      'a charge of another amount that was returned without an order',
      [intentCreated(), mismatched, wrongCharge, wrongRefundedInDashboard, seatReserved],
      [
        ['the end of an open payment', JUNE, null],
        ['its release or sale', JUNE, null],
      ],
    ],
    [
      'a paid founding year',
      [intentCreated(), foundingActivated()],
      [['the end of the membership', NEXT_YEAR, null]],
    ],
    [
      'an unpaid subscription',
      [subscriptionCreated()],
      [['the end of an unpaid subscription', '2027-03-11T12:00:00.000Z', null]],
    ],
    [
      'a paid month',
      [subscriptionCreated(), monthlyActivated()],
      [['the end of the membership', GRACE_ENDS, null]],
    ],
    [
      'a lapsed membership with a live subscription',
      [subscriptionCreated(), monthlyActivated(), lapsed],
      [['the end of its subscription', GRACE_ENDS, null]],
    ],
    [
      'a live subscription that charged another currency',
      [subscriptionCreated(), monthlyActivated(), monthInEuros, monthReturned],
      [
        ['the end of its subscription', NEXT_MONTH, null],
        ['the end of the membership', GRACE_ENDS, null],
      ],
    ],
    [
      'a live subscription whose renewal failed in another currency',
      [subscriptionCreated(), monthlyActivated(), failedRenewal('eur')],
      [
        ['the end of its subscription', NEXT_MONTH, null],
        ['the end of the membership', GRACE_ENDS, null],
      ],
    ],
    [
      'a live subscription whose renewal failed in dollars',
      [subscriptionCreated(), monthlyActivated(), failedRenewal('usd')],
      [['the end of the membership', GRACE_ENDS, null]],
    ],
    [
      'a lapsed membership without a subscription',
      [subscriptionCreated(), monthlyActivated(), lapsed, subscriptionEnded],
      [],
    ],
    [
      'an ordered refund',
      [intentCreated(), foundingActivated(), refundOrdered],
      [
        ['an ordered refund', HALF_PAST, null],
        ['the end of the membership', NEXT_YEAR, null],
      ],
    ],
    ['a refunded membership', [intentCreated(), foundingActivated(), refundOrdered, reversed], []],
    ['a reserved seat', [seatReserved], [['its release or sale', HALF_PAST, null]]],
    ['a sold seat', [seatReserved, seatTaken], []],
    [
      'a seat whose payment is returned for good',
      [...soldYear, yearReturned()],
      [["the end of a founder's seat", JUNE, null]],
    ],
    [
      'a seat whose payment may come back, until it is returned for good',
      [...soldYear, yearReturned({ isFinal: false })],
      [],
    ],
    [
      'a seat whose dispute was lost',
      [...soldYear, yearReturned({ isFinal: false }), yearLost],
      [["the end of a founder's seat", GRACE_ENDS, null]],
    ],
    ['a seat that the policy does not free', [...soldYear, yearReturned({ freesSeat: false })], []],
    [
      'a seat during the purchase of another year',
      [...soldYear, yearReturned(), intentCreated({ intentId: 'pi_2' })],
      [['the end of an open payment', HALF_PAST, null]],
    ],
    [
      'a seat that an admin ended',
      [...soldYear, endedByAdmin],
      [["the end of a founder's seat", JUNE, null]],
    ],
    [
      'a freed seat that is still sold',
      [...soldYear, yearReturned(), seatFreed],
      [["the release of a founder's seat", JUNE, null]],
    ],
    ['a released seat', [...soldYear, yearReturned(), seatFreed, seatReleased], []],
    [
      'a freed seat whose payment came back',
      [...soldYear, yearReturned(), seatFreed, seatReleased, yearGivenBack],
      [
        ['the end of the membership', NEXT_YEAR, null],
        ["the return of a founder's seat", GRACE_ENDS, null],
      ],
    ],
    [
      'a restored seat',
      [...soldYear, yearReturned(), seatFreed, seatReleased, yearGivenBack, seatTaken, restored],
      [['the end of the membership', NEXT_YEAR, null]],
    ],
  ])('are listed with their due steps: %s', (_, history, items) =>
    expect(dueItems(...history)).toEqual(items),
  );
});

it('waits for the next attempt at a step that Stripe refused, and after ten refusals, for an admin', () => {
  const waits = (...refused: MembershipEvent[]) => {
    const dueList = dueMemberships(openSpill());
    const history = [subscriptionCreated(), monthlyActivated(), eliteEnded(), ...refused];
    for (const event of recordedLog(history)) dueList.takeEvent(event);
    return [...dueList.dueItems(NOW)].map(({ what, wait }) => [what, wait]);
  };
  const what = 'membership of ann: the end of its subscription';
  const reason = 'Stripe refused it (account_restricted)';
  const until = '2027-03-10T12:05:00.000Z';
  expect(waits()).toEqual([[what, null]]);
  expect(waits(stepRefused(1))).toEqual([[what, { reason, until }]]);
  expect(waits(stepRefused(10))).toEqual([[what, { reason, until: null }]]);
  const retried: MembershipEvent = {
    type: 'EliteRetryOrdered',
    data: {
      userId: ANN,
      stripeId: 'sub_1',
      orderId: 'order-1',
      reason: 'Again',
      orderedBy: 'avery',
      orderedAt: JUNE,
    },
  };
  expect(waits(stepRefused(10), retried)).toEqual([[what, null]]);
});
