import { describe, expect, it } from '@jest/globals';
import { type StripeDispute, newDispute } from '../../money/payments/disputes.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANN,
  GRACE_ENDS,
  HALF_PAST,
  NEXT_MONTH,
  NEXT_YEAR,
  NOON,
  foundingActivated,
  intent,
  intentCreated,
  invoiceSnapshot,
  membershipTerms,
  monthlyActivated,
  policyId,
  subscriptionCreated,
  subscriptionSnapshot,
} from '../../../testing/membership.js';
import { specification } from '../../../testing/specification.js';
import { settlementOutcomes } from './admin-changes.js';
import type { Reversal } from './membership-payments.js';
import { membershipStateAt } from './membership-view.js';
import type { MembershipEvent } from './membership.events.js';
import { type MembershipCommand, membership } from './membership.js';
import { tierAt } from './membership-tier.js';
import { nextStep } from './next-step.js';

const given = specification(membership);
const JUNE = '2027-06-10T12:00:00.000Z';

const refund = (amountCents: number, changes: Partial<Reversal> = {}): Reversal => ({
  reversalId: 're_1',
  kind: 'refund',
  orderId: null,
  amountCents,
  processorFeeCents: 0,
  isFinal: true,
  ...changes,
});
const dispute = (amountCents: number, changes: Partial<Reversal> = {}): Reversal =>
  refund(amountCents, {
    reversalId: 'du_1',
    kind: 'dispute',
    processorFeeCents: amountCents === 0 ? 0 : 1_500,
    isFinal: false,
    ...changes,
  });
const record = (
  reversals: Reversal[],
  {
    at = JUNE,
    paidBy = 'pi_1',
    freesSeat = false,
    processorFeeCents = null as number | null,
    disputes = [] as StripeDispute[],
  } = {},
): MembershipCommand => ({
  type: 'RecordPayment',
  data: {
    userId: ANN,
    snapshot: { paidBy, processorFeeCents, reversals, disputes },
    terms: { ...membershipTerms, freesSeat },
    at,
  },
});
/** Decides on each command and returns all events and the last state. */
const after = (events: MembershipEvent[], ...commands: MembershipCommand[]) => {
  let state = foldAll(membership, events);
  const added: MembershipEvent[] = [];
  for (const command of commands)
    for (const event of membership.decide(command, state)) {
      added.push(event);
      state = membership.evolve(state, event);
    }
  return { added, state };
};
const typesAfter = (events: MembershipEvent[], ...commands: MembershipCommand[]) =>
  after(events, ...commands).added.map(({ type }) => type);

const founder = [intentCreated(), foundingActivated()];
const subscriber = [subscriptionCreated(), monthlyActivated()];
const seat = { number: 47, userId: ANN, until: null };

describe('a refund or dispute of a membership', () => {
  it('ends a year that is charged back, once', () => {
    const reversed: MembershipEvent = {
      type: 'EliteReversed',
      data: {
        userId: ANN,
        plan: 'founding',
        founderNumber: 47,
        paidBy: 'pi_1',
        kind: 'dispute',
        reversalId: 'du_1',
        amountCents: 19_900,
        currency: 'usd',
        processorFeeCents: 1_500,
        orderId: null,
        isFinal: false,
        isFull: true,
        endsMembership: true,
        accessUntil: JUNE,
        policyId,
        freesSeat: false,
        reversedAt: JUNE,
      },
    };
    given(...founder)
      .when(record([dispute(19_900)]))
      .then(reversed);
    given(...founder, reversed)
      .when(record([dispute(19_900)]))
      .thenNothing();
    const state = foldAll(membership, [...founder, reversed])!;
    expect(tierAt(state, JUNE)).toBe('free');
    expect(membershipStateAt(state, JUNE)).toBe('lapsed');
    expect(nextStep(state, seat, JUNE, null)).toBeNull();
  });

  it('keeps the membership if only a part is refunded', () => {
    const { added, state } = after(founder, record([refund(5_000)]));
    expect(added).toMatchObject([
      { type: 'EliteReversed', data: { isFull: false, endsMembership: false } },
    ]);
    expect(tierAt(state, JUNE)).toBe('elite');
    const { state: ended } = after(
      founder,
      record([refund(5_000)]),
      record([refund(5_000), dispute(14_900)]),
    );
    expect(tierAt(ended, JUNE)).toBe('free');
  });

  it('restores the year if the dispute is won, and ends it again if it is lost later', () => {
    const won = after(founder, record([dispute(19_900)]), record([dispute(0, { isFinal: true })]));
    expect(won.added.at(-1)).toMatchObject({
      type: 'EliteReversalUndone',
      data: {
        amountCents: 19_900,
        processorFeeCents: 1_500,
        restoresMembership: true,
        accessUntil: NEXT_YEAR,
      },
    });
    expect(tierAt(won.state, JUNE)).toBe('elite');
    expect(tierAt(won.state, NEXT_YEAR)).toBe('free');
    const lost = after(
      founder,
      record([dispute(19_900)]),
      record([dispute(0, { isFinal: true })]),
      record([dispute(19_900, { isFinal: true })]),
    );
    expect(tierAt(lost.state, JUNE)).toBe('free');
    expect(lost.added).toHaveLength(3);
  });

  it('confirms a reversal once it is final', () => {
    const commands = [record([dispute(19_900)]), record([dispute(19_900, { isFinal: true })])];
    expect(typesAfter(founder, ...commands)).toEqual(['EliteReversed', 'EliteReversalConfirmed']);
    expect(typesAfter(founder, ...commands, commands[1]!)).toHaveLength(2);
    expect(typesAfter(founder, record([refund(0)]))).toEqual([]);
  });

  it('keeps a year that was renewed early until its own start', () => {
    const renewed = after(
      [...founder, intentCreated({ intentId: 'pi_2', purpose: 'foundingRenewal' })],
      {
        type: 'RecordIntent',
        data: {
          userId: ANN,
          intent: intent('succeeded', { intentId: 'pi_2' }),
          founderNumber: 47,
          terms: membershipTerms,
          at: '2028-02-20T12:00:00.000Z',
        },
      },
      record([dispute(19_900)], { at: '2028-02-21T12:00:00.000Z' }),
    );
    expect(tierAt(renewed.state, '2028-02-22T12:00:00.000Z')).toBe('free');
    expect(tierAt(renewed.state, NEXT_YEAR)).toBe('elite');
    expect(nextStep(renewed.state, seat, '2028-02-22T12:00:00.000Z', null)).toBeNull();
    const second = after(
      [...founder],
      record([dispute(19_900)], { at: '2029-01-01T00:00:00.000Z' }),
    );
    expect(second.added).toMatchObject([{ data: { endsMembership: false } }]);
  });

  it('ends a month and its subscription', () => {
    const at = '2027-03-20T12:00:00.000Z';
    const { state } = after(subscriber, record([refund(10_000)], { at, paidBy: 'in_1' }));
    expect(tierAt(state, at)).toBe('free');
    expect(nextStep(state, null, at, null)).toEqual({ type: 'cancelSubscription' });
    const ended = after(subscriber, record([refund(10_000)], { at, paidBy: 'in_1' }), {
      type: 'RecordSubscription',
      data: {
        userId: ANN,
        snapshot: subscriptionSnapshot({ status: 'ended' }),
        terms: membershipTerms,
        at,
      },
    });
    expect(ended.added.map(({ type }) => type)).toEqual([
      'EliteReversed',
      'EliteSubscriptionEnded',
    ]);
    // A failed refund restores the paid month, without a grace period.
    const restored = after(
      [...subscriber, ...ended.added],
      record([refund(0)], { at, paidBy: 'in_1' }),
    );
    expect(tierAt(restored.state, at)).toBe('elite');
    expect(tierAt(restored.state, NEXT_MONTH)).toBe('free');
  });

  it('does not end a membership for a month that is over', () => {
    const second = monthlyActivated({
      paidBy: 'in_2',
      from: NEXT_MONTH,
      until: JUNE,
      accessUntil: JUNE,
    }).data;
    const renewed = {
      type: 'EliteRenewed',
      data: { ...second, renewedAt: NEXT_MONTH },
    } as unknown as MembershipEvent;
    const at = '2027-04-20T12:00:00.000Z';
    const { state } = after(
      [...subscriber, renewed],
      record([dispute(10_000)], { at, paidBy: 'in_1' }),
    );
    expect(tierAt(state, at)).toBe('elite');
    expect(nextStep(state, null, at, null)).toBeNull();
  });
});

describe("the founder's seat", () => {
  const lost = record([dispute(19_900, { isFinal: true })], { freesSeat: true });

  it('is freed only by policy, and only once the reversal is final', () => {
    const open = after(founder, record([dispute(19_900)], { freesSeat: true }));
    expect(nextStep(open.state, seat, JUNE, null)).toBeNull();
    const kept = after(founder, record([dispute(19_900, { isFinal: true })]));
    expect(nextStep(kept.state, seat, JUNE, null)).toBeNull();
    const final = after(founder, lost);
    expect(nextStep(final.state, seat, JUNE, null)).toEqual({ type: 'freeSeat' });
    const freed = after(founder, lost, {
      type: 'FreeSeat',
      data: { userId: ANN, number: 47, at: JUNE },
    });
    expect(freed.added.at(-1)!.type).toBe('EliteSeatFreed');
    expect(nextStep(freed.state, seat, JUNE, null)).toEqual({ type: 'releaseSeat' });
    expect(nextStep(freed.state, null, JUNE, null)).toBeNull();
  });

  it('returns if the dispute is won on appeal', () => {
    const won = after(
      founder,
      lost,
      { type: 'FreeSeat', data: { userId: ANN, number: 47, at: JUNE } },
      record([dispute(0, { isFinal: true })]),
    );
    expect(nextStep(won.state, null, JUNE, null)).toEqual({
      type: 'restoreSeat',
      number: 47,
      paidBy: 'pi_1',
    });
  });
});

describe('the fee of a membership payment', () => {
  it('is recorded once Stripe shows it', () => {
    const withoutFee = [intentCreated(), foundingActivated({ processorFeeCents: 0 })];
    expect(foldAll(membership, withoutFee)!.lateFees).toEqual(['pi_1']);
    given(...withoutFee)
      .when(record([]))
      .thenNothing();
    const { added, state } = after(withoutFee, record([], { processorFeeCents: 607 }));
    expect(added).toMatchObject([{ type: 'EliteFeeRecorded', data: { processorFeeCents: 607 } }]);
    expect(state!.lateFees).toEqual([]);
    given(...withoutFee, ...added)
      .when(record([], { processorFeeCents: 607 }))
      .thenNothing();
  });
});

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

  it('refunds a part or the rest of a payment, and no more', () => {
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

  it('is returned by order of an admin, and then the person can buy again', () => {
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

  it('is canceled if it is not charged yet, and refunded if it was charged in the meantime', () => {
    const found = after([intentCreated()], recordIntent({ status: 'open', receivedCents: 0 }));
    const open = after([intentCreated(), ...found.added], resolve);
    const history = [intentCreated(), ...found.added, ...open.added];
    expect(stepOf(open.state)).toEqual({ type: 'cancelIntent' });
    expect(typesAfter(history, recordIntent({ status: 'cancelled', receivedCents: 0 }))).toEqual([
      'EliteIntentEnded',
    ]);
    expect(stepOf(after(history, recordIntent()).state)).toEqual(returning(5_000));
  });

  it('waits while a bank decides, and returns only what the bank did not', () => {
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

  it('is returned under another order id after a bank has given back what it took', () => {
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

  it('waits for an admin to order a refund of the rest after the bank returned a refund', () => {
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

  it('is returned without an order after a bank has given it back, which ends the purchase', () => {
    const givenBack = after(charged, taken, won);
    expect(stepOf(givenBack.state)).toEqual(returning(5_000, 'du_1'));
    const history = [...charged, ...givenBack.added];
    given(...history)
      .when(resolve)
      .thenNothing();
    const refunded = after(history, record([refund(5_000, { orderId: 'du_1' })]));
    expect(stepOf(refunded.state)).toEqual({ type: 'endPurchase' });
  });

  it('waits for an admin if its refund was refused before the bank gave it back', () => {
    const refuse: MembershipCommand = {
      type: 'RefuseRefund',
      data: { userId: ANN, orderId: 'order-1', code: 'charge_disputed', refusedAt: NOON },
    };
    expect(stepOf(after(ordered, refuse, taken, won).state)).toBeNull();
  });

  it('restores no seat and covers no time if the bank gives it back', () => {
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
});

describe("a bank's inquiry about a payment", () => {
  const inquiry = (changes: Partial<StripeDispute> = {}): StripeDispute => ({
    ...newDispute,
    disputeId: 'du_1',
    isAppeal: false,
    isInquiry: true,
    disputedCents: 19_900,
    bankReason: 'fraudulent',
    dueAt: '2027-06-20T12:00:00.000Z',
    ...changes,
  });
  const recordDispute = (changes: Partial<StripeDispute> = {}, reversals: Reversal[] = []) =>
    record(reversals, { disputes: [inquiry(changes)] });

  it('is recorded once, with its deadline, and leaves the membership as it is', () => {
    const { added, state } = after(founder, recordDispute(), recordDispute());
    expect(added).toEqual([
      {
        type: 'EliteDisputeOpened',
        data: {
          userId: ANN,
          plan: 'founding',
          paidBy: 'pi_1',
          disputeId: 'du_1',
          isInquiry: true,
          disputedCents: 19_900,
          currency: 'usd',
          bankReason: 'fraudulent',
          dueAt: '2027-06-20T12:00:00.000Z',
          openedAt: JUNE,
        },
      },
    ]);
    expect(tierAt(state, JUNE)).toBe('elite');
  });

  it('ends without money, or becomes a dispute', () => {
    const closed = { status: 'won', dueAt: null } as const;
    expect(typesAfter(founder, recordDispute(), recordDispute(closed))).toEqual([
      'EliteDisputeOpened',
      'EliteDisputeClosed',
    ]);
    expect(typesAfter(founder, recordDispute(closed))).toEqual([]);
    const taken = { isInquiry: false, takenCents: 19_900 };
    expect(typesAfter(founder, recordDispute(), recordDispute(taken, [dispute(19_900)]))).toEqual([
      'EliteDisputeOpened',
      'EliteDisputeOpened',
      'EliteReversed',
    ]);
  });

  it('reopens with an appeal, and its last decision counts', () => {
    const taken = { isInquiry: false, takenCents: 19_900, dueAt: null };
    const lost = { ...taken, status: 'lost' } as const;
    const won = { ...taken, status: 'won', returnedCents: 19_900 } as const;
    const reversals = [dispute(19_900, { isFinal: true })];
    expect(
      after(
        founder,
        recordDispute(taken, [dispute(19_900)]),
        recordDispute(lost, reversals),
        recordDispute({ ...taken, isAppeal: true }, reversals),
        recordDispute(won, [dispute(0, { isFinal: true })]),
      ).added.map(({ type, data }) => [type, (data as { won?: boolean }).won]),
    ).toEqual([
      ['EliteDisputeOpened', undefined],
      ['EliteReversed', undefined],
      ['EliteReversalConfirmed', undefined],
      ['EliteDisputeClosed', false],
      ['EliteDisputeOpened', undefined],
      ['EliteReversalUndone', undefined],
      ['EliteDisputeClosed', true],
    ]);
  });
});

describe('the invoices of a subscription', () => {
  const [TWO_MONTHS, THREE_MONTHS] = ['2027-05-10T12:00:00.000Z', '2027-06-10T12:00:00.000Z'];
  const second = invoiceSnapshot({ invoiceId: 'in_2', from: NEXT_MONTH, until: TWO_MONTHS });
  const third = invoiceSnapshot({ invoiceId: 'in_3', from: TWO_MONTHS, until: THREE_MONTHS });
  const recordAll = (
    status: 'live' | 'ended',
    at: string,
    ...more: ReturnType<typeof invoiceSnapshot>[]
  ): MembershipCommand => ({
    type: 'RecordSubscription',
    data: {
      userId: ANN,
      snapshot: subscriptionSnapshot({ status, invoices: [invoiceSnapshot(), ...more] }),
      terms: membershipTerms,
      at,
    },
  });

  it('are all recorded, even if two are paid while no worker runs', () => {
    const { added, state } = after(subscriber, recordAll('live', TWO_MONTHS, second, third));
    expect(added).toMatchObject([
      { type: 'EliteRenewed', data: { paidBy: 'in_2', from: NEXT_MONTH, until: TWO_MONTHS } },
      { type: 'EliteRenewed', data: { paidBy: 'in_3', from: TWO_MONTHS, until: THREE_MONTHS } },
    ]);
    expect(state!.term).toMatchObject({ until: THREE_MONTHS, isLapsed: false });
    const late = after(
      subscriber,
      recordAll('live', TWO_MONTHS, third),
      recordAll('live', TWO_MONTHS, second, third),
    );
    expect(late.state!.term).toMatchObject({ until: THREE_MONTHS });
  });

  it('keep an ended subscription open until none can be paid', () => {
    const open = { ...second, status: 'failed', isOpen: true } as const;
    expect(typesAfter(subscriber, recordAll('ended', NEXT_MONTH, open))).not.toContain(
      'EliteSubscriptionEnded',
    );
    const voided = { ...second, status: 'waiting', isOpen: false } as const;
    expect(typesAfter(subscriber, recordAll('ended', NEXT_MONTH, voided))).toContain(
      'EliteSubscriptionEnded',
    );
  });

  it('grant a month from the payment if they are paid after the end', () => {
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
    const subscriptionEnded: MembershipEvent = {
      type: 'EliteSubscriptionEnded',
      data: { userId: ANN, subscriptionId: 'sub_1', endedAt: GRACE_ENDS },
    };
    const at = '2027-04-20T12:00:00.000Z';
    const end = '2027-05-20T12:00:00.000Z';
    const { added, state } = after(
      [...subscriber, lapsed, subscriptionEnded],
      recordAll('ended', at, second),
    );
    expect(added).toMatchObject([
      { type: 'EliteActivated', data: { paidBy: 'in_2', from: at, until: end } },
      { type: 'EliteCancelled', data: { accessUntil: end } },
    ]);
    expect(state!.subscription!.status).toBe('ended');
    expect(tierAt(state, end)).toBe('free');
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

  it('is settled in parts that were paid outside Stripe, which cannot be refunded again', () => {
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

  it('is waived without a change to the payment', () => {
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

  describe('of a payment with a wrong amount', () => {
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

    it('is returned again, which ends the purchase', () => {
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
