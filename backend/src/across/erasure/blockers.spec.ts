import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { membership } from '../../people/membership/membership.js';
import {
  ANN,
  GRACE_ENDS,
  foundingActivated,
  intentCreated,
  monthlyActivated,
  NOON,
  stepRefused,
  subscriptionCreated,
} from '../../../testing/membership.js';
import { type ErasureState, erasureBlockers } from './blockers.js';

const free: ErasureState = {
  bookings: 0,
  hosting: 0,
  payments: 0,
  refunds: 0,
  debts: 0,
  incidents: 0,
  unanswered: 0,
  reportPeriod: null,
  payoutWait: null,
  dueCents: 0,
  frozenCents: 0,
  takeBackCents: 0,
  membership: null,
  isLastAdmin: false,
  at: '2027-03-11T12:00:00.000Z',
};
const blockersWith = (changes: Partial<ErasureState>) => erasureBlockers({ ...free, ...changes });
const codes = (changes: Partial<ErasureState>) => blockersWith(changes).map(({ code }) => code);
const cancelled = {
  type: 'EliteCancelled',
  data: {
    userId: 'ann',
    plan: 'monthly',
    accessUntil: '2027-04-10T12:00:00.000Z',
    cancelledAt: '2027-03-11T10:00:00.000Z',
  },
} as const;

describe('erasure blockers', () => {
  it('are empty for an account with no open obligations', () =>
    expect(blockersWith({})).toEqual([]));

  it('list open bookings and money of both sides, each with a link', () =>
    expect(
      blockersWith({
        bookings: 1,
        hosting: 2,
        payments: 1,
        refunds: 1,
        debts: 1,
        dueCents: 29_700,
        frozenCents: 300,
      }),
    ).toEqual([
      {
        code: 'bookings',
        message: "You have one booking that isn't over yet. Please cancel or play it first.",
        link: '/bookings',
      },
      {
        code: 'hosting',
        link: '/host-dashboard?tab=bookings',
        message: 'Players have 2 bookings on your courts. Please cancel or host them first.',
      },
      {
        code: 'payments',
        message:
          "Your payment for one booking hasn't been charged or released yet. We're working on it.",
        link: '/bookings',
      },
      {
        code: 'refunds',
        message: "A refund for one booking hasn't reached you yet. We're working on it.",
        link: '/bookings',
      },
      {
        code: 'debts',
        message:
          "We couldn't charge your card for one booking. Please contact us first to settle the amount.",
        link: '/bookings',
      },
      {
        code: 'payouts',
        message: "We still owe you $300.00. We'll pay it automatically.",
        link: '/host-dashboard?tab=earnings',
      },
    ]));

  it.each([
    ['account', 'Please set up payouts so that we can pay you.'],
    ['rejected', "Stripe doesn't accept your account. Please contact us."],
    ['approval', "We'll pay it once you're approved as a host."],
    ['held', "It's on hold. Please contact us."],
  ] as const)('say what a payout waits for (%s)', (payoutWait, nextStep) =>
    expect(blockersWith({ dueCents: 29_700, payoutWait })).toMatchObject([
      { code: 'payouts', message: `We still owe you $297.00. ${nextStep}` },
    ]),
  );

  it('include unresolved reports and claims, and ask only for missing responses', () => {
    expect(blockersWith({ incidents: 1, unanswered: 1 })).toEqual([
      {
        code: 'incidents',
        message:
          "One report or claim about your bookings isn't resolved yet. Please respond under Problems in your past or canceled bookings, or wait until it's resolved.",
        link: '/bookings?tab=past',
      },
    ]);
    expect(blockersWith({ incidents: 2 })).toMatchObject([
      {
        message:
          "2 reports or claims about your bookings aren't resolved yet. Please wait until they're resolved.",
      },
    ]);
  });

  it("include the period in which the other side can report a problem, with its end in the court's time zone", () => {
    const end = { until: '2027-03-15T19:00:00.000Z', zone: 'America/Los_Angeles' };
    const messageOf = (reportPeriod: NonNullable<ErasureState['reportPeriod']>) =>
      blockersWith({ reportPeriod })[0]?.message;
    expect(blockersWith({ reportPeriod: { bookings: 1, ...end } })).toEqual([
      {
        code: 'report_period',
        message:
          'The other side of one past booking can report a problem until Monday, March 15 at 12:00 PM PDT. You can delete your account after that.',
        link: '/bookings?tab=past',
      },
    ]);
    expect(messageOf({ bookings: 2, ...end })).toContain('of 2 past bookings can report');
  });

  it('include payouts that wait for a dispute', () =>
    expect(blockersWith({ frozenCents: 1 })).toMatchObject([
      { code: 'payouts', message: '$0.01 of your payouts is on hold until a dispute ends.' },
    ]));

  it('include money that must be taken back from the host', () =>
    expect(blockersWith({ takeBackCents: 29_700 })).toMatchObject([
      {
        code: 'payouts',
        message: "We still have to take back $297.00 of your payouts. We're working on it.",
      },
    ]));

  it('include an ended membership until its subscription has ended at Stripe', () => {
    const subscription = [subscriptionCreated(), monthlyActivated()];
    const lapsed = {
      type: 'EliteLapsed',
      data: {
        userId: ANN,
        plan: 'monthly',
        founderNumber: null,
        accessUntil: GRACE_ENDS,
        lapsedAt: GRACE_ENDS,
      },
    } as const;
    const ended = {
      type: 'EliteSubscriptionEnded',
      data: { userId: ANN, subscriptionId: 'sub_1', endedAt: GRACE_ENDS },
    } as const;
    const codesOf = (...events: MembershipEvent[]) =>
      codes({ membership: foldAll(membership, [...subscription, ...events]), at: GRACE_ENDS });
    expect(codesOf()).toEqual(['membership']);
    expect(codesOf(cancelled as never)).toEqual(['membership']);
    expect(codesOf(lapsed)).toEqual(['membership']);
    expect(codesOf(lapsed, stepRefused(10))).toEqual(['membership']);
    expect(codesOf(lapsed, ended)).toEqual([]);
  });

  it('include a membership that renews or awaits payment, but not one already paid', () => {
    const after = (...accountEvents: Parameters<typeof membership.evolve>[1][]) => ({
      membership: foldAll(membership, accountEvents),
    });
    expect(codes(after(subscriptionCreated()))).toEqual(['membership']);
    expect(codes(after(subscriptionCreated(), monthlyActivated()))).toEqual(['membership']);
    expect(codes(after(subscriptionCreated(), monthlyActivated(), cancelled as never))).toEqual([]);
    expect(codes(after(intentCreated()))).toEqual(['membership']);
    expect(codes(after(intentCreated(), foundingActivated()))).toEqual([]);
  });

  it('include a refund of a membership until it is made', () => {
    const refund = { paidBy: 'pi_1', amountCents: 5_000, currency: 'usd' };
    const order = { userId: ANN, orderId: 'order-1', ...refund };
    const ordered: MembershipEvent = {
      type: 'EliteRefundOrdered',
      data: { ...order, plan: 'founding', reason: '', orderedBy: 'avery', orderedAt: NOON },
    };
    const refused: MembershipEvent = {
      type: 'EliteRefundRefused',
      data: { ...order, code: 'charge_disputed', refusedAt: NOON },
    };
    const paid = [intentCreated(), foundingActivated()];
    for (const events of [[ordered], [ordered, refused]])
      expect(codes({ membership: foldAll(membership, [...paid, ...events]) })).toEqual([
        'membership',
      ]);
  });

  it('include being the last admin', () =>
    expect(codes({ isLastAdmin: true })).toEqual(['last_admin']));
});
