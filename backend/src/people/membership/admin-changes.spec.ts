import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { ANN, intent, intentCreated, membershipTerms } from '../../../testing/membership.js';
import {
  JUNE,
  after,
  dispute,
  founder,
  record,
  refund,
  seat,
  subscriber,
  typesAfter,
} from '../../../testing/membership-history.js';
import { specification } from '../../../testing/specification.js';
import { settlementOutcomes } from './admin-changes.js';
import { type MembershipCommand, membership } from './membership.js';
import { tierAt } from './membership-tier.js';
import { nextStep } from './next-step.js';

const given = specification(membership);

describe('an admin', () => {
  const order = (amountCents: number | null, orderId = 'order-1'): MembershipCommand => ({
    type: 'OrderRefund',
    data: {
      userId: ANN,
      orderId,
      paidBy: 'pi_1',
      amountCents,
      reason: 'Goodwill',
      orderedBy: 'admin',
      at: JUNE,
    },
  });
  const refuse: MembershipCommand = {
    type: 'RefuseRefund',
    data: { userId: ANN, orderId: 'order-1', code: 'balance_insufficient', refusedAt: JUNE },
  };

  it('refunds part or the rest of a payment, but no more', () => {
    const part = after(founder, order(5_000));
    expect(part.added).toMatchObject([
      { type: 'EliteRefundOrdered', data: { amountCents: 5_000 } },
    ]);
    expect(nextStep(part.state, seat, JUNE, null)).toMatchObject({
      type: 'refund',
      refundOrder: { orderId: 'order-1', paidBy: 'pi_1', amountCents: 5_000 },
    });
    given(...founder, ...part.added)
      .when(order(14_901, 'order-2'))
      .thenRefused('invalid_request');
    const rest = after(founder, order(5_000), order(null, 'order-2'));
    expect(rest.added.at(-1)).toMatchObject({ data: { amountCents: 14_900 } });
    given(...founder, ...rest.added)
      .when(order(null, 'order-3'))
      .thenRefused('wrong_status');
    const made = after(founder, order(null), record([refund(19_900, { orderId: 'order-1' })]));
    expect(made.state!.refundOrders).toEqual([]);
    expect(tierAt(made.state, JUNE)).toBe('free');
  });

  it('orders a refused refund again', () => {
    const { added, state } = after(founder, order(null), refuse, refuse);
    expect(added.map(({ type }) => type)).toEqual(['EliteRefundOrdered', 'EliteRefundRefused']);
    expect(nextStep(state, seat, JUNE, null)).toBeNull();
    expect(typesAfter([...founder, ...added], order(null, 'order-2'))).toEqual([
      'EliteRefundOrdered',
    ]);
  });

  const end = (freesSeat = false): MembershipCommand => ({
    type: 'End',
    data: { userId: ANN, freesSeat, reason: 'Fraud', endedBy: 'admin', at: JUNE },
  });

  it('ends a membership permanently, with or without its seat', () => {
    const kept = after(founder, end(), record([dispute(19_900)]), record([dispute(0)]));
    expect(tierAt(kept.state, JUNE)).toBe('free');
    expect(nextStep(kept.state, seat, JUNE, null)).toBeNull();
    given(...founder, ...kept.added)
      .when(end())
      .thenRefused('wrong_status');
    expect(nextStep(after(founder, end(true)).state, seat, JUNE, null)).toEqual({
      type: 'freeSeat',
    });
    const at = '2027-03-20T12:00:00.000Z';
    const monthly = after(subscriber, {
      ...end(),
      data: { userId: ANN, freesSeat: false, reason: 'Fraud', endedBy: 'admin', at },
    } as MembershipCommand);
    expect(nextStep(monthly.state, null, at, null)).toEqual({ type: 'cancelSubscription' });
  });
});

describe('a refund that was refused or returned', () => {
  const order = (amountCents: number | null = 5_000, paidBy = 'pi_1'): MembershipCommand => ({
    type: 'OrderRefund',
    data: {
      userId: ANN,
      orderId: 'order-1',
      paidBy,
      amountCents,
      reason: 'Goodwill',
      orderedBy: 'avery',
      at: JUNE,
    },
  });
  const refuse = (orderId = 'order-1'): MembershipCommand => ({
    type: 'RefuseRefund',
    data: { userId: ANN, orderId, code: 'charge_disputed', refusedAt: JUNE },
  });
  const retry: MembershipCommand = {
    type: 'RetryRefund',
    data: {
      userId: ANN,
      orderId: 'order-2',
      paidBy: 'pi_1',
      reason: 'Try again',
      orderedBy: 'avery',
      at: JUNE,
    },
  };
  const settle = (amountCents: number, outcome: 'paid' | 'waived' = 'paid'): MembershipCommand => ({
    type: 'SettleRefund',
    data: {
      userId: ANN,
      orderId: 'order-3',
      paidBy: 'pi_1',
      amountCents,
      outcome,
      reason: 'By check',
      orderedBy: 'avery',
      terms: membershipTerms,
      at: JUNE,
    },
  });
  const refused = after(founder, order(), refuse());
  const refusedEvents = [...founder, ...refused.added];
  const made = refund(5_000, { orderId: 'order-1' });
  const returned = after(founder, order(), record([made]), record([{ ...made, amountCents: 0 }]));

  it.each([
    ['refused', refused],
    ['returned', returned],
  ])('is ordered again if it was %s', (_, { added }) =>
    expect(after([...founder, ...added], retry).added).toMatchObject([
      { type: 'EliteRefundOrdered', data: { orderId: 'order-2', amountCents: 5_000 } },
    ]),
  );

  it('is ordered again only once', () => {
    expect(() => after(refusedEvents, retry, retry)).toThrow('No refund of this payment');
    expect(() => after(founder, retry)).toThrow('No refund of this payment');
  });

  it('can be settled outside Stripe in parts, which cannot be refunded again', () => {
    const { added, state } = after(refusedEvents, settle(2_000));
    expect(added).toMatchObject([
      {
        type: 'EliteRefundSettledOtherwise',
        data: { amountCents: 2_000, leftCents: 3_000, outcome: 'paid', reason: 'By check' },
      },
      {
        type: 'EliteReversed',
        data: { kind: 'outside', reversalId: 'order-3', amountCents: 2_000, isFull: false },
      },
    ]);
    expect(tierAt(state, JUNE)).toBe('elite');
    expect(() => after([...refusedEvents, ...added], settle(3_001))).toThrow('at most $30.00');
    expect(() => after([...refusedEvents, ...added], order(17_901))).toThrow('At most $179.00');
    expect(() => after([...refusedEvents, ...added], settle(3_000), settle(1))).toThrow(
      'No refund of this payment',
    );
  });

  it('ends the membership if all of the payment was paid back outside Stripe', () => {
    const { state } = after(founder, order(null), refuse(), settle(19_900));
    expect(tierAt(state, JUNE)).toBe('free');
    expect(nextStep(state, seat, JUNE, null)).toBeNull();
  });

  it('can be waived without changing the payment', () => {
    const { added, state } = after(refusedEvents, settle(5_000, 'waived'));
    expect(added.map(({ type }) => type)).toEqual(['EliteRefundSettledOtherwise']);
    expect(() => after([...refusedEvents, ...added], retry)).toThrow('No refund of this payment');
    expect(tierAt(state, JUNE)).toBe('elite');
  });

  it('needs no admin after a refund in the dashboard or a dispute of the rest', () => {
    const inDashboard = refund(5_000, { reversalId: 're_2' });
    for (const reversal of [inDashboard, dispute(19_900)])
      expect(() => after(refusedEvents, record([reversal]), retry)).toThrow(
        'No refund of this payment',
      );
  });

  describe('for a payment with a wrong amount', () => {
    const wrongIntent = (currency: string): MembershipCommand => ({
      type: 'RecordIntent',
      data: {
        userId: ANN,
        intent: intent('succeeded', { amountCents: 100, receivedCents: 100, currency }),
        founderNumber: 47,
        terms: membershipTerms,
        at: JUNE,
      },
    });
    const resolveReturn: MembershipCommand = {
      type: 'ResolveMismatch',
      data: {
        userId: ANN,
        orderId: 'return-1',
        reason: 'A dollar',
        resolvedBy: 'avery',
        at: JUNE,
      },
    };
    const { added } = after(
      [intentCreated()],
      wrongIntent('usd'),
      resolveReturn,
      refuse('return-1'),
    );
    const refusedReturn = [intentCreated(), ...added];

    it('is ordered again, which ends the purchase', () => {
      const { state } = after(refusedReturn, retry, record([refund(100, { orderId: 'order-2' })]));
      expect(nextStep(state, null, JUNE, null)).toEqual({ type: 'endPurchase' });
    });

    it('ends the purchase if it was paid outside Stripe, and cannot be waived', () => {
      const { state } = after(refusedReturn, settle(100));
      expect(nextStep(state, null, JUNE, null)).toEqual({ type: 'endPurchase' });
      expect(() => after(refusedReturn, settle(100, 'waived'))).toThrow('must be returned');
      expect(settlementOutcomes(foldAll(membership, refusedReturn)!, 'pi_1')).toEqual(['paid']);
      expect(settlementOutcomes(state!, 'pi_1')).toEqual([]);
    });

    it('keeps its currency in every change', () => {
      const inEuros = after(
        [intentCreated()],
        wrongIntent('eur'),
        resolveReturn,
        refuse('return-1'),
      );
      const history = [intentCreated(), ...inEuros.added];
      expect(inEuros.added.at(-1)).toMatchObject({
        type: 'EliteRefundRefused',
        data: { amountCents: 100, currency: 'eur' },
      });
      expect(() => after(history, settle(101))).toThrow('at most EUR 1.00');
      expect(after(history, settle(100)).added).toMatchObject([
        { type: 'EliteRefundSettledOtherwise', data: { currency: 'eur' } },
        { type: 'EliteReversed', data: { currency: 'eur' } },
        { type: 'EliteMismatchResolved' },
      ]);
    });
  });
});
