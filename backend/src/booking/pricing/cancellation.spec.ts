import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cityTax } from '../../../testing/court-day-histories.js';
import { bookingRequest, instantAt, bookingTerms } from '../../../testing/court-day.js';
import type { Booking } from '../bookings/booking.js';
import { chargeDueAt, freeCancelUntil, settleBooking } from './cancellation.js';
import { priceOf } from './price.js';

const pending: Booking = {
  ...bookingRequest(),
  status: 'pending',
  approvedAt: null,
  paymentStatus: 'not_required',
  completedAt: null,
  cancellation: null,
};
const confirmed = (
  approvedAt = '2027-03-10T13:00:00.000Z',
  changes: Partial<Booking> = {},
): Booking => ({
  ...pending,
  status: 'confirmed',
  approvedAt,
  ...changes,
});
const amounts = (rule: string, refundCents: number, hostCents: number, platformCents: number) => ({
  rule,
  refundCents,
  hostCents,
  platformCents,
  taxCents: 0,
});

describe('canceling a booking of $330', () => {
  it('costs nothing while it is pending, however late', () => {
    expect(settleBooking(pending, 'player', '2027-03-10T14:00:00.000Z')).toEqual(
      amounts('pending', 33_000, 0, 0),
    );
    expect(settleBooking(pending, 'player', instantAt('17:59'))).toEqual(
      amounts('pending', 33_000, 0, 0),
    );
  });

  it('costs nothing more than a day ahead', () =>
    expect(settleBooking(confirmed(), 'player', '2027-03-12T17:00:00.000Z')).toEqual(
      amounts('free', 33_000, 0, 0),
    ));

  it('costs nothing exactly 24 hours ahead and half a millisecond later', () => {
    expect(settleBooking(confirmed(), 'player', '2027-03-12T18:00:00.000Z')).toEqual(
      amounts('free', 33_000, 0, 0),
    );
    expect(settleBooking(confirmed(), 'player', '2027-03-12T18:00:00.001Z')).toEqual(
      amounts('late', 16_500, 14_850, 1_650),
    );
  });

  it('refunds $165, with $148.50 for the host and $16.50 for the platform, until the start', () =>
    expect(settleBooking(confirmed(), 'player', '2027-03-13T17:59:59.999Z')).toEqual(
      amounts('late', 16_500, 14_850, 1_650),
    ));

  it('refunds nothing after the start, with $297 for the host and $33 for the platform', () => {
    expect(settleBooking(confirmed(), 'player', instantAt('18:00'))).toEqual(
      amounts('started', 0, 29_700, 3_300),
    );
    expect(settleBooking(confirmed(), 'player', instantAt('18:59'))).toEqual(
      amounts('started', 0, 29_700, 3_300),
    );
  });

  it.each(['2027-03-10T14:00:00.000Z', instantAt('12:00'), instantAt('18:30')])(
    'refunds everything if the host cancels at %s',
    (when) => {
      expect(settleBooking(confirmed(), 'host', when)).toEqual(amounts('by_host', 33_000, 0, 0));
      expect(settleBooking(pending, 'host', when)).toEqual(amounts('by_host', 33_000, 0, 0));
    },
  );
});

describe('the grace period after a confirmation', () => {
  const lastMinute = confirmed('2027-03-12T17:30:00.000Z');

  it('refunds everything less than a day ahead', () => {
    expect(settleBooking(lastMinute, 'player', '2027-03-12T18:10:00.000Z').rule).toBe('grace');
    expect(settleBooking(lastMinute, 'player', '2027-03-12T18:30:00.000Z')).toEqual(
      amounts('grace', 33_000, 0, 0),
    );
  });

  it('ends after sixty minutes', () =>
    expect(settleBooking(lastMinute, 'player', '2027-03-12T18:30:00.001Z').rule).toBe('late'));

  it.each(['2027-03-12T18:00:00.000Z', '2027-03-13T10:00:00.000Z'])(
    'does not apply within a day of the start, confirmed at %s',
    (approvedAt) => {
      const afterOneMinute = new Date(Date.parse(approvedAt) + 60_000).toISOString();
      expect(settleBooking(confirmed(approvedAt), 'player', afterOneMinute).rule).toBe('late');
    },
  );

  it('lasts as long as the agreed terms say', () => {
    const generous = confirmed('2027-03-12T17:30:00.000Z', {
      terms: { ...bookingTerms, graceMinutes: 120 },
    });
    expect(settleBooking(generous, 'player', '2027-03-12T19:30:00.000Z').rule).toBe('grace');
    expect(
      settleBooking(
        { ...generous, terms: { ...bookingTerms, graceMinutes: 0 } },
        'player',
        '2027-03-12T18:00:01.000Z',
      ).rule,
    ).toBe('late');
  });
});

describe('the 24-hour rule across a clock change', () => {
  it.each([
    [
      'spring, when 10:00 the day before is only 23 hours away',
      '2027-03-14T17:00:00.000Z',
      '2027-03-13T17:00:00.000Z',
    ],
    [
      'fall, when 10:00 the day before is 25 hours away',
      '2027-11-07T18:00:00.000Z',
      '2027-11-06T18:00:00.000Z',
    ],
  ])('counts elapsed hours in %s', (_when, startTime, lastFree) => {
    const booking = confirmed('2027-03-01T00:00:00.000Z', { startTime });
    expect(freeCancelUntil(booking)).toBe(lastFree);
    expect(settleBooking(booking, 'player', lastFree).rule).toBe('free');
    expect(
      settleBooking(booking, 'player', new Date(Date.parse(lastFree) + 1).toISOString()).rule,
    ).toBe('late');
  });
});

describe('the charge of a confirmed booking', () => {
  const HOLD_ENDS = '2027-03-17T12:05:00.000Z';
  const chargedAt = (
    approvedAt: string,
    margin: number | null = 720,
    captureBefore: string | null = HOLD_ENDS,
    changes: Partial<typeof bookingTerms> = {},
  ) =>
    chargeDueAt(
      {
        startTime: pending.startTime,
        approvedAt,
        terms: { ...bookingTerms, lateChargeMarginMinutes: margin, ...changes },
      },
      captureBefore,
    );
  const EARLY = '2027-03-10T13:00:00.000Z';

  it('waits until free cancellation ends', () =>
    expect(chargedAt(EARLY)).toBe('2027-03-12T18:00:00.000Z'));

  it('waits until the grace period ends, if that is later', () =>
    expect(chargedAt('2027-03-12T17:30:00.000Z')).toBe('2027-03-12T18:30:00.000Z'));

  it('is due at approval once free cancellation is over', () => {
    const approvedAt = '2027-03-12T18:00:00.000Z';
    expect(chargedAt(approvedAt)).toBe(approvedAt);
  });

  it('is due at approval without a margin or a known end of the authorization', () => {
    expect(chargedAt(EARLY, null)).toBe(EARLY);
    expect(chargedAt(EARLY, 720, null)).toBe(EARLY);
  });

  it('is due at approval if waiting leaves too little margin before the authorization ends', () => {
    expect(chargedAt(EARLY, 720, '2027-03-13T06:00:00.000Z')).toBe('2027-03-12T18:00:00.000Z');
    expect(chargedAt(EARLY, 720, '2027-03-13T05:59:59.999Z')).toBe(EARLY);
  });

  it('is due at approval if waiting leaves too little margin before the start', () => {
    expect(chargedAt(EARLY, 720, HOLD_ENDS, { freeCancelMinutes: 720 })).toBe(
      '2027-03-13T06:00:00.000Z',
    );
    expect(chargedAt(EARLY, 720, HOLD_ENDS, { freeCancelMinutes: 719 })).toBe(EARLY);
  });
});

describe('an odd amount without a platform share', () => {
  it('splits without taking a cent from the platform', () => {
    const price = priceOf(101, { feeShare: 0, eliteFeeShare: 0, payoutShare: 10_000 }, false, null);
    expect(settleBooking(confirmed(undefined, price), 'player', instantAt('12:00'))).toEqual(
      amounts('late', 51, 50, 0),
    );
  });
});

describe('a taxed booking', () => {
  const tax = { city: 'Austin', name: 'Sales tax', rate: 800, included: false };
  const taxed = confirmed(undefined, {
    ...priceOf(30_000, { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 }, false, tax),
    terms: { ...bookingTerms, tax },
  });

  it('returns half of the tax with half of the price', () =>
    expect(settleBooking(taxed, 'player', instantAt('12:00'))).toEqual({
      rule: 'late',
      refundCents: 17_820,
      hostCents: 14_850,
      platformCents: 1_650,
      taxCents: 1_320,
    }));

  it('keeps the tax once the hour has begun', () =>
    expect(settleBooking(taxed, 'player', taxed.startTime)).toMatchObject({
      refundCents: 0,
      hostCents: 29_700,
      platformCents: 3_300,
      taxCents: 2_640,
    }));
});

describe('every settlement', () => {
  const share = fc.oneof(
    fc.constantFrom(0, 500, 1_000, 5_000, 9_900, 10_000),
    fc.integer({ min: 0, max: 10_000 }),
  );
  const start = Date.parse(pending.startTime);
  const instants = fc.integer({ min: start - 4 * 86_400_000, max: start + 3_599_999 });
  const bookings = fc
    .record({
      rate: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 100, max: 1_000_000 })),
      policy: fc.record({ feeShare: share, eliteFeeShare: share, payoutShare: share }),
      elite: fc.boolean(),
      lateRefundShare: share,
      tax: cityTax,
      approved: fc.option(instants),
    })
    .map(({ rate, policy, elite, lateRefundShare, tax, approved }) => ({
      ...pending,
      ...priceOf(rate, policy, elite, tax),
      terms: { ...bookingTerms, lateRefundShare, tax: tax && { city: 'Austin', ...tax } },
      ...(approved !== null && {
        status: 'confirmed' as const,
        approvedAt: new Date(approved).toISOString(),
      }),
    }));

  it('splits the total into whole cents, none negative', () =>
    fc.assert(
      fc.property(
        bookings,
        fc.constantFrom('player' as const, 'host' as const),
        instants,
        (booking, side, when) => {
          const settlement = settleBooking(booking, side, new Date(when).toISOString());
          const { refundCents, hostCents, platformCents, taxCents } = settlement;
          // Courtly itself pays the part of a tax that exceeds its commission.
          const courtlyCents = platformCents + taxCents;
          for (const part of [refundCents, hostCents, taxCents, courtlyCents])
            expect(Number.isInteger(part) && part >= 0).toBe(true);
          if (!booking.terms.tax) expect(taxCents).toBe(0);
          expect(refundCents + hostCents + courtlyCents).toBe(booking.totalCents);
        },
      ),
      { numRuns: 1_000 },
    ));

  it('never refunds more for a later cancellation, except in the grace period', () =>
    fc.assert(
      fc.property(bookings, instants, instants, (booking, a, b) => {
        const refund = (when: number) =>
          settleBooking(
            { ...booking, terms: { ...booking.terms, graceMinutes: 0 } },
            'player',
            new Date(when).toISOString(),
          ).refundCents;
        expect(refund(Math.max(a, b))).toBeLessThanOrEqual(refund(Math.min(a, b)));
      }),
    ));
});
