import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { paidBooking } from '../../../testing/paid-booking.js';
import {
  type Disputes,
  disputeEvents,
  disputedCents,
  evolveDisputes,
  isDisputed,
  lostCents,
  toStripeDispute,
} from './disputes.js';

const recordedAt = '2027-03-14T10:00:00.000Z';
const DUE_BY = Date.parse('2027-03-23T10:00:00.000Z') / 1_000;
const withdrawal = { amount: -33_000, fee: 1_500 };
const reinstatement = { amount: 33_000, fee: -1_500 };
const partialWithdrawal = { amount: -10_000, fee: 1_500 };

const stripeDispute = (status: string, ...balance_transactions: object[]) =>
  toStripeDispute({
    id: 'du_1',
    status,
    amount: 33_000,
    reason: 'fraudulent',
    evidence_details: { due_by: DUE_BY },
    balance_transactions,
  } as unknown as Stripe.Dispute);

type Snapshot = readonly [status: string, ...balanceTransactions: object[]];

const follow = (snapshots: readonly Snapshot[]) => {
  let disputes: Disputes = {};
  const events = snapshots.map((snapshot) => {
    const newEvents = disputeEvents(
      paidBooking,
      [stripeDispute(...snapshot)],
      disputes,
      recordedAt,
    );
    disputes = newEvents.reduce(evolveDisputes, disputes);
    return newEvents;
  });
  return { events, payment: { disputes } };
};
const typesAfter = (...snapshots: readonly Snapshot[]) =>
  follow(snapshots).events.map((newEvents) =>
    newEvents.map(({ type }) => type.replace('PaymentDispute', '')),
  );
const sumsAfter = (...snapshots: readonly Snapshot[]) => {
  const { payment } = follow(snapshots);
  return [isDisputed(payment), disputedCents(payment), lostCents(payment)];
};

describe('a Stripe dispute', () => {
  const withdrawn = {
    disputeId: 'du_1',
    isInquiry: false,
    isAppeal: false,
    disputedCents: 33_000,
    bankReason: 'fraudulent',
    dueAt: null,
    takenCents: 33_000,
    feeCents: 1_500,
    returnedCents: 0,
    returnedFeeCents: 0,
  };
  const back = { returnedCents: 33_000, returnedFeeCents: 1_500 };

  it('stays open until the bank decides, and names the deadline for evidence', () => {
    expect(stripeDispute('needs_response', withdrawal)).toEqual({
      ...withdrawn,
      status: 'open',
      dueAt: '2027-03-23T10:00:00.000Z',
    });
    expect(stripeDispute('warning_needs_response')).toMatchObject({
      status: 'open',
      isInquiry: true,
      takenCents: 0,
    });
  });

  it('has no deadline once the evidence was submitted or no response is needed', () => {
    for (const status of ['under_review', 'warning_under_review', 'appeal_under_review', 'won'])
      expect(stripeDispute(status, withdrawal)).toMatchObject({ status: 'open', dueAt: null });
    expect(stripeDispute('appeal_needs_response', withdrawal)).toMatchObject({
      dueAt: '2027-03-23T10:00:00.000Z',
    });
  });

  it('counts as lost once the bank decides against Courtly', () =>
    expect(stripeDispute('lost', withdrawal)).toEqual({ ...withdrawn, status: 'lost' }));

  it('counts as won once money is returned', () => {
    expect(stripeDispute('won', withdrawal)).toMatchObject({ status: 'open' });
    expect(stripeDispute('won', withdrawal, reinstatement)).toEqual({
      ...withdrawn,
      ...back,
      status: 'won',
    });
    expect(stripeDispute('warning_closed')).toMatchObject({ status: 'won', takenCents: 0 });
  });

  it('counts as lost if it was prevented without returning the money', () => {
    expect(stripeDispute('prevented')).toMatchObject({ status: 'won' });
    expect(stripeDispute('prevented', withdrawal)).toMatchObject({ status: 'lost' });
    expect(stripeDispute('prevented', withdrawal, reinstatement)).toMatchObject({ status: 'won' });
  });
});

describe('the record of a dispute', () => {
  it('contains the amount of each balance transaction once', () => {
    expect(
      typesAfter(
        ['needs_response'],
        ['needs_response', withdrawal],
        ['needs_response', withdrawal],
        ['won', withdrawal, reinstatement],
        ['won', withdrawal, reinstatement],
      ),
    ).toEqual([['Opened'], ['d'], [], ['Closed'], []]);
    expect(typesAfter(['lost', withdrawal])).toEqual([['d', 'Closed']]);
  });

  it('is recorded again once the evidence is submitted', () => {
    const answered = follow([
      ['needs_response', withdrawal],
      ['under_review', withdrawal],
      ['under_review', withdrawal],
    ]);
    expect(answered.events.map((newEvents) => newEvents.length)).toEqual([2, 1, 0]);
    expect(answered.events[1]).toMatchObject([
      { type: 'PaymentDisputeOpened', data: { dueAt: null } },
    ]);
  });

  it('has no amount for an inquiry, and ignores one that ended before it was recorded', () => {
    expect(follow([['warning_needs_response']]).events[0]).toEqual([
      {
        type: 'PaymentDisputeOpened',
        data: {
          ...paidBooking,
          disputeId: 'du_1',
          isInquiry: true,
          disputedCents: 33_000,
          bankReason: 'fraudulent',
          dueAt: '2027-03-23T10:00:00.000Z',
          openedAt: recordedAt,
        },
      },
    ]);
    expect(typesAfter(['warning_needs_response'], ['warning_closed'])).toEqual([
      ['Opened'],
      ['Closed'],
    ]);
    expect(typesAfter(['warning_closed'])).toEqual([[]]);
    expect(typesAfter(['warning_needs_response'], ['needs_response', withdrawal])).toEqual([
      ['Opened'],
      ['Opened', 'd'],
    ]);
  });

  it('reopens for an appeal that is won', () => {
    const appeal: Snapshot[] = [
      ['needs_response', withdrawal],
      ['lost', withdrawal],
      ['appeal_under_review', withdrawal],
      ['won', withdrawal, reinstatement],
    ];
    expect(typesAfter(...appeal)).toEqual([['Opened', 'd'], ['Closed'], ['Opened'], ['Closed']]);
    expect(sumsAfter(...appeal.slice(0, 2))).toEqual([false, 33_000, 33_000]);
    expect(sumsAfter(...appeal.slice(0, 3))).toEqual([true, 33_000, 0]);
    expect(sumsAfter(...appeal)).toEqual([false, 0, 0]);
    expect(typesAfter(['lost', withdrawal], ['won', withdrawal, reinstatement])).toEqual([
      ['d', 'Closed'],
      ['Closed'],
    ]);
  });

  it('can be lost again after it was won', () => {
    const lostAgain: Snapshot[] = [
      ['won', withdrawal, reinstatement],
      ['lost', withdrawal, reinstatement, withdrawal],
    ];
    expect(typesAfter(...lostAgain)).toEqual([
      ['d', 'Closed'],
      ['d', 'Closed'],
    ]);
    expect(sumsAfter(...lostAgain)).toEqual([false, 33_000, 33_000]);
    expect(sumsAfter(...lostAgain, ['won', withdrawal, reinstatement])).toEqual([
      false,
      33_000,
      33_000,
    ]);
    expect(
      sumsAfter(lostAgain[0]!, ['needs_response', withdrawal, reinstatement, withdrawal]),
    ).toEqual([true, 33_000, 0]);
  });

  it('stays open when it is won again until the second return is booked', () => {
    const wonAgain: Snapshot[] = [
      ['won', withdrawal, reinstatement],
      ['needs_response', withdrawal, reinstatement, withdrawal],
      ['won', withdrawal, reinstatement, withdrawal],
      ['won', withdrawal, reinstatement, withdrawal, reinstatement],
    ];
    expect(typesAfter(...wonAgain)).toEqual([
      ['d', 'Closed'],
      ['Opened', 'd'],
      ['Opened'],
      ['Closed'],
    ]);
    expect(sumsAfter(...wonAgain.slice(0, 3))).toEqual([true, 33_000, 0]);
    expect(sumsAfter(...wonAgain)).toEqual([false, 0, 0]);
  });

  it('counts partial withdrawals and returns', () => {
    expect(sumsAfter(['lost', partialWithdrawal])).toEqual([false, 10_000, 10_000]);
    expect(sumsAfter(['won', withdrawal, { amount: 20_000, fee: -1_500 }])).toEqual([
      false,
      13_000,
      13_000,
    ]);
  });

  it('names the amount that the bank has kept once the dispute is closed', () => {
    const lostAfter = (...snapshots: readonly Snapshot[]) =>
      follow(snapshots)
        .events.flat()
        .flatMap(({ type, data }) => (type === 'PaymentDisputeClosed' ? [data.lostCents] : []));
    expect(lostAfter(['lost', partialWithdrawal])).toEqual([10_000]);
    expect(lostAfter(['prevented', withdrawal, { amount: 20_000, fee: 0 }])).toEqual([13_000]);
    expect(lostAfter(['lost', withdrawal], ['won', withdrawal, reinstatement])).toEqual([
      33_000, 0,
    ]);
  });

  it('ignores an older snapshot', () => {
    expect(typesAfter(['lost', withdrawal], ['needs_response', withdrawal])).toEqual([
      ['d', 'Closed'],
      [],
    ]);
    expect(typesAfter(['lost', withdrawal], ['needs_response'])).toEqual([['d', 'Closed'], []]);
  });
});
