import { describe, expect, it } from '@jest/globals';
import { booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  DUE_AT,
  disputeClosed,
  onlyConfirmed,
  paidBooking,
  paymentAfter,
  paymentDisputed,
  payoutAdjusted,
  payoutRefused,
  payoutTransferred,
  playedBooking,
  releasedPayment,
  settledOtherwise,
} from '../../../testing/paid-booking.js';
import { specification } from '../../../testing/specification.js';
import { disputedPayoutCents, nextPayout, owedCents } from './next-payout.js';
import type { PayoutEvent } from './payout.events.js';
import { canBeAdjusted } from './payout-orders.js';
import { payout } from './payout.js';

const given = specification(payout);
const adjust = (amountCents: number, adjustmentId = 'adjustment-1') =>
  ({
    type: 'AdjustPayout',
    data: {
      booking: paidBooking,
      adjustmentId,
      amountCents,
      shareCents: 29_700,
      hostNote: 'You repaired the lights.',
      reason: 'The lights were repaired.',
      orderedBy: 'ada',
      at: DUE_AT,
    },
  }) as const;
const retry = {
  type: 'RetryPayout',
  data: {
    booking: paidBooking,
    orderId: 'retry-1',
    reason: 'The account was fixed.',
    orderedBy: 'ada',
    at: DUE_AT,
  },
} as const;
const retryOrdered: PayoutEvent = {
  type: 'PayoutRetryOrdered',
  data: {
    ...paidBooking,
    orderId: 'retry-1',
    reason: 'The account was fixed.',
    orderedBy: 'ada',
    orderedAt: DUE_AT,
  },
};
const played = foldAll(booking, playedBooking)!;
const owedAfter = (payment: ReturnType<typeof paymentAfter>, ...events: PayoutEvent[]) =>
  owedCents(played, payment, foldAll(payout, events));

describe('an adjusted payout', () => {
  it('keeps the share between zero and the price, to the cent', () => {
    given().when(adjust(3_300)).then(payoutAdjusted(3_300));
    given().when(adjust(3_301)).thenRefused('invalid_request');
    given().when(adjust(-29_700)).then(payoutAdjusted(-29_700));
    given().when(adjust(-29_701)).thenRefused('invalid_request');
    given().when(adjust(0)).thenRefused('invalid_request');
  });

  it('counts earlier adjustments', () => {
    given(payoutAdjusted(3_000)).when(adjust(301, 'adjustment-2')).thenRefused('invalid_request');
    given(payoutAdjusted(3_000))
      .when(adjust(-32_700, 'adjustment-2'))
      .then(payoutAdjusted(-32_700, 'adjustment-2'));
  });

  it('needs a payment by card or outside Stripe, and an hour that is over', () => {
    const paidElsewhere = releasedPayment(settledOtherwise('charge', 33_000));
    const waived = releasedPayment(settledOtherwise('charge', 33_000, { outcome: 'waived' }));
    expect(canBeAdjusted(played, paymentAfter())).toBe(true);
    expect(canBeAdjusted(played, paidElsewhere)).toBe(true);
    expect(canBeAdjusted(played, waived)).toBe(false);
    expect(canBeAdjusted(played, releasedPayment())).toBe(false);
    expect(canBeAdjusted(played, { ...paymentAfter(), isMismatched: true })).toBe(false);
    expect(canBeAdjusted(foldAll(booking, onlyConfirmed)!, paymentAfter())).toBe(false);
  });

  it('is paid with the transfer, or taken back from it', () => {
    expect(owedAfter(paymentAfter(), payoutAdjusted(3_300))).toBe(33_000);
    expect(owedAfter(paymentAfter(), payoutTransferred(), payoutAdjusted(-4_700))).toBe(-4_700);
    expect(owedAfter(paymentAfter(), payoutTransferred(), payoutAdjusted(300))).toBe(300);
  });

  it('never makes the host owe more than they were paid', () =>
    expect(
      owedAfter(
        paymentAfter(paymentDisputed(), disputeClosed('lost')),
        payoutTransferred(),
        payoutAdjusted(-10_000),
      ),
    ).toBe(-29_700));
});

describe('an adjusted payout during disputes', () => {
  const lost = [paymentDisputed(), disputeClosed('lost')] as const;
  const won = disputeClosed('won');

  it('never exceeds the price if a dispute is won after an admin paid the host', () => {
    const adjusted = payoutAdjusted(29_700);
    expect(owedAfter(paymentAfter(...lost), adjusted)).toBe(29_700);
    expect(owedAfter(paymentAfter(...lost, won), adjusted)).toBe(33_000);
  });

  it('puts at risk the amount that the host must return if the dispute is lost', () => {
    const events = [payoutAdjusted(3_000), payoutTransferred(32_700)];
    const atRiskCents = disputedPayoutCents(
      played,
      paymentAfter(paymentDisputed()),
      foldAll(payout, events),
    );
    expect(atRiskCents).toBe(29_700);
    expect(0 - owedAfter(paymentAfter(...lost), ...events)).toBe(atRiskCents);
  });
});

describe('an ordered retry of a payout', () => {
  const refused = payoutRefused('2027-03-16T20:00:00.000Z');
  it('tries the refused step without waiting', () => {
    given(refused).when(retry).then(retryOrdered);
    const situation = {
      connectedAccount: { accountId: 'acct_1', transfers: 'active', payoutsEnabled: true },
      isHeld: false,
      lacksApproval: false,
      debts: [],
      at: DUE_AT,
    } as const;
    const step = (...events: PayoutEvent[]) =>
      nextPayout(played, paymentAfter(), foldAll(payout, events), situation);
    expect(step(refused)).toMatchObject({ type: 'wait', for: 'refused' });
    expect(step(refused, retryOrdered)).toMatchObject({ type: 'transfer', amountCents: 29_700 });
  });

  it('requires a refusal', () => {
    given().when(retry).thenRefused('wrong_status');
    given(refused, payoutTransferred()).when(retry).thenRefused('wrong_status');
  });
});
