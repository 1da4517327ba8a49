import { describe, expect, it } from '@jest/globals';
import type { Message } from '../platform/kernel/decider.js';
import { openedClub, auditFindings, policyTookEffect } from '../../testing/audited-log.js';
import {
  APPROVED_AT,
  type Requested,
  bookingApproved,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
} from '../../testing/court-day.js';
import { foundingActivated, intentCreated } from '../../testing/membership.js';

const NEXT_DAY = '2027-03-14T00:00:00.000Z';
const problemsOf = (...history: Message[]) =>
  auditFindings(NEXT_DAY, ...openedClub, ...history).violations;
const played = (price: Partial<Requested>) => [
  bookingRequested(price),
  bookingApproved(price),
  bookingCompleted(price),
];
/** A founding year that begins ten days before the booking is requested. */
const memberFor = (userId: string) => {
  const years = { from: '2027-03-01T00:00:00.000Z', until: '2028-03-01T00:00:00.000Z' };
  const activation = { accessUntil: years.until, activatedAt: years.from };
  return [
    intentCreated({ userId }),
    {
      type: 'FounderSeatTaken',
      data: { number: 47, userId, intentId: 'pi_1', takenAt: years.from },
    },
    foundingActivated({ userId, ...years, ...activation }),
  ];
};
const memberPrice = { feeCents: 1_500, totalCents: 31_500 };

type Cancelled = Parameters<typeof bookingCancelled>[0];
const split = (refundCents: number, hostCents: number, platformCents: number) => ({
  refundCents,
  hostCents,
  platformCents,
});
/** The rows of the cancel table for a booking at 18:00, confirmed on March 10. */
const cancelTable: [string, NonNullable<Cancelled>][] = [
  [
    'exactly a day before the start',
    { rule: 'free', ...split(33_000, 0, 0), cancelledAt: '2027-03-12T18:00:00.000Z' },
  ],
  [
    'a millisecond later',
    { rule: 'late', ...split(16_500, 14_850, 1_650), cancelledAt: '2027-03-12T18:00:00.001Z' },
  ],
  [
    'at the start',
    { rule: 'started', ...split(0, 29_700, 3_300), cancelledAt: '2027-03-13T18:00:00.000Z' },
  ],
  [
    'by the host',
    {
      rule: 'by_host',
      reason: 'host_cancelled',
      ...split(33_000, 0, 0),
      cancelledAt: '2027-03-13T17:00:00.000Z',
    },
  ],
  [
    'because the card failed',
    {
      rule: 'not_paid',
      reason: 'payment_failed',
      ...split(33_000, 0, 0),
      cancelledAt: '2027-03-13T17:00:00.000Z',
    },
  ],
];
const canceled = (changes: NonNullable<Cancelled>, approvedAt = APPROVED_AT) => [
  bookingRequested(),
  bookingApproved({ approvedAt }),
  bookingCancelled({ approvedAt, ...changes }),
];

describe('a correct price', () => {
  it.each<[string, Message[]]>([
    ['the fee of the policy', played({})],
    ['the fee of a member', [...memberFor('pavel'), ...played(memberPrice)]],
  ])('is %s', (_, history) => expect(problemsOf(...history)).toEqual([]));

  it.each(cancelTable)('follows the cancel table: canceled %s', (_, changes) =>
    expect(problemsOf(...canceled(changes))).toEqual([]),
  );

  it('includes an hour of grace after an early confirmation', () => {
    const approvedAt = '2027-03-12T17:30:00.000Z';
    const inGrace = { rule: 'grace', ...split(33_000, 0, 0) } as const;
    expect(
      problemsOf(...canceled({ ...inGrace, cancelledAt: '2027-03-12T18:30:00.000Z' }, approvedAt)),
    ).toEqual([]);
    expect(
      problemsOf(...canceled({ ...inGrace, cancelledAt: '2027-03-12T18:30:00.001Z' }, approvedAt)),
    ).toContain('booking booking-1: it is canceled by the rule grace, but late applies');
  });
});

describe('a wrong price', () => {
  it.each<[string, Message[], string]>([
    [
      "a member's fee for a player who is not a member",
      [bookingRequested(memberPrice)],
      'its fee is 1500, but policy standard-1 gives 3000',
    ],
    [
      'everything for the host',
      [bookingRequested({ payoutCents: 33_000 })],
      'its payout is 33000, but policy standard-1 gives 29700',
    ],
    [
      'terms of another policy',
      [
        bookingRequested({
          terms: {
            lateRefundShare: 10_000,
            freeCancelMinutes: 1_440,
            graceMinutes: 60,
            payoutDelayMinutes: 1_440,
            lateChargeMarginMinutes: null,
          },
        }),
      ],
      'its lateRefundShare is 10000, but policy standard-1 has 5000',
    ],
    [
      'a policy that never took effect',
      [bookingRequested({ policyId: 'invented' })],
      'its policy invented never took effect',
    ],
    [
      'the price of another policy that takes effect later',
      [bookingRequested({ policyId: 'summer' }), policyTookEffect('summer', { feeShare: 900 })],
      'its fee is 3000, but policy summer gives 2700',
    ],
  ])('is reported: %s', (_, history, problem) =>
    expect(problemsOf(...history)).toContain(`booking booking-1: ${problem}`),
  );

  it.each<[string, NonNullable<Cancelled>, string]>([
    [
      'a host who gets too much for a late cancellation',
      { rule: 'late', ...split(16_500, 16_500, 0), cancelledAt: '2027-03-13T08:00:00.000Z' },
      'its cancellation pays the host 16500, but the terms give 14850',
    ],
    [
      'no refund for a late cancellation',
      { rule: 'late', ...split(0, 14_850, 18_150), cancelledAt: '2027-03-13T08:00:00.000Z' },
      'its cancellation refunds 0, but the terms give 16500',
    ],
    [
      'another approval',
      {
        rule: 'grace',
        ...split(33_000, 0, 0),
        approvedAt: '2027-03-12T17:59:00.000Z',
        cancelledAt: '2027-03-12T18:30:00.000Z',
      },
      'its cancellation has the approval 2027-03-12T17:59:00.000Z, not 2027-03-10T13:00:00.000Z',
    ],
  ])('is reported in a cancellation: %s', (_, changes, problem) =>
    expect(
      problemsOf(
        bookingRequested(),
        bookingApproved(),
        bookingCancelled({ approvedAt: APPROVED_AT, ...changes }),
      ),
    ).toContain(`booking booking-1: ${problem}`),
  );
});
