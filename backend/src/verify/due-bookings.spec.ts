import { describe, expect, it } from '@jest/globals';
import type { PaymentEvent } from '../money/payments/payment.events.js';
import type { Message } from '../platform/kernel/decider.js';
import {
  APPROVED_AT,
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingRequested,
  bookingTerms,
} from '../../testing/court-day.js';
import {
  accountChanged,
  accountOpened,
  auditFindings,
  openedClub,
} from '../../testing/audited-log.js';
import {
  created,
  disputeClosed,
  freeCancellation,
  onlyConfirmed,
  paidBooking,
  payBy,
  paymentAuthorised,
  paymentCaptured,
  ofWrongCharge,
  paymentDisputed,
  paymentMismatched,
  paymentRefundFailed,
  paymentRefunded,
  paymentRefused,
  OTHER_BOOKING,
  payoutAdjusted,
  payoutOffset,
  payoutRefused,
  payoutReversed,
  payoutTransferred,
  playedBooking,
  refundOrdered,
  retryOrdered,
  settledOtherwise,
  wronglyCharged,
} from '../../testing/paid-booking.js';

const lateCancellation = [
  ...onlyConfirmed,
  bookingCancelled({
    payBy,
    approvedAt: APPROVED_AT,
    rule: 'late',
    refundCents: 16_500,
    hostCents: 14_850,
    platformCents: 1_650,
    cancelledAt: '2027-03-13T08:00:00.000Z',
  }),
];
const LONG_AFTER = '2027-04-01T00:00:00.000Z';
const hold = [created, paymentAuthorised];
const charge = [...hold, paymentCaptured];
const paymentReleased: Message = {
  type: 'PaymentReleased',
  data: {
    ...paidBooking,
    intentId: 'pi_1',
    wasAuthorised: true,
    releasedAt: '2027-03-13T20:00:00.000Z',
  },
};

/** The other part of the offset, in the booking with the debt. */
const payoutRecoveredBy = (amountCents: number): Message => ({
  type: 'PayoutRecovered',
  data: {
    ...paidBooking,
    bookingId: OTHER_BOOKING,
    offsetId: (payoutOffset(amountCents).data as { offsetId: string }).offsetId,
    fromBookingId: paidBooking.bookingId,
    amountCents,
    recoveredAt: payBy,
  },
});
const held = (bookingId: string | null): Message => ({
  type: 'PayoutHeld',
  data: { hostId: paidBooking.hostId, bookingId, reason: '', heldBy: 'ada', heldAt: payBy },
});

/**
 * The booking must precede its money, and its card must be authorized before the host can see it.
 */
const withMoney = (
  [requested, ...later]: readonly Message[],
  payment: readonly Message[],
): Message[] => [requested!, ...payment.slice(0, 2), ...later, ...payment.slice(2)];

const findingsAt = (instant: string, ...history: Message[]) =>
  auditFindings(instant, ...openedClub, ...history);
const found = (text: string) => [expect.stringContaining(text)];

describe('a confirmed booking whose charge waits for the end of free cancellation', () => {
  const terms = { ...bookingTerms, lateChargeMarginMinutes: 720 };
  const heldUntil = (captureBefore: string | null): Message[] => [
    bookingRequested({ payBy, terms }),
    created,
    {
      ...paymentAuthorised,
      data: { ...paymentAuthorised.data, captureBefore },
    } as Message,
    bookingAuthorised({ payBy }),
    bookingApproved({ payBy }),
  ];
  const history = heldUntil('2027-03-17T12:05:00.000Z');

  it('is not overdue before that end', () =>
    expect(findingsAt('2027-03-12T23:59:00.000Z', ...history).violations).toEqual([]));

  it('is overdue after that end', () =>
    expect(findingsAt('2027-03-13T00:01:00.000Z', ...history).violations).toEqual(
      found('a charge of $330.00'),
    ));

  it('is overdue after its approval if the authorization ends too early', () =>
    expect(
      findingsAt('2027-03-11T00:01:00.000Z', ...heldUntil('2027-03-13T05:59:00.000Z')).violations,
    ).toEqual(found('a charge of $330.00')));
});

describe('bookings with nothing overdue', () => {
  it.each<[string, Message[]]>([
    ['played, charged, and paid out', [...withMoney(playedBooking, charge), payoutTransferred()]],
    [
      'canceled late, refunded in part, and paid out',
      [...withMoney(lateCancellation, charge), paymentRefunded(16_500), payoutTransferred(14_850)],
    ],
    [
      'canceled for free and refunded',
      [...withMoney(freeCancellation, charge), paymentRefunded(33_000)],
    ],
    [
      'canceled while pending and released',
      withMoney(
        [bookingRequested({ payBy }), bookingAuthorised({ payBy }), bookingCancelled({ payBy })],
        [...hold, paymentReleased],
      ),
    ],
    [
      'disputed, lost, and reversed',
      [
        ...withMoney(playedBooking, charge),
        payoutTransferred(),
        paymentDisputed(),
        disputeClosed('lost'),
        payoutReversed(29_700),
      ],
    ],
    ['free of charge and canceled', [bookingRequested(), bookingCancelled()]],
  ])('are %s', (_, history) =>
    expect(findingsAt(LONG_AFTER, ...history)).toEqual({ violations: [], waiting: [] }),
  );

  it('include a payout within six hours after it is due', () =>
    expect(
      findingsAt('2027-03-15T00:59:59.999Z', ...withMoney(playedBooking, charge)).violations,
    ).toEqual([]));
});

describe('a payment that differs from the price', () => {
  const mismatched: Message = {
    type: 'PaymentMismatched',
    data: {
      ...paidBooking,
      intentId: 'pi_1',
      expectedCents: 33_000,
      foundCents: 100,
      foundCurrency: 'usd',
      foundAt: payBy,
    },
  };
  const refused = (attempts: number): Message => ({
    type: 'PaymentRefused',
    data: {
      ...paidBooking,
      step: 'cancelIntent',
      amountCents: 0,
      code: 'account_restricted',
      message: '',
      attempts,
      tryAgainAt: '2027-03-11T00:00:00.000Z',
      refusedAt: payBy,
    },
  });
  const requested = bookingRequested({ payBy });

  it.each<[string, Message[]]>([
    ['immediately', [requested, created, mismatched]],
    ['again after a refusal', [requested, created, mismatched, refused(1)]],
    ['even if the hour was played', [...withMoney(playedBooking, hold), mismatched]],
  ])('must be released by Courtly %s', (_, history) =>
    expect(findingsAt(LONG_AFTER, ...history).violations).toEqual(
      expect.arrayContaining(found('the release of a payment that differs from the price')),
    ),
  );

  it('waits for an admin after the last refusal, and for no one once it is released', () => {
    const { violations, waiting } = findingsAt(
      LONG_AFTER,
      requested,
      created,
      mismatched,
      refused(10),
    );
    expect(violations).not.toEqual(expect.arrayContaining(found('differs from the price')));
    expect(waiting).toEqual(expect.arrayContaining(found('differs from the price')));
  });
});

describe('a charge that differs from the price', () => {
  const ended = bookingCancelled({ payBy, rule: 'pending', neverPaid: true });
  const wrong = [
    bookingRequested({ payBy }),
    created,
    paymentMismatched,
    wronglyCharged(),
  ] as Message[];
  const refunded = [...wrong, ofWrongCharge(paymentRefunded(10_000)), paymentReleased, ended];
  const failed = [...refunded, ofWrongCharge(paymentRefundFailed(10_000))];
  const due = 'a refund of $100.00 of a wrong charge';

  it.each<[string, Message[]]>([
    ['immediately', wrong],
    ['again after the bank returned it', failed],
    [
      'again after a dispute is won',
      [
        ...wrong,
        ofWrongCharge(paymentDisputed(10_000)),
        paymentReleased,
        ended,
        ofWrongCharge({
          ...disputeClosed('won'),
          data: { ...disputeClosed('won').data, returnedCents: 10_000 },
        } as PaymentEvent),
      ],
    ],
  ])('must be refunded %s', (_, history) =>
    expect(findingsAt(LONG_AFTER, ...history).violations).toEqual(
      expect.arrayContaining(found(due)),
    ),
  );

  it.each<[string, Message[]]>([
    ['is settled', [settledOtherwise('hold', 0)]],
    ['is refused', [paymentRefused('cancelIntent', 'refund_failed')]],
  ])('is left to an admin if its failed refund %s before it is recorded', (_, earlier) => {
    const [requested, intent, mismatch, ...recorded] = [
      ...wrong,
      ofWrongCharge(paymentRefunded(10_000)),
      ofWrongCharge(paymentRefundFailed(10_000)),
    ] as const;
    const history = [requested!, intent!, mismatch!, ended, ...earlier, ...recorded];
    const { violations, waiting } = findingsAt(LONG_AFTER, ...history);
    expect(violations).toEqual([]);
    expect(waiting).toEqual(expect.arrayContaining(found(due)));
    expect(findingsAt(LONG_AFTER, ...history, retryOrdered).violations).toEqual(
      expect.arrayContaining(found(due)),
    );
  });

  it.each<[string, Message[]]>([
    ['it is refunded', refunded],
    ['it is refunded again', [...failed, ofWrongCharge(paymentRefunded(10_000, 're_2'))]],
    ['it is settled', [...failed, ofWrongCharge(settledOtherwise('refund', 10_000))]],
    ['a bank has it', [...wrong, ofWrongCharge(paymentDisputed(10_000)), paymentReleased, ended]],
  ])('is not due if %s', (_, history) =>
    expect(findingsAt(LONG_AFTER, ...history)).toEqual({ violations: [], waiting: [] }),
  );
});

describe('overdue obligations', () => {
  it.each<[string, Message[], string]>([
    ['an unpaid request', [bookingRequested({ payBy }), created], 'the end of an unpaid request'],
    [
      'an unanswered request',
      withMoney([bookingRequested({ payBy }), bookingAuthorised({ payBy })], hold),
      'the end of an unanswered request',
    ],
    ['an hour without a completion', withMoney(onlyConfirmed, charge), 'its completion'],
    ['an approved booking without a charge', withMoney(playedBooking, hold), 'a charge of $330.00'],
    [
      'a late cancellation without a charge',
      withMoney(lateCancellation, hold),
      'a charge of $165.00',
    ],
    [
      'a free cancellation without a release',
      withMoney(freeCancellation, hold),
      'the release of its authorization',
    ],
    [
      'a late cancellation that released everything',
      withMoney(lateCancellation, [...hold, paymentReleased]),
      'a charge of $165.00 or a recorded debt',
    ],
    [
      'a played hour that released everything',
      withMoney(playedBooking, [...hold, paymentReleased]),
      'a charge of $330.00 or a recorded debt',
    ],
    ['a refund', withMoney(freeCancellation, charge), 'a refund of $330.00'],
    [
      'the rest of a refund',
      [...withMoney(freeCancellation, charge), paymentRefunded(2_000)],
      'a refund of $310.00',
    ],
    ['a payout', withMoney(playedBooking, charge), 'a payout of $297.00'],
    [
      'the rest of a payout',
      [...withMoney(playedBooking, charge), payoutTransferred(20_000)],
      'a payout of $97.00',
    ],
    [
      'a payout after a dispute that was won',
      [...withMoney(playedBooking, charge), paymentDisputed(), disputeClosed('won')],
      'a payout of $297.00',
    ],
    [
      'a payout of the rest of the price after an adjustment and a dispute that was won later',
      [
        ...withMoney(playedBooking, charge),
        ...[paymentDisputed(), disputeClosed('lost'), payoutAdjusted(29_700), payoutTransferred()],
        disputeClosed('won'),
      ],
      'a payout of $33.00',
    ],
    [
      'a reversal after a lost dispute',
      [
        ...withMoney(playedBooking, charge),
        payoutTransferred(),
        paymentDisputed(),
        disputeClosed('lost'),
      ],
      'a reversal of $297.00',
    ],
    [
      'an offset that is not recorded for its debt',
      [...withMoney(playedBooking, charge), payoutOffset(29_700)],
      'the recovery of $297.00 by booking booking-1',
    ],
    [
      'a refused payout without another attempt',
      [...withMoney(playedBooking, charge), payoutRefused('2027-03-16T00:00:00.000Z')],
      'Stripe refused it (account_closed)',
    ],
  ])('are violations: %s', (_, history, problem) =>
    expect(findingsAt(LONG_AFTER, ...history)).toEqual({ violations: found(problem), waiting: [] }),
  );

  it.each<[string, Message[], string]>([
    [
      'a payout during a dispute',
      [...withMoney(playedBooking, charge), paymentDisputed()],
      'a dispute is open',
    ],
    [
      'a payout that Stripe refused until later',
      [...withMoney(playedBooking, charge), payoutRefused('2027-04-01T12:00:00.000Z')],
      'Stripe refused it (account_closed)',
    ],
    [
      'a payout to a host without an active account',
      [...withMoney(playedBooking, charge), accountChanged('inactive')],
      "the host's payout account is inactive",
    ],
    [
      'a payout that an admin holds',
      [...withMoney(playedBooking, charge), held(paidBooking.bookingId)],
      'an admin holds it',
    ],
    [
      'a payout to a host whose payouts an admin holds',
      [...withMoney(playedBooking, charge), held(null)],
      'an admin holds it',
    ],
    [
      'a payout to a suspended host',
      [
        ...withMoney(playedBooking, charge),
        {
          type: 'UserSuspended',
          data: { userId: paidBooking.hostId, suspendedAt: '2027-03-14T00:00:00.000Z' },
        },
      ],
      'the host is suspended',
    ],
    [
      'a charge that became a debt',
      [
        ...withMoney(playedBooking, [...hold, paymentReleased]),
        {
          type: 'PaymentOverdue',
          data: { ...paidBooking, amountCents: 33_000, overdueAt: '2027-03-13T20:00:00.000Z' },
        },
      ],
      "the player's debt is recorded",
    ],
  ])('are listed with the reason for the delay: %s', (_, history, reason) =>
    expect(findingsAt(LONG_AFTER, ...history)).toEqual({ violations: [], waiting: found(reason) }),
  );

  describe('while the policy pays only approved hosts', () => {
    const policy = (policyId: string, effectiveAt: string, needsApproval: boolean): Message => ({
      type: 'PolicyPublished',
      data: { policyId, effectiveAt, values: { 'hostApproval.payouts': needsApproval } },
    });
    const role = (type: 'RoleGranted' | 'RoleRevoked', role = 'host'): Message => ({
      type,
      data: { userId: paidBooking.hostId, role },
    });
    const history = withMoney(playedBooking, charge);
    const required = policy('approved', '2027-03-15T00:00:00.000Z', true);
    const waiting = { violations: [], waiting: found('the host is not approved') };
    const overdue = { violations: found('a payout of $297.00'), waiting: [] };

    it('include a payout to a host who is not approved', () => {
      expect(findingsAt(LONG_AFTER, required, ...history)).toEqual(waiting);
      expect(findingsAt(LONG_AFTER, ...history, role('RoleGranted', 'owner'), required)).toEqual(
        waiting,
      );
      expect(findingsAt(LONG_AFTER, ...history, role('RoleGranted'), required)).toEqual(overdue);
      expect(
        findingsAt(LONG_AFTER, required, ...history, role('RoleGranted'), role('RoleRevoked')),
      ).toEqual(waiting);
    });

    it('end when the host deletes the account, which no one can approve', () => {
      const erased: Message = {
        type: 'AccountErasureRequested',
        data: { userId: paidBooking.hostId },
      };
      expect(findingsAt(LONG_AFTER, required, ...history, erased)).toEqual(overdue);
    });

    it('end when the policy changes, because the newly due payouts are not overdue yet', () => {
      const dropped = policy('everyone', '2027-03-31T12:00:00.000Z', false);
      const withdrawn: Message = { type: 'PolicyWithdrawn', data: { policyId: 'everyone' } };
      const at = (instant: string, ...later: Message[]) =>
        findingsAt(instant, required, ...history, dropped, ...later);
      expect(at('2027-03-31T11:59:00.000Z')).toEqual(waiting);
      expect(at('2027-03-31T17:00:00.000Z')).toEqual({ violations: [], waiting: [] });
      expect(at('2027-03-31T19:00:00.000Z')).toEqual(overdue);
      expect(at(LONG_AFTER, withdrawn)).toEqual(waiting);
      expect(at(LONG_AFTER, policy('again', '2027-03-31T13:00:00.000Z', true))).toEqual({
        violations: [],
        waiting: found('the host is not approved'),
      });
    });
  });

  it('include a payout to a host who never opened an account', () =>
    expect(
      auditFindings(
        LONG_AFTER,
        ...openedClub.filter(({ type }) => !type.startsWith('PayoutAccount')),
        ...withMoney(playedBooking, charge),
      ),
    ).toEqual({ violations: [], waiting: found("the host's payout account is missing") }));
});

describe('a refund after refunds that failed', () => {
  const refundFailed = (refundId: string, failedAt: string): Message => {
    const event = paymentRefundFailed(33_000);
    return { ...event, data: { ...event.data, refundId, failedAt } } as Message;
  };
  const failures = ['2027-03-16', '2027-03-18', '2027-03-21'].flatMap((date, index) => [
    paymentRefunded(33_000, `re_${index}`),
    refundFailed(`re_${index}`, `${date}T10:00:00.000Z`),
  ]);
  const findingsAfter = (instant: string, failureCount: number, ...later: Message[]) =>
    findingsAt(
      instant,
      ...withMoney(freeCancellation, charge),
      ...failures.slice(0, 2 * failureCount),
      ...later,
    );
  const retryOrdered: Message = {
    type: 'PaymentRetryOrdered',
    data: { ...paidBooking, orderId: 'order-2', reason: '', orderedBy: 'ada', orderedAt: payBy },
  };

  it('waits one day after the first and two days after the second', () => {
    const waiting = { violations: [], waiting: found('a refund failed at Stripe') };
    const overdue = { violations: found('a refund of $330.00'), waiting: [] };
    expect(findingsAfter('2027-03-17T09:59:00.000Z', 1)).toEqual(waiting);
    expect(findingsAfter('2027-03-17T16:01:00.000Z', 1)).toEqual(overdue);
    expect(findingsAfter('2027-03-20T09:59:00.000Z', 2)).toEqual(waiting);
    expect(findingsAfter('2027-03-20T16:01:00.000Z', 2)).toEqual(overdue);
  });

  it('waits for an admin after the third', () => {
    const refused: Message = {
      type: 'PaymentRefused',
      data: {
        ...paidBooking,
        step: 'refund',
        amountCents: 33_000,
        code: 'api_error',
        message: '',
        attempts: 1,
        tryAgainAt: '2027-03-21T10:05:00.000Z',
        refusedAt: '2027-03-21T10:00:00.000Z',
      },
    };
    const waiting = { violations: [], waiting: found('a refund failed at Stripe') };
    expect(findingsAfter(LONG_AFTER, 3)).toEqual(waiting);
    expect(findingsAfter(LONG_AFTER, 3, refused)).toEqual(waiting);
    expect(findingsAfter(LONG_AFTER, 3, retryOrdered).violations).toEqual(
      found('a refund of $330.00'),
    );
  });

  it('does not wait once a later one succeeded', () =>
    expect(findingsAfter(LONG_AFTER, 1, paymentRefunded(20_000, 're_later')).violations).toEqual(
      found('a refund of $130.00'),
    ));
});

it('lists a debt that only later payouts of the host can repay', () => {
  const { violations, waiting } = findingsAt(
    LONG_AFTER,
    ...withMoney(playedBooking, charge),
    payoutOffset(29_700),
    payoutRecoveredBy(29_700),
    paymentDisputed(),
    disputeClosed('lost'),
  );
  expect(waiting).toEqual(found("the host's next payouts repay it"));
  // The other booking is not part of this log.
  expect(violations).toEqual([`booking ${OTHER_BOOKING}: a host is paid for a free booking`]);
});

it("reports the rest of an hour that was only partly charged in Stripe's dashboard", () => {
  const data = { ...paymentCaptured.data, amountCents: 10_000 };
  const chargedInPart = { ...paymentCaptured, data } as Message;
  const played = withMoney(playedBooking, [...hold, chargedInPart]);
  const overdue: Message = {
    type: 'PaymentOverdue',
    data: { ...paidBooking, amountCents: 23_000, overdueAt: '2027-03-13T20:00:00.000Z' },
  };
  expect(findingsAt(LONG_AFTER, ...played).violations).toEqual(
    expect.arrayContaining(found('a charge of $230.00 or a recorded debt')),
  );
  expect(findingsAt(LONG_AFTER, ...played, overdue).waiting).toEqual(
    expect.arrayContaining(found("the player's debt is recorded")),
  );
});

describe('a charge that was settled outside Stripe', () => {
  const unpaid = [...hold, paymentReleased];
  const returnDue: Message = {
    type: 'PaymentReturnDue',
    data: { ...paidBooking, amountCents: 16_500, dueAt: '2027-03-13T08:01:00.000Z' },
  };

  it('ends a debt, with nothing for the host if it was waived', () =>
    expect(
      findingsAt(
        LONG_AFTER,
        ...withMoney(playedBooking, unpaid),
        settledOtherwise('charge', 33_000, { outcome: 'waived' }),
      ),
    ).toEqual({ violations: [], waiting: [] }));

  it('owes the host their share if it was paid', () => {
    const paid = [...withMoney(playedBooking, unpaid), settledOtherwise('charge', 33_000)];
    expect(findingsAt(LONG_AFTER, ...paid).violations).toEqual(found('a payout of $297.00'));
    expect(findingsAt(LONG_AFTER, ...paid, payoutTransferred()).violations).toEqual([]);
  });

  it('owes the host at most the part that was paid', () => {
    const part = settledOtherwise('charge', 10_000, { leftCents: 23_000 });
    const waived = settledOtherwise('charge', 23_000, { outcome: 'waived' });
    expect(
      findingsAt(LONG_AFTER, ...withMoney(playedBooking, unpaid), part, waived).violations,
    ).toEqual(found('a payout of $100.00'));
  });

  it('must be returned by an admin after a cancellation', () => {
    const cancelled = [
      ...withMoney(lateCancellation, unpaid),
      settledOtherwise('charge', 33_000),
      payoutTransferred(14_850),
    ];
    expect(findingsAt(LONG_AFTER, ...cancelled).violations).toEqual(
      found('a return of $165.00 outside Stripe'),
    );
    expect(findingsAt(LONG_AFTER, ...cancelled, returnDue)).toEqual({
      violations: [],
      waiting: found('an admin returns it outside Stripe'),
    });
    expect(
      findingsAt(LONG_AFTER, ...cancelled, returnDue, settledOtherwise('refund', 16_500)),
    ).toEqual({ violations: [], waiting: [] });
  });

  it('leaves all of the rest to be charged, even if a manual refund is ordered', () => {
    const part = settledOtherwise('charge', 10_000, { leftCents: 23_000 });
    const history = [
      ...withMoney(playedBooking, [...hold, part, refundOrdered({ platformCents: 500 })]),
      payoutTransferred(10_000),
    ];
    expect(findingsAt(LONG_AFTER, ...history).violations).toEqual(found('a charge of $230.00'));
  });

  it('keeps a confirmed hour', () => {
    const settledAt = '2027-03-11T00:00:00.000Z';
    const settled = settledOtherwise('charge', 33_000);
    const releasedAt = '2027-03-11T00:01:00.000Z';
    const released = { ...paymentReleased, data: { ...paymentReleased.data, releasedAt } };
    const history = [
      ...withMoney(onlyConfirmed, hold),
      { ...settled, data: { ...settled.data, settledAt } },
      released,
    ] as Message[];
    expect(findingsAt('2027-03-13T12:00:00.000Z', ...history).violations).toEqual([]);
  });
});

describe('a step that Stripe refused until an admin decided', () => {
  const refused = (step: 'capture' | 'cancelIntent', attempts: number): Message => ({
    type: 'PaymentRefused',
    data: {
      ...paidBooking,
      step,
      amountCents: step === 'capture' ? 33_000 : 0,
      code: 'account_restricted',
      message: '',
      attempts,
      tryAgainAt: '2027-03-15T10:00:00.000Z',
      refusedAt: '2027-03-14T10:00:00.000Z',
    },
  });

  it('ends with the settlement if it was the end of an open payment', () => {
    const unpaid = [
      bookingRequested({ payBy }),
      created,
      bookingCancelled({ payBy, reason: 'not_paid', rule: 'not_paid', cancelledAt: payBy }),
      refused('cancelIntent', 4),
    ];
    const settled = settledOtherwise('hold', 0, { outcome: 'waived' });
    expect(findingsAt(LONG_AFTER, ...unpaid).violations).toEqual(found('the end of its payment'));
    expect(findingsAt(LONG_AFTER, ...unpaid, settled)).toEqual({ violations: [], waiting: [] });
  });

  it('is due again for the rest of an amount that was settled in part', () => {
    const played = [...withMoney(playedBooking, hold), refused('capture', 10)];
    const part = settledOtherwise('charge', 10_000, { outcome: 'waived', leftCents: 23_000 });
    expect(findingsAt(LONG_AFTER, ...played)).toEqual({
      violations: [],
      waiting: found('a charge of $330.00'),
    });
    expect(findingsAt(LONG_AFTER, ...played, part).violations).toEqual(
      found('a charge of $230.00'),
    );
  });
});

it('owes the host nothing after a lost dispute over an amount that was already settled', () => {
  const order = refundOrdered({ platformCents: 33_000 });
  const settled = settledOtherwise('refund', 33_000, { outcome: 'waived' });
  const history = [
    ...withMoney(playedBooking, [...charge, order]),
    { ...settled, data: { ...settled.data, refundOrderId: 'order-1' } } as Message,
    paymentDisputed(),
    disputeClosed('lost'),
  ];
  expect(findingsAt(LONG_AFTER, ...history)).toEqual({ violations: [], waiting: [] });
});

it('restarts the wait for a payout when the account becomes active', () => {
  const lateAccount = [
    ...openedClub.filter(({ type }) => !type.startsWith('PayoutAccount')),
    ...withMoney(playedBooking, charge),
    accountOpened,
    {
      type: 'PayoutAccountChanged',
      data: {
        ...accountOpened.data,
        transfers: 'active',
        payoutsEnabled: true,
        isSubmitted: true,
        currentlyDue: [],
        pastDue: [],
        disabledReason: null,
        deadline: null,
        needsHost: false,
        changedAt: '2027-03-31T20:00:00.000Z',
      },
    },
  ];
  expect(auditFindings('2027-04-01T01:00:00.000Z', ...lateAccount).violations).toEqual([]);
  expect(auditFindings('2027-04-01T03:00:00.000Z', ...lateAccount).violations).toEqual(
    found('a payout of $297.00'),
  );
});

it('reports an approval that was never charged, from the instant of the approval', () => {
  const approvedLate = withMoney(
    [
      bookingRequested({ payBy }),
      bookingAuthorised({ payBy }),
      bookingApproved({ payBy, approvedAt: '2027-03-11T08:00:00.000Z' }),
    ],
    hold,
  );
  expect(findingsAt('2027-03-11T13:59:00.000Z', ...approvedLate).violations).toEqual([]);
  expect(findingsAt('2027-03-11T14:01:00.000Z', ...approvedLate).violations).toEqual(
    found('a charge of $330.00 has been due since 2027-03-11T08:00:00.000Z'),
  );
});
