import { describe, expect, it } from '@jest/globals';
import {
  ANN,
  GRACE_ENDS,
  NEXT_MONTH,
  NEXT_YEAR,
  NOON,
  monthlyActivated,
  subscriptionCreated,
} from '../../../testing/membership.js';
import {
  JUNE,
  after,
  dispute,
  founder,
  record,
  refund,
} from '../../../testing/membership-history.js';
import { type StripeDispute, newDispute } from '../../money/payments/disputes.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { disputedPayment, memberTimes, membershipFacts } from './membership-evidence.js';

const consent: MembershipEvent = {
  type: 'RenewalConsentGiven',
  data: {
    userId: ANN,
    version: '2026-11',
    textHash: 'ab12',
    amountCents: 10_000,
    consentedAt: NOON,
    userAgent: 'Firefox',
    ipAddress: '192.0.2.1',
  },
};
const open: StripeDispute = {
  ...newDispute,
  disputeId: 'du_1',
  isAppeal: false,
  disputedCents: 19_900,
  bankReason: 'fraudulent',
};
const canceled: MembershipEvent = {
  type: 'EliteCancelled',
  data: {
    userId: ANN,
    subscriptionId: 'sub_1',
    accessUntil: NEXT_MONTH,
    cancelledAt: '2027-03-20T12:00:00.000Z',
  },
};
const resumed = (resumedAt: string): MembershipEvent => ({
  type: 'EliteResumed',
  data: { userId: ANN, subscriptionId: 'sub_1', accessUntil: GRACE_ENDS, resumedAt },
});
const disputedFounder = [
  ...founder,
  ...after(founder, record([dispute(19_900)], { disputes: [open] })).added,
];

describe('the evidence about a disputed membership', () => {
  it('covers the payment that the bank disputes', () => {
    expect(disputedPayment(disputedFounder, 'du_1')).toEqual({
      paidBy: 'pi_1',
      plan: 'founding',
      amountCents: 19_900,
      currency: 'usd',
      period: { from: NOON, until: NEXT_YEAR },
    });
    expect(disputedPayment(disputedFounder, 'du_2')).toBeNull();
  });

  it('covers a charge of a wrong amount, which pays for no period', () => {
    const charged: MembershipEvent = {
      type: 'EliteMismatchCharged',
      data: {
        userId: ANN,
        plan: 'founding',
        paidBy: 'pi_1',
        amountCents: 100,
        currency: 'eur',
        processorFeeCents: 0,
        card: null,
        chargedAt: NOON,
      },
    };
    const opened = disputedFounder.find(({ type }) => type === 'EliteDisputeOpened')!;
    expect(disputedPayment([charged, opened], 'du_1')).toMatchObject({
      amountCents: 100,
      currency: 'eur',
      period: null,
    });
    expect(memberTimes([charged, opened], 'pi_1')).toEqual([]);
    expect(membershipFacts([charged, opened], [])).toEqual([
      { what: 'membership_paid', at: NOON, detail: 'EUR 1.00, pi_1' },
    ]);
  });

  it('lists consent, payments, refunds, and bookings, oldest first', () => {
    const subscriber = [consent, subscriptionCreated(), monthlyActivated(), canceled];
    const refunded = after(
      subscriber,
      record([refund(2_000)], { paidBy: 'in_1' }),
      record([refund(0)], { paidBy: 'in_1', at: '2027-06-12T12:00:00.000Z' }),
    ).added;
    const booking = {
      courtName: 'Cholla Court',
      totalCents: 31_500,
      requestedAt: '2027-03-11T12:00:00.000Z',
    };
    const facts = membershipFacts(
      [...subscriber, ...refunded],
      [
        { ...booking, requestedAt: '2027-03-15T12:00:00.000Z', status: 'cancelled' },
        { ...booking, status: 'completed' },
      ],
    );
    expect(facts.map(({ what, at, detail }) => [what, at, detail])).toEqual([
      ['renewal_consent', NOON, '$100.00 a month. Version 2026-11, SHA-256 ab12'],
      ['membership_paid', NOON, '$100.00 for 2027-03-10 to 2027-04-10, in_1'],
      ['booked_as_member', '2027-03-11T12:00:00.000Z', 'Cholla Court, $315.00, played'],
      ['booked_as_member', '2027-03-15T12:00:00.000Z', 'Cholla Court, $315.00'],
      ['membership_canceled', '2027-03-20T12:00:00.000Z', '2027-04-10'],
      ['refunded', JUNE, '$20.00'],
      ['refund_failed', '2027-06-12T12:00:00.000Z', '$20.00'],
    ]);
  });

  it('begins with the purchase of a founding year', () =>
    expect(membershipFacts(founder, [])).toEqual([
      { what: 'purchase_started', at: NOON, detail: '$199.00 for a year' },
      { what: 'membership_paid', at: NOON, detail: '$199.00 for 2027-03-10 to 2028-03-10, pi_1' },
    ]));
});

describe('the periods with the member price', () => {
  it('last until the end of access', () =>
    expect(memberTimes([monthlyActivated()], 'in_1')).toEqual([{ from: NOON, until: GRACE_ENDS }]));

  it('end with the paid month if the renewal is canceled, unless it resumes', () => {
    expect(memberTimes([monthlyActivated(), canceled], 'in_1')).toEqual([
      { from: NOON, until: NEXT_MONTH },
    ]);
    const inMonth = resumed('2027-03-21T12:00:00.000Z');
    expect(memberTimes([monthlyActivated(), canceled, inMonth], 'in_1')).toEqual([
      { from: NOON, until: GRACE_ENDS },
    ]);
  });

  it('include the grace period, up to a cancellation during it', () => {
    const cancelledAt = '2027-04-12T12:00:00.000Z';
    const inGrace = { ...canceled, data: { ...canceled.data, cancelledAt } } as MembershipEvent;
    expect(memberTimes([monthlyActivated(), inGrace], 'in_1')).toEqual([
      { from: NOON, until: cancelledAt },
    ]);
    const resumedAt = '2027-04-14T12:00:00.000Z';
    expect(memberTimes([monthlyActivated(), inGrace, resumed(resumedAt)], 'in_1')).toEqual([
      { from: NOON, until: cancelledAt },
      { from: resumedAt, until: GRACE_ENDS },
    ]);
  });

  it('end with the grace period if the cancellation is recorded later', () => {
    const cancelledAt = '2027-04-18T12:00:00.000Z';
    const late = { ...canceled, data: { ...canceled.data, cancelledAt } } as MembershipEvent;
    expect(memberTimes([monthlyActivated(), late], 'in_1')).toEqual([
      { from: NOON, until: GRACE_ENDS },
    ]);
  });

  it('are not changed by the cancellation of a later month', () => {
    const [from, until] = [NEXT_MONTH, '2027-05-10T12:00:00.000Z'];
    const nextMonth = monthlyActivated({ paidBy: 'in_2', from, until, accessUntil: until });
    const later = {
      ...canceled,
      data: { ...canceled.data, accessUntil: until },
    } as MembershipEvent;
    expect(memberTimes([monthlyActivated(), nextMonth, later], 'in_1')).toEqual([
      { from: NOON, until: GRACE_ENDS },
    ]);
  });

  it('end with a dispute, and begin again once the dispute is won', () => {
    expect(memberTimes(disputedFounder, 'pi_1')).toEqual([{ from: NOON, until: JUNE }]);
    const july = '2027-07-10T12:00:00.000Z';
    const returned = dispute(0, { isFinal: true });
    const won = after(disputedFounder, record([returned], { at: july })).added;
    expect(memberTimes([...disputedFounder, ...won], 'pi_1')).toEqual([
      { from: NOON, until: JUNE },
      { from: july, until: NEXT_YEAR },
    ]);
  });

  it('are not changed by a partial refund or by another payment', () => {
    const refunded = after(founder, record([refund(2_000)])).added;
    expect(memberTimes([...founder, ...refunded], 'pi_1')).toEqual([
      { from: NOON, until: NEXT_YEAR },
    ]);
    expect(memberTimes(disputedFounder, 'pi_2')).toEqual([]);
  });
});
