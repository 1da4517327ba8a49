import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  DUE_AT,
  debtRecorded,
  debtReduced,
  freeCancellation,
  lateCancellation,
  disputeClosed,
  paymentDisputed,
  onlyConfirmed,
  paymentAfter,
  playedBooking,
  paymentRefunded,
  refundOrdered,
  payoutAdjusted,
  payoutOffset,
  payoutRecovered,
  payoutRefused,
  payoutReversed,
  payoutTransferred,
  releasedPayment,
  settledOtherwise,
} from '../../../testing/paid-booking.js';
import {
  bookingRequest,
  bookingApproved,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import {
  type Debt,
  debtCents,
  payoutDueAt,
  hostShare,
  movableFrom,
  nextPayout,
  reversalCause,
} from './next-payout.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import type { Payment } from '../payments/payment.js';
import type { PayoutEvent } from './payout.events.js';
import type { PayoutSituation } from './next-payout.js';
import { payout } from './payout.js';

const of = (events: readonly BookingEvent[]) => foldAll(booking, events)!;
const account = { accountId: 'acct_1', transfers: 'active', payoutsEnabled: true } as const;
const justBefore = '2027-03-14T18:59:59.999Z';

const next = (
  events: readonly BookingEvent[],
  payment = paymentAfter(),
  payouts: PayoutEvent[] = [],
  {
    at = DUE_AT,
    to = account as PayoutSituation['connectedAccount'],
    isHeld = false,
    lacksApproval = false,
    debts = [] as readonly Debt[],
  } = {},
) =>
  nextPayout(of(events), payment, foldAll(payout, payouts), {
    connectedAccount: to,
    isHeld,
    lacksApproval,
    debts,
    at,
  });

const transfer = (amountCents: number, transferCount = 0) => ({
  type: 'transfer',
  amountCents,
  accountId: 'acct_1',
  chargeId: 'ch_1',
  transferCount,
});
const waits = (reason: string) => ({ type: 'wait', for: reason });

describe('the cause of a reversal', () => {
  const causeOf = (payments: readonly PaymentEvent[], ...payouts: readonly PayoutEvent[]) =>
    reversalCause(
      of(playedBooking),
      paymentAfter(...payments),
      foldAll(payout, [payoutTransferred(), ...payouts]),
    );

  /** Leaves the host $130 of their $297. */
  const partlyLost = [paymentDisputed(20_000), disputeClosed('lost')];
  const hostRefund = refundOrdered({ hostCents: 5_000 });
  const deduction = payoutAdjusted(-2_000);

  it.each<[string, ReturnType<typeof causeOf>]>([
    ['refund', causeOf([...partlyLost, hostRefund], payoutReversed(16_700))],
    [
      'refund',
      causeOf([...partlyLost, hostRefund, paymentRefunded(5_000)], payoutReversed(16_700)),
    ],
    ['dispute', causeOf([hostRefund, ...partlyLost], payoutReversed(5_000))],
    ['dispute', causeOf([...partlyLost, hostRefund])],
    [
      'dispute',
      causeOf(
        [
          refundOrdered({ hostCents: 20_000 }),
          paymentRefunded(20_000),
          paymentDisputed(13_000),
          disputeClosed('lost'),
        ],
        payoutReversed(20_000),
      ),
    ],
    ['adjustment', causeOf(partlyLost, payoutReversed(16_700), deduction)],
    ['adjustment', causeOf([], payoutAdjusted(2_000), payoutTransferred(2_000, 'tr_2'), deduction)],
    ['adjustment', causeOf([], deduction, payoutReversed(2_000), deduction)],
    ['refund', causeOf([refundOrdered({ hostCents: 1_000 })], deduction, payoutReversed(2_000))],
    [
      'dispute',
      causeOf([paymentDisputed(), disputeClosed('lost')], deduction, payoutReversed(2_000)),
    ],
    ['dispute', causeOf([paymentDisputed(), disputeClosed('lost')])],
    ['refund', causeOf([refundOrdered({ hostCents: 5_000 }), paymentRefunded(5_000)])],
    ['adjustment', causeOf([], payoutAdjusted(-2_000))],
    ['stripe', causeOf([])],
    ['stripe', causeOf([paymentDisputed()])],
    ['stripe', causeOf([], payoutAdjusted(-2_000), payoutReversed(2_000))],
  ])('is %s', (expected, cause) => expect(cause).toBe(expected));

  it.each([
    ['dispute', [paymentDisputed(16_500), disputeClosed('lost')]],
    [
      'dispute',
      [refundOrdered({ hostCents: 1_000 }), paymentDisputed(16_500), disputeClosed('lost')],
    ],
    ['refund', [refundOrdered({ hostCents: 1_000 })]],
  ] as const)(
    'is a %s after a late cancellation, whose refund the host does not bear',
    (cause, later) =>
      expect(
        reversalCause(
          of(lateCancellation),
          paymentAfter(paymentRefunded(16_500), ...later),
          foldAll(payout, [payoutTransferred(14_850)]),
        ),
      ).toBe(cause),
  );
});

describe('the host share of a taxed booking', () => {
  const played = of(playedBooking);
  const added = { ...played, totalCents: 35_640, taxCents: 2_640 };
  const paymentOf = (capturedCents: number, ...events: Parameters<typeof paymentAfter>) => ({
    ...paymentAfter(...events),
    capturedCents,
  });

  it('is the payout, even if an included tax exceeds the commission', () => {
    expect(hostShare(added, paymentOf(35_640))).toBe(29_700);
    expect(hostShare({ ...played, taxCents: 2_444 }, paymentOf(33_000))).toBe(29_700);
    expect(hostShare({ ...played, taxCents: 5_500 }, paymentOf(33_000))).toBe(29_700);
  });

  it('leaves the tax after a lost dispute', () => {
    const lost = paymentOf(35_640, paymentDisputed(10_000), disputeClosed('lost'));
    expect(hostShare(added, lost)).toBe(35_640 - 10_000 - 2_640);
  });
});

describe('the host share', () => {
  it.each([
    ['a played hour', playedBooking, paymentAfter(), 29_700],
    ['a late cancellation before its refund', lateCancellation, paymentAfter(), 14_850],
    [
      'a late cancellation after its refund',
      lateCancellation,
      paymentAfter(paymentRefunded(16_500)),
      14_850,
    ],
    ['a free cancellation', freeCancellation, paymentAfter(paymentRefunded(33_000)), 0],
    ['a future hour', onlyConfirmed, paymentAfter(), 0],
    [
      'a refund up to the share of the platform',
      playedBooking,
      paymentAfter(paymentRefunded(3_300)),
      29_700,
    ],
    ['a refund of one cent more', playedBooking, paymentAfter(paymentRefunded(3_301)), 29_699],
    ['a full refund', playedBooking, paymentAfter(paymentRefunded(33_000)), 0],
    ['an open dispute', playedBooking, paymentAfter(paymentDisputed()), 29_700],
    ['a lost dispute', playedBooking, paymentAfter(paymentDisputed(), disputeClosed('lost')), 0],
    [
      'a lost dispute after a refund that the platform bears',
      playedBooking,
      paymentAfter(
        refundOrdered({ platformCents: 5_000 }),
        paymentRefunded(5_000),
        paymentDisputed(28_000),
        disputeClosed('lost'),
      ),
      0,
    ],
    [
      'a refund that the platform bears',
      playedBooking,
      paymentAfter(refundOrdered({ platformCents: 33_000 }), paymentRefunded(33_000)),
      29_700,
    ],
    [
      'a partly lost dispute',
      playedBooking,
      paymentAfter(paymentDisputed(10_000), disputeClosed('lost')),
      23_000,
    ],
    ['a won dispute', playedBooking, paymentAfter(paymentDisputed(), disputeClosed('won')), 29_700],
    [
      'an authorization that was never captured',
      playedBooking,
      { ...paymentAfter(), status: 'authorised', capturedCents: 0 } as const,
      0,
    ],
    ['no payment', playedBooking, null, 0],
  ])('covers %s', (_, events, payment, cents) =>
    expect(hostShare(of(events), payment)).toBe(cents),
  );
});

describe('the next payout step', () => {
  it('becomes due after the delay in the terms of the booking', () => {
    expect(payoutDueAt(bookingRequest())).toBe(DUE_AT);
    expect(
      payoutDueAt(bookingRequest({ terms: { ...bookingRequest().terms, payoutDelayMinutes: 0 } })),
    ).toBe(bookingRequest().endTime);
  });

  it('waits until the due time, to the millisecond', () => {
    expect(next(playedBooking, paymentAfter(), [], { at: justBefore })).toEqual(waits('not_due'));
    expect(next(playedBooking)).toEqual(transfer(29_700));
    expect(
      next(lateCancellation, paymentAfter(paymentRefunded(16_500)), [], { at: justBefore }),
    ).toEqual(waits('not_due'));
    expect(next(lateCancellation, paymentAfter(paymentRefunded(16_500)))).toEqual(transfer(14_850));
  });

  it('waits for an active account', () => {
    expect(next(playedBooking, paymentAfter(), [], { to: null })).toEqual(waits('account'));
    expect(
      next(playedBooking, paymentAfter(), [], { to: { ...account, transfers: 'pending' } }),
    ).toEqual(waits('account'));
    expect(
      next(playedBooking, paymentAfter(), [], { to: { ...account, payoutsEnabled: false } }),
    ).toEqual(waits('account'));
  });

  it('waits while an admin holds it, but takes money back', () => {
    expect(next(playedBooking, paymentAfter(), [], { isHeld: true })).toEqual(waits('held'));
    expect(
      next(playedBooking, paymentAfter(paymentRefunded(33_000)), [payoutTransferred()], {
        isHeld: true,
      }),
    ).toMatchObject({ type: 'reverse', amountCents: 29_700 });
  });

  it('waits for an approval if the policy pays only approved hosts, but takes money back', () => {
    const unapproved = { lacksApproval: true, debts: [{ bookingId: 'b2', amountCents: 100 }] };
    expect(next(playedBooking, paymentAfter(), [], unapproved)).toEqual(waits('approval'));
    expect(next(playedBooking, paymentAfter(), [], { ...unapproved, isHeld: true })).toEqual(
      waits('held'),
    );
    expect(next(playedBooking, paymentAfter(), [], { ...unapproved, at: justBefore })).toEqual(
      waits('not_due'),
    );
    expect(
      next(playedBooking, paymentAfter(paymentRefunded(33_000)), [payoutTransferred()], unapproved),
    ).toMatchObject({ type: 'reverse', amountCents: 29_700 });
  });

  it('waits during a dispute until it is won', () => {
    expect(next(playedBooking, paymentAfter(paymentDisputed()))).toEqual(waits('disputed'));
    expect(next(playedBooking, paymentAfter(paymentDisputed(), disputeClosed('won')))).toEqual(
      transfer(29_700),
    );
    expect(next(playedBooking, paymentAfter(paymentDisputed(), disputeClosed('lost')))).toBeNull();
  });

  it('waits after a refusal until the next attempt', () => {
    const again = '2027-03-14T20:00:00.000Z';
    const after = (at: string) =>
      next(playedBooking, paymentAfter(), [payoutRefused(again)], { at });
    expect(after('2027-03-14T19:59:59.999Z')).toEqual(waits('refused'));
    expect(after(again)).toEqual(transfer(29_700));
  });

  it('ends with the transfer, and repays an amount that was reversed by mistake', () => {
    expect(next(playedBooking, paymentAfter(), [payoutTransferred()])).toBeNull();
    const reversed = [payoutTransferred(), payoutReversed(29_700)];
    const lost = [paymentDisputed(), disputeClosed('lost')];
    expect(next(playedBooking, paymentAfter(...lost), reversed)).toBeNull();
    expect(next(playedBooking, paymentAfter(...lost, disputeClosed('won')), reversed)).toEqual(
      transfer(29_700, 1),
    );
    expect(next(playedBooking, paymentAfter(), [payoutTransferred(10_000)])).toEqual(
      transfer(19_700, 1),
    );
  });

  it('repays a debt of the host before a transfer, up to the amount owed', () => {
    const offset = { type: 'offset', debtBookingId: 'booking-2', offsetCount: 0 };
    const debts = [{ bookingId: 'booking-2', amountCents: 10_000 }];
    expect(next(playedBooking, paymentAfter(), [], { debts })).toEqual({
      ...offset,
      amountCents: 10_000,
    });
    expect(
      next(playedBooking, paymentAfter(), [], {
        debts: [{ bookingId: 'booking-2', amountCents: 40_000 }],
      }),
    ).toEqual({ ...offset, amountCents: 29_700 });
    expect(next(playedBooking, paymentAfter(), [payoutOffset(10_000)])).toEqual(transfer(19_700));
    expect(next(playedBooking, paymentAfter(), [], { debts, at: justBefore })).toEqual(
      waits('not_due'),
    );
  });

  it('pays the rest even though Stripe refused to take money back', () =>
    expect(
      next(playedBooking, paymentAfter(), [
        payoutTransferred(10_000),
        payoutRefused('2027-03-16T20:00:00.000Z', 'reverse'),
      ]),
    ).toEqual(transfer(19_700, 1)));

  it('counts as debts only amounts that Stripe cannot take back', () => {
    const refunded = paymentAfter(paymentRefunded(33_000));
    const debtOf = (...payouts: PayoutEvent[]) =>
      debtCents(of(playedBooking), refunded, foldAll(payout, payouts));
    const refused = payoutRefused('2027-03-14T20:00:00.000Z', 'reverse');
    expect(debtOf(payoutTransferred())).toBe(0);
    expect(debtOf(payoutTransferred(), payoutRefused('2027-03-14T20:00:00.000Z'))).toBe(0);
    expect(debtOf(payoutTransferred(), refused)).toBe(29_700);
    expect(debtOf(payoutTransferred(), refused, payoutRecovered(10_000))).toBe(19_700);
    expect(debtOf(payoutTransferred(), refused, payoutRecovered(29_700))).toBe(0);
    expect(debtOf(payoutOffset(29_700))).toBe(29_700);
    const offset = [payoutOffset(29_700)];
    expect(next(playedBooking, refunded, offset)).toEqual({
      type: 'recordDebt',
      amountCents: 29_700,
    });
    const recorded = [...offset, debtRecorded(29_700)];
    expect(next(playedBooking, refunded, recorded)).toEqual(waits('debt'));
    expect(next(playedBooking, refunded, [...recorded, payoutRecovered(9_700)])).toEqual(
      waits('debt'),
    );
  });

  it('reduces a recorded debt after a dispute is won, a smaller loss, or a write-off', () => {
    const recorded = [payoutOffset(29_700), debtRecorded(29_700)];
    const reduced = (amountCents: number) => ({ type: 'recordDebt', amountCents });
    const won = paymentAfter(paymentDisputed(), disputeClosed('won'));
    const refundedPart = paymentAfter(paymentRefunded(10_000));
    expect(next(playedBooking, won, recorded)).toEqual(reduced(0));
    expect(next(playedBooking, refundedPart, recorded)).toEqual(reduced(6_700));
    expect(movableFrom(of(playedBooking), won, foldAll(payout, recorded))).toBe(DUE_AT);
    expect(next(playedBooking, won, [...recorded, debtReduced(0)])).toBeNull();
    expect(
      movableFrom(of(playedBooking), won, foldAll(payout, [...recorded, debtReduced(0)])),
    ).toBe(null);
  });

  it('reverses the newest transfer first', () => {
    const twoTransfers = [payoutTransferred(20_000), payoutTransferred(9_700, 'tr_2')];
    const reversal = { type: 'reverse', reversalCount: 0 };
    const refunded = paymentAfter(paymentRefunded(33_000));
    expect(next(playedBooking, refunded, twoTransfers)).toEqual({
      ...reversal,
      amountCents: 9_700,
      transferId: 'tr_2',
    });
    expect(
      next(playedBooking, refunded, [...twoTransfers, payoutReversed(9_700, 'trr_1', 'tr_2')]),
    ).toEqual({ ...reversal, amountCents: 20_000, transferId: 'tr_1' });
  });

  it('reverses the amount that the host no longer earns, up to the rest of the transfers', () => {
    const back = (amountCents: number, reversalCount = 0) => ({
      type: 'reverse',
      amountCents,
      transferId: 'tr_1',
      reversalCount,
    });
    expect(
      next(playedBooking, paymentAfter(paymentRefunded(33_000)), [payoutTransferred()]),
    ).toEqual(back(29_700));
    expect(
      next(playedBooking, paymentAfter(paymentRefunded(13_300)), [payoutTransferred()]),
    ).toEqual(back(10_000));
    expect(
      next(playedBooking, paymentAfter(paymentRefunded(33_000)), [
        payoutTransferred(),
        payoutReversed(10_000),
      ]),
    ).toEqual(back(19_700, 1));
    expect(
      next(playedBooking, paymentAfter(paymentRefunded(33_000)), [
        payoutTransferred(),
        payoutReversed(29_700),
      ]),
    ).toBeNull();
    expect(
      next(playedBooking, paymentAfter(paymentDisputed(), disputeClosed('lost')), [
        payoutTransferred(),
      ]),
    ).toEqual(back(29_700));
    expect(next(playedBooking, paymentAfter(paymentDisputed()), [payoutTransferred()])).toBeNull();
  });

  it('does nothing without a card payment or with a wrong amount', () => {
    expect(next([bookingRequested(), bookingApproved(), bookingCompleted()])).toBeNull();
    expect(next(playedBooking, { ...paymentAfter(), isMismatched: true })).toBeNull();
    const paidOutside = paymentAfter(settledOtherwise('charge', 33_000));
    const released = { ...paidOutside, isMismatched: true, status: 'cancelled', capturedCents: 0 };
    expect(next(playedBooking, released as Payment)).toMatchObject({ amountCents: 29_700 });
  });
});

it("pays an adjusted payout above the charge from Courtly's balance", () => {
  const chargedLate = { ...paymentAfter(), capturedCents: 16_500 };
  expect(next(lateCancellation, chargedLate, [payoutAdjusted(1_650)])).toEqual(transfer(16_500));
  expect(next(lateCancellation, chargedLate, [payoutAdjusted(1_651)])).toEqual({
    ...transfer(16_501),
    chargeId: null,
  });
});

describe('the payout for an amount that was settled outside Stripe', () => {
  it('needs no charge and waits until it is due', () => {
    const paid = releasedPayment(settledOtherwise('charge', 33_000));
    expect(next(playedBooking, paid)).toEqual({ ...transfer(29_700), chargeId: null });
    expect(next(playedBooking, paid, [], { at: justBefore })).toEqual({
      type: 'wait',
      for: 'not_due',
    });
    expect(next(playedBooking, paid, [payoutTransferred(29_700)])).toBeNull();
  });

  it('is zero if the amount was waived', () =>
    expect(
      next(
        playedBooking,
        releasedPayment(settledOtherwise('charge', 33_000, { outcome: 'waived' })),
      ),
    ).toBeNull());

  it('is at most what the player has paid', () => {
    const part = settledOtherwise('charge', 10_000, { leftCents: 23_000 });
    expect(hostShare(of(playedBooking), releasedPayment(part))).toBe(10_000);
    const waived = settledOtherwise('charge', 23_000, { outcome: 'waived' });
    expect(hostShare(of(playedBooking), releasedPayment(part, waived))).toBe(10_000);
    const paid = settledOtherwise('charge', 23_000);
    expect(hostShare(of(playedBooking), releasedPayment(part, paid))).toBe(29_700);
  });

  it('does not depend on how a refund was made', () => {
    const lost = [paymentDisputed(10_000), disputeClosed('lost')] as const;
    const share = (refund: PaymentEvent) =>
      hostShare(of(lateCancellation), paymentAfter(...lost, refund));
    expect(share(paymentRefunded(16_500))).toBe(6_500);
    expect(share(settledOtherwise('refund', 16_500))).toBe(6_500);
    expect(share(settledOtherwise('refund', 16_500, { outcome: 'waived' }))).toBe(14_850);
  });

  it('includes an amount that an admin added', () => {
    const paid = releasedPayment(settledOtherwise('charge', 33_000));
    expect(next(playedBooking, paid, [payoutAdjusted(3_300)])).toEqual({
      ...transfer(33_000),
      chargeId: null,
    });
  });

  it('is the late share of a late cancellation, regardless of the amount to return', () =>
    expect(next(lateCancellation, releasedPayment(settledOtherwise('charge', 33_000)))).toEqual({
      ...transfer(14_850),
      chargeId: null,
    }));
});
