import { describe, expect, it } from '@jest/globals';
import { type StripeDispute, newDispute } from '../../money/payments/disputes.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANN,
  NEXT_MONTH,
  NEXT_YEAR,
  eliteLapsed,
  foundingActivated,
  intent,
  intentCreated,
  membershipTerms,
  monthlyActivated,
  policyId,
  subscriptionCreated,
  subscriptionSnapshot,
} from '../../../testing/membership.js';
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
import { memberDocument } from '../../../testing/member-document.js';
import { matchesFilter } from '../../../testing/simulation/filter.js';
import { specification } from '../../../testing/specification.js';
import type { Reversal } from './membership-payments.js';
import { membershipStateAt } from './membership-view.js';
import type { MembershipEvent } from './membership.events.js';
import { type MembershipCommand, membership } from './membership.js';
import { membershipProcess } from './membership.process.js';
import { tierAt } from './membership-tier.js';
import { nextStep } from './next-step.js';

const given = specification(membership);

describe('a refund or dispute of a membership', () => {
  it('ends a charged-back year once', () => {
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

  it('records a failed refund before later ones, even if Stripe lists the newest first', () => {
    const failed = refund(0, { reversalId: 're_1', isFinal: true });
    const later = refund(900, { reversalId: 're_2' });
    const { added } = after(
      founder,
      record([refund(19_900, { reversalId: 're_1' })]),
      record([later, failed]),
    );
    expect(added).toMatchObject([
      { type: 'EliteReversed', data: { reversalId: 're_1', amountCents: 19_900 } },
      { type: 'EliteReversalUndone', data: { reversalId: 're_1', amountCents: 19_900 } },
      { type: 'EliteReversed', data: { reversalId: 're_2', amountCents: 900 } },
    ]);
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

  it('names the currency that Stripe shows, even if an earlier release recorded dollars', () => {
    const order: MembershipCommand = {
      type: 'OrderRefund',
      data: {
        userId: ANN,
        orderId: 'order-1',
        paidBy: 'pi_1',
        amountCents: null,
        reason: 'Paid in euros',
        orderedBy: 'avery',
        at: JUNE,
      },
    };
    const part = after(founder, record([refund(900)], { currency: 'eur' }), order);
    expect(part.added).toMatchObject([
      { type: 'EliteReversed', data: { amountCents: 900, currency: 'eur' } },
      { type: 'EliteRefundOrdered', data: { amountCents: 19_000, currency: 'eur' } },
    ]);
    const disputed = { ...newDispute, disputeId: 'du_1', isAppeal: false, isInquiry: true };
    const inquiry = record([], { currency: 'eur', disputes: [disputed] });
    expect(after(founder, inquiry).added).toMatchObject([
      { type: 'EliteDisputeOpened', data: { currency: 'eur' } },
    ]);
  });

  it('confirms a reversal once it is final', () => {
    const commands = [record([dispute(19_900)]), record([dispute(19_900, { isFinal: true })])];
    expect(typesAfter(founder, ...commands)).toEqual(['EliteReversed', 'EliteReversalConfirmed']);
    expect(typesAfter(founder, ...commands, commands[1]!)).toHaveLength(2);
    expect(typesAfter(founder, record([refund(0)]))).toEqual([]);
  });

  it('does not end a year that was renewed early, which begins as planned', () => {
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

describe('a founding year that is won back after the member chose a monthly membership', () => {
  const month = {
    from: JUNE,
    until: '2027-07-10T12:00:00.000Z',
    accessUntil: '2027-07-17T12:00:00.000Z',
  };
  const AUGUST = '2027-08-10T12:00:00.000Z';
  const lost = after(founder, record([dispute(19_900)]));
  const monthly = [...founder, ...lost.added, subscriptionCreated(), monthlyActivated(month)];
  const won = after(monthly, record([dispute(0, { isFinal: true })]));

  it('lasts to its end, not to the end of the month', () => {
    expect(tierAt(foldAll(membership, monthly), AUGUST)).toBe('free');
    expect(won.state!.term).toMatchObject({ plan: 'founding', until: NEXT_YEAR });
    expect(tierAt(won.state, AUGUST)).toBe('elite');
  });

  it('lasts to its end even if the subscription is canceled', () => {
    const snapshot = subscriptionSnapshot({ status: 'ended', invoices: [] });
    const { state } = after([...monthly, ...won.added], {
      type: 'RecordSubscription',
      data: { userId: ANN, snapshot, terms: membershipTerms, at: JUNE },
    });
    expect(tierAt(state, AUGUST)).toBe('elite');
    expect(tierAt(state, NEXT_YEAR)).toBe('free');
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

  it('is found by the sweep if the job of its next step was lost', () => {
    const at = '2028-06-10T12:00:00.000Z';
    const expired = [...founder, eliteLapsed(NEXT_YEAR, 47)];
    const takenBack = (freesSeat: boolean) =>
      record([dispute(19_900, { isFinal: true })], { at, freesSeat });
    const free: MembershipCommand = { type: 'FreeSeat', data: { userId: ANN, number: 47, at } };
    const won = record([dispute(0, { isFinal: true })], { at });
    const isSwept = ({ state }: ReturnType<typeof after>) =>
      membershipProcess
        .sweep!.filters(at)
        .some((filter) => matchesFilter(memberDocument(state, seat), filter));
    expect(isSwept(after(expired))).toBe(false);
    // Reversing a year can only end a subscription, and a founder has none.
    expect(isSwept(after(founder, record([dispute(19_900)])))).toBe(false);
    expect(isSwept(after(expired, takenBack(false)))).toBe(false);
    const lost = takenBack(true);
    const histories = [[lost], [lost, free], [lost, free, won]].map((commands) =>
      after(expired, ...commands),
    );
    expect(histories.map(({ state }) => nextStep(state, seat, at, null)?.type)).toEqual([
      'freeSeat',
      'releaseSeat',
      'restoreSeat',
    ]);
    expect(histories.map(isSwept)).toEqual([true, true, true]);
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
  it('is recorded once Stripe reports it', () => {
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

  it('reopens with an appeal, and the last decision counts', () => {
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
