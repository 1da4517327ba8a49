import { describe, expect, it } from '@jest/globals';
import { type StripeDispute, newDispute } from '../../money/payments/disputes.js';
import {
  ANN,
  HALF_PAST,
  NOON,
  intent,
  intentCreated,
  membershipTerms,
} from '../../../testing/membership.js';
import {
  JUNE,
  after,
  dispute,
  founder,
  record,
  refund,
  seat,
  typesAfter,
} from '../../../testing/membership-history.js';
import { specification } from '../../../testing/specification.js';
import { paymentReturnOf } from './membership-payments.js';
import { type MembershipCommand, membership } from './membership.js';
import { tierAt } from './membership-tier.js';
import { nextStep } from './next-step.js';

const given = specification(membership);

describe('a payment with a wrong amount', () => {
  const heldSeat = { ...seat, until: HALF_PAST };
  const recordIntent = (changes: Parameters<typeof intent>[1] = {}): MembershipCommand => ({
    type: 'RecordIntent',
    data: {
      userId: ANN,
      intent: intent('succeeded', { amountCents: 5_000, receivedCents: 5_000, ...changes }),
      founderNumber: 47,
      terms: membershipTerms,
      at: NOON,
    },
  });
  const resolve: MembershipCommand = {
    type: 'ResolveMismatch',
    data: { userId: ANN, orderId: 'order-1', reason: 'Typo', resolvedBy: 'admin', at: NOON },
  };
  const endPurchase: MembershipCommand = { type: 'EndPurchase', data: { userId: ANN, at: JUNE } };
  const openDispute = (changes: Partial<StripeDispute> = {}): StripeDispute => ({
    ...newDispute,
    disputeId: 'du_1',
    isAppeal: false,
    disputedCents: 5_000,
    takenCents: 5_000,
    ...changes,
  });
  const stepOf = (state: ReturnType<typeof after>['state']) =>
    nextStep(state, heldSeat, NOON, null);
  const returning = (amountCents: number, orderId = 'order-1') => ({
    type: 'refund',
    refundOrder: { orderId, paidBy: 'pi_1', amountCents },
  });
  const orderedRefund = refund(5_000, { orderId: 'order-1' });
  const charged = [intentCreated(), ...after([intentCreated()], recordIntent()).added];
  const ordered = [...charged, ...after(charged, resolve).added];

  it("is returned on an admin's order, after which the person can buy again", () => {
    given(intentCreated()).when(resolve).thenRefused('wrong_status');
    expect(stepOf(after(charged).state)).toBeNull();
    given(...ordered)
      .when(resolve)
      .thenNothing();
    expect(stepOf(after(ordered).state)).toEqual(returning(5_000));
    given(...ordered)
      .when(endPurchase)
      .thenNothing();
    const refunded = after(ordered, record([orderedRefund]));
    expect(stepOf(refunded.state)).toEqual({ type: 'endPurchase' });
    const ended = after([...ordered, ...refunded.added], endPurchase);
    expect(ended.added.map(({ type }) => type)).toEqual(['EliteIntentEnded']);
    expect(nextStep(ended.state, heldSeat, HALF_PAST, null)).toEqual({
      type: 'endReservation',
      until: heldSeat.until,
    });
    expect(tierAt(ended.state, NOON)).toBe('free');
  });

  it('is canceled if not charged yet, and refunded if charged in the meantime', () => {
    const found = after([intentCreated()], recordIntent({ status: 'open', receivedCents: 0 }));
    const open = after([intentCreated(), ...found.added], resolve);
    const history = [intentCreated(), ...found.added, ...open.added];
    expect(stepOf(open.state)).toEqual({ type: 'cancelIntent' });
    expect(typesAfter(history, recordIntent({ status: 'cancelled', receivedCents: 0 }))).toEqual([
      'EliteIntentEnded',
    ]);
    expect(stepOf(after(history, recordIntent()).state)).toEqual(returning(5_000));
  });

  it.each([
    ["refunded in Stripe's dashboard", [refund(2_000), refund(3_000, { reversalId: 're_2' })]],
    ['taken by a bank', [dispute(5_000)]],
  ])('ends its purchase without an order if all of it is %s', (_, reversals) => {
    const [first] = reversals;
    const partly = after(charged, record([{ ...first!, amountCents: 2_000 }]));
    expect(stepOf(partly.state)).toBeNull();
    const history = [...charged, ...partly.added];
    const returned = after(history, record(reversals));
    expect(stepOf(returned.state)).toEqual({ type: 'endPurchase' });
    expect(typesAfter([...history, ...returned.added], endPurchase)).toEqual(['EliteIntentEnded']);
  });

  it('waits while a bank decides, and then only the rest is returned', () => {
    const taken = record([dispute(3_000)], { disputes: [openDispute({ takenCents: 3_000 })] });
    const disputed = after(ordered, taken);
    expect(stepOf(disputed.state)).toBeNull();
    const lost = record([dispute(3_000, { isFinal: true })], {
      disputes: [openDispute({ takenCents: 3_000, status: 'lost' })],
    });
    const history = [...ordered, ...disputed.added];
    expect(stepOf(after(history, lost).state)).toEqual(returning(2_000));
    const won = record([dispute(0, { isFinal: true })], {
      disputes: [openDispute({ takenCents: 3_000, returnedCents: 3_000, status: 'won' })],
    });
    expect(stepOf(after(history, won).state)).toEqual(returning(5_000));
  });

  it('is returned under another order id after a bank returns what it took', () => {
    const lost = { disputes: [openDispute({ takenCents: 3_000, status: 'lost' as const })] };
    const [taken, part] = [dispute(3_000, { isFinal: true }), refund(2_000)];
    const partRefund = { ...part, orderId: 'order-1' };
    const returned = after(ordered, record([taken], lost), record([taken, partRefund], lost));
    const ended = after([...ordered, ...returned.added], endPurchase);
    const history = [...ordered, ...returned.added, ...ended.added];
    const appealed = after(history, record([dispute(0, { isFinal: true }), partRefund]));
    expect(stepOf(appealed.state)).toEqual(returning(3_000, 'order-1-2'));
    const refuse = { type: 'RefuseRefund', data: { userId: ANN, orderId: 'order-1-2' } } as const;
    const refused = after([...history, ...appealed.added], {
      ...refuse,
      data: { ...refuse.data, code: 'charge_disputed', refusedAt: JUNE },
    });
    expect(refused.added).toMatchObject([{ type: 'EliteRefundRefused', data: { paidBy: 'pi_1' } }]);
    expect(stepOf(refused.state)).toBeNull();
  });

  it('waits for an admin to order the rest after a bank returns a refund', () => {
    const failed = refund(0, { orderId: 'order-1' });
    const returned = after(
      ordered,
      record([orderedRefund]),
      endPurchase,
      record([failed], { at: JUNE }),
    );
    expect(stepOf(returned.state)).toBeNull();
    const order: MembershipCommand = {
      type: 'OrderRefund',
      data: {
        userId: ANN,
        orderId: 'order-2',
        paidBy: 'pi_1',
        amountCents: null,
        reason: 'Again',
        orderedBy: 'admin',
        at: JUNE,
      },
    };
    const again = after([...ordered, ...returned.added], order);
    expect(stepOf(again.state)).toEqual(returning(5_000, 'order-2'));
  });

  const taken = record([dispute(5_000)], { disputes: [openDispute()] });
  const won = record([dispute(0, { isFinal: true })], {
    disputes: [openDispute({ returnedCents: 5_000, status: 'won' })],
  });

  it('is refunded without an order after a bank returns it, which ends the purchase', () => {
    const givenBack = after(charged, taken, won);
    expect(stepOf(givenBack.state)).toEqual(returning(5_000, 'du_1'));
    const history = [...charged, ...givenBack.added];
    given(...history)
      .when(resolve)
      .thenNothing();
    const refunded = after(history, record([refund(5_000, { orderId: 'du_1' })]));
    expect(stepOf(refunded.state)).toEqual({ type: 'endPurchase' });
  });

  it('waits for an admin if its refund was refused before the bank returned the money', () => {
    const refuse: MembershipCommand = {
      type: 'RefuseRefund',
      data: { userId: ANN, orderId: 'order-1', code: 'charge_disputed', refusedAt: NOON },
    };
    expect(stepOf(after(ordered, refuse, taken, won).state)).toBeNull();
  });

  it('restores no freed seat if the bank returns it or its refund', () => {
    const lostFounding = record([dispute(19_900, { isFinal: true })], { freesSeat: true });
    const freeSeat: MembershipCommand = {
      type: 'FreeSeat',
      data: { userId: ANN, number: 47, at: JUNE },
    };
    const former = [...founder, ...after(founder, lostFounding, freeSeat).added];
    const bought = [...former, intentCreated({ intentId: 'pi_2' })];
    const wrongIntent = recordIntent({ intentId: 'pi_2' });
    const of = { paidBy: 'pi_2' };
    const takenBack = record([dispute(5_000)], { ...of, disputes: [openDispute()] });
    const returnedByBank = record([dispute(0, { isFinal: true })], {
      ...of,
      disputes: [openDispute({ returnedCents: 5_000, status: 'won' })],
    });
    const returned = after(bought, wrongIntent, takenBack, returnedByBank);
    expect(stepOf(returned.state)).toMatchObject({ type: 'refund', refundOrder: of });
    const refunded = record([refund(5_000, { orderId: 'du_1' })], of);
    const refundReturned = record([refund(0, { orderId: 'du_1' })], of);
    const ended = after([...bought, ...returned.added], refunded, endPurchase, refundReturned);
    expect(ended.state).toMatchObject({ founderNumber: null, formerNumber: 47, purchase: null });
    expect(nextStep(ended.state, null, JUNE, null)).toBeNull();
  });

  it('covers no time if the bank returns it', () => {
    const disputed = after(
      charged,
      record([dispute(5_000)], { disputes: [openDispute()] }),
      record([dispute(0, { isFinal: true })]),
    );
    expect(disputed.added).toMatchObject([
      { type: 'EliteDisputeOpened' },
      { type: 'EliteReversed', data: { endsMembership: false } },
      { type: 'EliteReversalUndone', data: { restoresMembership: false } },
    ]);
    expect(tierAt(disputed.state, NOON)).toBe('free');
  });

  it('is returned to the card, or by an admin if a refund of it failed', () => {
    expect(paymentReturnOf(after(charged).state!, 'pi_1')).toBe('toCard');
    const refusal: MembershipCommand = {
      type: 'RefuseRefund',
      data: { userId: ANN, orderId: 'order-1', code: 'charge_disputed', refusedAt: NOON },
    };
    expect(paymentReturnOf(after(ordered, refusal).state!, 'pi_1')).toBe('byAdmin');
    expect(paymentReturnOf(after(founder).state!, 'pi_1')).toBeNull();
  });
});
