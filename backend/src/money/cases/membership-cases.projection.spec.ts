import { describe, expect, it } from '@jest/globals';
import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import { casesAfter, recordedAt } from '../../../testing/money-cases.js';
import { foundingActivated, monthlyActivated, stepRefused } from '../../../testing/membership.js';
import { fraudWarned } from '../../../testing/paid-booking.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';

it('a fraud warning names the member and the payment until the money is reversed', () => {
  const noBooking = { bookingId: '', courtId: '', hostId: '', playerId: 'ann' };
  const warned = fraudWarned({ ...noBooking, paidBy: 'in_1', amountCents: 10_000 });
  const reversed = (kind: 'refund' | 'dispute'): MembershipEvent => ({
    type: 'EliteReversed',
    data: {
      userId: 'ann',
      plan: 'monthly',
      founderNumber: null,
      processorFeeCents: 320,
      paidBy: 'in_1',
      kind,
      reversalId: 're_1',
      amountCents: 10_000,
      currency: 'usd',
      orderId: null,
      isFinal: true,
      isFull: true,
      endsMembership: true,
      accessUntil: null,
      policyId: 'standard-1',
      freesSeat: false,
      reversedAt: recordedAt,
    },
  });
  expect(casesAfter(warned)).toMatchObject([
    { caseId: 'fraud.in_1', status: 'open', playerId: 'ann', stripeId: 'in_1' },
  ]);
  expect(casesAfter(warned, reversed('refund'))).toMatchObject([
    { status: 'done', outcome: 'moved' },
  ]);
  expect(casesAfter(warned, reversed('dispute'))).toMatchObject([
    { status: 'done', outcome: 'disputed' },
  ]);
  const undone: MembershipEvent = {
    type: 'EliteReversalUndone',
    data: {
      userId: 'ann',
      plan: 'monthly',
      founderNumber: null,
      processorFeeCents: 320,
      paidBy: 'in_1',
      kind: 'refund',
      reversalId: 're_1',
      amountCents: 10_000,
      currency: 'usd',
      restoresMembership: true,
      accessUntil: null,
      undoneAt: recordedAt,
    },
  };
  expect(casesAfter(warned, reversed('refund'), undone)).toContainEqual(
    expect.objectContaining({ caseId: 'fraud.in_1', status: 'open', amountCents: 10_000 }),
  );
});

describe('a disputed membership payment', () => {
  const fields = { userId: 'ann', plan: 'founding', paidBy: 'pi_1', disputeId: 'du_1' } as const;
  const opened = (isInquiry: boolean): MembershipEvent => ({
    type: 'EliteDisputeOpened',
    data: {
      ...fields,
      isInquiry,
      disputedCents: 19_900,
      currency: 'eur',
      bankReason: 'fraudulent',
      dueAt: '2027-03-23T10:00:00.000Z',
      openedAt: recordedAt,
    },
  });
  const decided = (won: boolean): MembershipEvent => ({
    type: 'EliteDisputeClosed',
    data: { ...fields, won, closedAt: recordedAt },
  });

  it('is a case of the member from the inquiry until the bank decides', () => {
    expect(casesAfter(opened(true))).toMatchObject([
      {
        caseId: 'dispute.du_1',
        section: 'disputes',
        problem: 'inquiry',
        status: 'open',
        bookingId: '',
        playerId: 'ann',
        amountCents: 19_900,
        code: 'fraudulent',
        respondBy: '2027-03-23T10:00:00.000Z',
      },
    ]);
    expect(casesAfter(opened(true), opened(false))).toMatchObject([{ problem: 'dispute' }]);
    expect(casesAfter(opened(true), decided(true))).toMatchObject([
      { status: 'done', outcome: 'won' },
    ]);
    expect(casesAfter(opened(false), decided(false), decided(true))).toMatchObject([
      { status: 'done', outcome: 'won' },
    ]);
  });
});

describe('a mismatch of a membership payment', () => {
  it('names the member and no booking', () => {
    const membershipMismatch: MembershipEvent = {
      type: 'EliteIntentMismatched',
      data: {
        userId: 'ann',
        purpose: 'founding',
        intentId: 'pi_2',
        amountCents: 19_900,
        foundCents: 100,
        foundCurrency: 'eur',
        foundAt: recordedAt,
      },
    };
    expect(casesAfter(membershipMismatch)).toMatchObject([
      {
        caseId: 'mismatch.pi_2',
        bookingId: '',
        playerId: 'ann',
        amountCents: 100,
        currency: 'eur',
      },
    ]);
  });

  it('is open for a month paid in another currency until all of it is returned', () => {
    const month = { userId: 'ann', plan: 'monthly', paidBy: 'in_2' } as const;
    const euros = { amountCents: 10_000, currency: 'eur', processorFeeCents: 0 };
    const charged: MembershipEvent = {
      type: 'EliteMismatchCharged',
      data: { ...month, ...euros, card: null, chargedAt: recordedAt },
    };
    const reversed = (amountCents: number): MembershipEvent => ({
      type: 'EliteReversed',
      data: {
        ...month,
        ...euros,
        amountCents,
        founderNumber: null,
        kind: 'outside',
        reversalId: 'order-1',
        orderId: 'order-1',
        isFinal: true,
        isFull: amountCents === 10_000,
        endsMembership: false,
        accessUntil: null,
        policyId: 'standard-1',
        freesSeat: false,
        reversedAt: recordedAt,
      },
    });
    const undone = (amountCents: number): MembershipEvent => ({
      type: 'EliteReversalUndone',
      data: {
        ...month,
        ...euros,
        amountCents,
        founderNumber: null,
        kind: 'refund',
        reversalId: 'order-1',
        restoresMembership: false,
        accessUntil: null,
        undoneAt: recordedAt,
      },
    });
    const open = { caseId: 'mismatch.in_2', problem: 'membership_mismatch', currency: 'eur' };
    const [partial] = casesAfter(charged, reversed(4_000));
    expect(partial).toMatchObject({ ...open, status: 'open', amountCents: 6_000 });
    expect(casesAfter(charged, reversed(4_000), undone(4_000))).toContainEqual(
      expect.objectContaining({ ...open, status: 'open', amountCents: 10_000 }),
    );
    expect(casesAfter(charged, reversed(10_000))).toMatchObject([
      { ...open, status: 'done', outcome: 'moved' },
    ]);
    expect(casesAfter(reversed(10_000))).toEqual([]);
  });
});

describe('a refund of a membership', () => {
  const paid = { userId: 'ann', plan: 'founding', paidBy: 'pi_1' } as const;
  const refused = (amountCents: number): MembershipEvent => ({
    type: 'EliteRefundRefused',
    data: {
      userId: 'ann',
      paidBy: 'pi_1',
      orderId: 'order-1',
      amountCents,
      currency: 'eur',
      code: 'charge_disputed',
      refusedAt: recordedAt,
    },
  });
  const ordered = (amountCents: number): MembershipEvent => ({
    type: 'EliteRefundOrdered',
    data: {
      ...paid,
      orderId: 'order-2',
      amountCents,
      currency: 'eur',
      reason: 'Try again',
      orderedBy: 'avery',
      orderedAt: recordedAt,
    },
  });
  const refund = {
    ...paid,
    founderNumber: 47,
    kind: 'refund',
    reversalId: 're_1',
    currency: 'eur',
  } as const;
  const made = (amountCents: number, orderId: string | null = 'order-2'): MembershipEvent => ({
    type: 'EliteReversed',
    data: {
      ...refund,
      amountCents,
      processorFeeCents: 0,
      orderId,
      isFinal: true,
      isFull: false,
      endsMembership: false,
      accessUntil: null,
      policyId: 'standard-1',
      freesSeat: false,
      reversedAt: recordedAt,
    },
  });
  const returned = (amountCents: number): MembershipEvent => ({
    type: 'EliteReversalUndone',
    data: {
      ...refund,
      amountCents,
      processorFeeCents: 0,
      restoresMembership: false,
      accessUntil: null,
      undoneAt: recordedAt,
    },
  });
  const settled = (amountCents: number, outcome: SettlementOutcome = 'paid'): MembershipEvent => ({
    type: 'EliteRefundSettledOtherwise',
    data: {
      ...paid,
      orderId: 'order-3',
      amountCents,
      leftCents: 0,
      currency: 'eur',
      outcome,
      reason: 'By check',
      orderedBy: 'avery',
      settledAt: recordedAt,
    },
  });

  it('is a case of the member once Stripe refuses it, until it is made', () => {
    expect(casesAfter(refused(5_000))).toMatchObject([
      {
        caseId: 'membershipRefund.pi_1',
        section: 'payments',
        problem: 'refund_refused',
        status: 'open',
        bookingId: '',
        playerId: 'ann',
        amountCents: 5_000,
        currency: 'eur',
        stripeId: 'pi_1',
        code: 'charge_disputed',
        tryAgainAt: null,
      },
    ]);
    expect(casesAfter(refused(5_000), ordered(5_000))).toMatchObject([
      { status: 'open', amountCents: 5_000, tryAgainAt: recordedAt },
    ]);
    expect(casesAfter(refused(5_000), ordered(5_000), made(5_000))).toMatchObject([
      { status: 'done', outcome: 'moved' },
    ]);
  });

  it('is a case once the bank returns it, and again if the bank returns its retry', () => {
    const open = { problem: 'refund_failed', status: 'open', amountCents: 5_000 };
    const first = [made(5_000), returned(5_000)];
    expect(casesAfter(...first)).toMatchObject([open]);
    expect(casesAfter(...first, ordered(5_000), made(5_000), returned(5_000))).toMatchObject([
      open,
    ]);
  });

  it.each<[string, MembershipEvent[], number]>([
    ['a retry is refused too', [ordered(5_000), refused(5_000)], 5_000],
    ['part of it is ordered again and refused', [ordered(2_000), refused(2_000)], 5_000],
    ['part of it is ordered again and made', [ordered(2_000), made(2_000)], 3_000],
    ['another refund is refused', [refused(1_000)], 6_000],
    ['an older order is made', [made(2_000, 'order-0')], 5_000],
    ['part of it is made in the dashboard', [made(2_000, null)], 3_000],
    ['part of it is settled another way', [settled(2_000)], 3_000],
  ])('shows the amount that was not refunded if %s', (_, events, amountCents) =>
    expect(casesAfter(refused(5_000), ...events)).toMatchObject([{ status: 'open', amountCents }]),
  );

  it('is done once an admin has settled all of it, and names the admin and the reason', () =>
    expect(casesAfter(refused(5_000), settled(5_000))).toMatchObject([
      { status: 'done', outcome: 'settled', closing: { by: 'avery', reason: 'By check' } },
    ]));

  it('says how much was paid and how much was waived until it reopens', () => {
    const mixed = [refused(5_000), settled(2_000), settled(3_000, 'waived')];
    expect(casesAfter(...mixed)).toMatchObject([
      { status: 'done', outcome: 'settled', settledCents: { paid: 2_000, waived: 3_000 } },
    ]);
    expect(casesAfter(...mixed, refused(700))).toMatchObject([
      { status: 'open', settledCents: { paid: 0, waived: 0 } },
    ]);
  });

  it('is not a case if a dispute took the money', () =>
    expect(
      casesAfter({
        ...made(19_900),
        data: { ...made(19_900).data, kind: 'dispute', reversalId: 'du_1' },
      } as MembershipEvent),
    ).toEqual([]));
});

describe('a payment or subscription that Stripe does not end', () => {
  const ended: MembershipEvent = {
    type: 'EliteSubscriptionEnded',
    data: { userId: 'ann', subscriptionId: 'sub_1', endedAt: recordedAt },
  };
  const retried: MembershipEvent = {
    type: 'EliteRetryOrdered',
    data: {
      userId: 'ann',
      stripeId: 'sub_1',
      orderId: 'order-1',
      reason: 'Again',
      orderedBy: 'avery',
      orderedAt: recordedAt,
    },
  };
  const tryAgainAt = '2027-03-10T12:05:00.000Z';

  it('is a case of the member until it has ended', () => {
    expect(casesAfter(stepRefused(1))).toMatchObject([
      {
        caseId: 'cancellation.sub_1',
        section: 'payments',
        problem: 'cancellation_refused',
        status: 'open',
        bookingId: '',
        playerId: 'ann',
        amountCents: 10_000,
        stripeId: 'sub_1',
        code: 'account_restricted',
        attempts: 1,
        tryAgainAt,
      },
    ]);
    expect(casesAfter(stepRefused(1), ended)).toMatchObject([{ status: 'done', outcome: 'moved' }]);
  });

  it('states the amount in its currency, and ends if the membership is restored', () => {
    const refused = stepRefused(1, { amountCents: 5_000, currency: 'eur' });
    expect(casesAfter(refused)).toMatchObject([{ amountCents: 5_000, currency: 'eur' }]);
    const restored: MembershipEvent = {
      type: 'EliteReversalUndone',
      data: {
        userId: 'ann',
        plan: 'monthly',
        founderNumber: null,
        processorFeeCents: 1_500,
        paidBy: 'in_1',
        kind: 'dispute',
        reversalId: 'du_1',
        amountCents: 10_000,
        currency: 'usd',
        restoresMembership: true,
        keptSubscriptionId: 'sub_1',
        accessUntil: null,
        undoneAt: recordedAt,
      },
    };
    expect(casesAfter(refused, restored)).toMatchObject([{ status: 'done', outcome: 'moved' }]);
  });

  it('needs an admin, who can order another attempt, after ten refusals', () => {
    expect(casesAfter(stepRefused(10))).toMatchObject([{ attempts: 10, tryAgainAt: null }]);
    expect(casesAfter(stepRefused(10), retried)).toMatchObject([
      { attempts: 0, tryAgainAt: recordedAt },
    ]);
  });

  it('is a case again if Stripe refuses to end it after another month was charged', () => {
    const charged = monthlyActivated({ paidBy: 'in_2' });
    expect(casesAfter(stepRefused(10), charged, stepRefused(1))).toMatchObject([
      { caseId: 'cancellation.sub_1', status: 'open', attempts: 1, tryAgainAt },
    ]);
  });

  it('has no case if it is paid before the end', () => {
    const refused = stepRefused(1, { step: 'cancelIntent', stripeId: 'pi_1' });
    expect(casesAfter(refused, foundingActivated())).toMatchObject([
      { caseId: 'cancellation.pi_1', status: 'done' },
    ]);
    expect(casesAfter(ended, foundingActivated())).toEqual([]);
  });
});
