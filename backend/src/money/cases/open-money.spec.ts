import { describe, expect, it } from '@jest/globals';
import type { MoneyProblem, MoneySection } from '@courtly/contracts/money-desk';
import { booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  disputeClosed,
  freeCancellation,
  paymentAfter,
  paymentDisputed,
  paymentRefunded,
  paymentState,
  playedBooking,
} from '../../../testing/paid-booking.js';
import { payout } from '../payouts/payout.js';
import { emptyMembership } from '../../people/membership/membership.js';
import { isMoneyOpen, wrongPaymentOf } from './open-money.js';

const cancelled = foldAll(booking, freeCancellation)!;
const played = foldAll(booking, playedBooking)!;
const money = { booking: played, payment: paymentAfter(), payout: payout.initial };
const caseOf = (section: MoneySection, problem: MoneyProblem) => ({ section, problem });
const lost = paymentAfter(paymentDisputed(), disputeClosed('lost'));

describe('the money of a case', () => {
  it('is open until a refused refund is made or a bank takes the amount', () => {
    const refused = { ...money, booking: cancelled };
    expect(isMoneyOpen(caseOf('payments', 'refund_refused'), refused)).toBe(true);
    expect(isMoneyOpen(caseOf('payments', 'refund_refused'), { ...refused, payment: lost })).toBe(
      false,
    );
    const refunded = paymentAfter(paymentRefunded(33_000));
    expect(
      isMoneyOpen(caseOf('payments', 'refund_refused'), { ...refused, payment: refunded }),
    ).toBe(false);
  });

  it('is open while the host is owed a refused payout, even during a dispute', () => {
    expect(isMoneyOpen(caseOf('payouts', 'transfer_refused'), money)).toBe(true);
    expect(
      isMoneyOpen(caseOf('payouts', 'transfer_refused'), {
        ...money,
        payment: paymentAfter(paymentDisputed()),
      }),
    ).toBe(true);
    expect(isMoneyOpen(caseOf('payouts', 'transfer_refused'), { ...money, payment: lost })).toBe(
      false,
    );
  });

  it('stays open in a dispute until the bank decides', () =>
    expect(isMoneyOpen(caseOf('disputes', 'dispute'), { ...money, payment: lost })).toBe(true));

  it('is open until a payment with a wrong amount is released', () => {
    const wrong = paymentState({ isMismatched: true, status: 'authorised' });
    expect(
      isMoneyOpen(caseOf('mismatches', 'payment_mismatch'), { ...money, payment: wrong }),
    ).toBe(true);
    const released = { ...wrong, status: 'cancelled' } as const;
    expect(
      isMoneyOpen(caseOf('mismatches', 'payment_mismatch'), { ...money, payment: released }),
    ).toBe(false);
  });

  it('needs no step after a refund in the dashboard', () =>
    expect(isMoneyOpen(caseOf('mismatches', 'dashboard_refund'), money)).toBe(false));
});

describe('a membership payment with a wrong amount', () => {
  const wrongCharge = {
    paidBy: 'pi_1',
    plan: 'founding',
    amountCents: 19_900,
    currency: 'eur',
    processorFeeCents: 600,
    reversals: [],
    disputes: {},
    returnOrderId: null,
  } as const;
  const refund = (amountCents: number) => ({
    reversalId: 're_1',
    kind: 'refund' as const,
    orderId: 'order-1',
    amountCents,
    processorFeeCents: 0,
    isFinal: true,
  });
  const member = emptyMembership('ann');
  const purchase = {
    purpose: 'founding',
    intentId: 'pi_1',
    clientSecret: 'pi_1_secret',
    amountCents: 19_900,
    isMismatched: true,
    found: null,
    returnOrderId: null,
  } as unknown as NonNullable<(typeof member)['purchase']>;

  it('is held until its purchase ends', () => {
    expect(wrongPaymentOf({ ...member, purchase }, 'pi_1')).toBe('returnable');
    const ordered = { ...purchase, returnOrderId: 'order-1' };
    expect(wrongPaymentOf({ ...member, purchase: ordered }, 'pi_1')).toBe('ordered');
    expect(wrongPaymentOf(member, 'pi_1')).toBeNull();
  });

  it('is held until all of it is returned', () => {
    const after = (amountCents: number) => ({
      ...member,
      wrongPayments: [{ ...wrongCharge, reversals: [refund(amountCents)] }],
    });
    expect(wrongPaymentOf(after(19_899), 'pi_1')).toBe('refundable');
    const refundOrders = [{ orderId: 'order-2', paidBy: 'pi_1', amountCents: 1 }];
    expect(wrongPaymentOf({ ...after(19_899), refundOrders }, 'pi_1')).toBe('ordered');
    expect(wrongPaymentOf(after(19_900), 'pi_1')).toBeNull();
  });
});
