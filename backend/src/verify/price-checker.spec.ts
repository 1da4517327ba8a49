import { describe, expect, it } from '@jest/globals';
import type { Message } from '../platform/kernel/decider.js';
import { openedClub, auditFindings, policyTookEffect } from '../../testing/audited-log.js';
import {
  APPROVED_AT,
  COURT,
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

  it.each(cancelTable)('follows the cancellation table if canceled %s', (_, changes) =>
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
      'its fee is $15.00, but policy standard-1 gives $30.00',
    ],
    [
      'everything for the host',
      [bookingRequested({ payoutCents: 33_000 })],
      'its payout is $330.00, but policy standard-1 gives $297.00',
    ],
    [
      'terms of another policy',
      [
        bookingRequested({
          terms: {
            tax: null,
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
      'the price of a policy that takes effect later',
      [bookingRequested({ policyId: 'summer' }), policyTookEffect('summer', { feeShare: 900 })],
      'its fee is $30.00, but policy summer gives $27.00',
    ],
  ])('is reported: %s', (_, history, problem) =>
    expect(problemsOf(...history)).toContain(`booking booking-1: ${problem}`),
  );

  it.each<[string, NonNullable<Cancelled>, string]>([
    [
      'a host who gets too much for a late cancellation',
      { rule: 'late', ...split(16_500, 16_500, 0), cancelledAt: '2027-03-13T08:00:00.000Z' },
      'its cancellation pays the host $165.00, but the terms give $148.50',
    ],
    [
      'no refund for a late cancellation',
      { rule: 'late', ...split(0, 14_850, 18_150), cancelledAt: '2027-03-13T08:00:00.000Z' },
      'its cancellation refunds $0.00, but the terms give $165.00',
    ],
    [
      'another approval',
      {
        rule: 'grace',
        ...split(33_000, 0, 0),
        approvedAt: '2027-03-12T17:59:00.000Z',
        cancelledAt: '2027-03-12T18:30:00.000Z',
      },
      'its cancellation records the approval 2027-03-12T17:59:00.000Z, not 2027-03-10T13:00:00.000Z',
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

describe('the tax of a booking', () => {
  const austin = { 'cities.Austin.tax.name': 'Sales tax', 'cities.Austin.tax.rate': 800 };
  const cityTax = { city: 'Austin', name: 'Sales tax', rate: 800 };
  const clubIn = (location: string, included: boolean) => [
    {
      type: 'CourtListed',
      data: {
        courtId: COURT,
        zone: 'America/Los_Angeles',
        location,
        listedAt: '2027-01-01T00:00Z',
      },
    },
    policyTookEffect('standard-1', { ...austin, 'cities.Austin.tax.included': included }),
  ];
  const { terms } = bookingRequested().data;
  const added = {
    taxCents: 2_640,
    totalCents: 35_640,
    terms: { ...terms, tax: { ...cityTax, included: false } },
  };
  const included = { taxCents: 2_444, terms: { ...terms, tax: { ...cityTax, included: true } } };
  const findingsIn = (location: string, isIncluded: boolean, request: Partial<Requested>) =>
    auditFindings(
      '2027-03-10T12:00:01.000Z',
      ...clubIn(location, isIncluded),
      bookingRequested(request),
    ).violations;

  it.each([
    ['added', 'Austin', false, added],
    ['added in another spelling', 'Austín, TX', false, added],
    ['not added by a release that compared accents', 'Austín', false, {}],
    ['included', 'austin, TX', true, included],
    ['not due in another city', 'Palm Beach', false, {}],
  ] as const)('may be %s', (_, location, isIncluded, request) =>
    expect(findingsIn(location, isIncluded, request)).toEqual([]),
  );

  it.each<[string, Partial<Requested>, string]>([
    [
      'a cent too low',
      { ...added, taxCents: 2_639, totalCents: 35_639 },
      'its tax is $26.39, but its terms give $26.40',
    ],
    ['missing', {}, 'its terms have no tax, but the policy has Sales tax 800 in the city'],
    [
      'not in the total',
      { ...added, totalCents: 33_000 },
      'its total is $330.00, but rate, fee, and tax give $356.40',
    ],
    [
      'a different tax',
      { ...added, terms: { ...terms, tax: { ...cityTax, name: 'VAT', included: false } } },
      'its terms have VAT 800, but the policy has Sales tax 800 in the city',
    ],
  ])('is reported if it is %s', (_, request, problem) =>
    expect(findingsIn('Austin', false, request)).toContain(`booking booking-1: ${problem}`),
  );

  it('is returned in proportion', () => {
    const cancellation = {
      ...split(17_820, 14_850, 1_650),
      taxCents: 1_320,
      totalCents: 35_640,
      rule: 'late',
      approvedAt: APPROVED_AT,
      cancelledAt: '2027-03-13T08:00:00.000Z',
    } as const;
    const canceledWith = (changes: NonNullable<Cancelled>) =>
      auditFindings(
        NEXT_DAY,
        ...clubIn('Austin', false),
        bookingRequested(added),
        bookingApproved({ totalCents: 35_640 }),
        bookingCancelled({ ...cancellation, ...changes }),
      ).violations;
    expect(canceledWith({})).toEqual([]);
    expect(canceledWith({ taxCents: 1_319, platformCents: 1_651 })).toEqual([
      'booking booking-1: its cancellation keeps a tax of $13.19, not $13.20',
    ]);
  });
});
