import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { weekdays } from '@courtly/contracts/opening-hours';
import { WhatIfQuery } from '@courtly/contracts/what-if';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { settleBooking } from '../../booking/pricing/cancellation.js';
import { priceOf } from '../../booking/pricing/price.js';
import { bookingRequest } from '../../../testing/court-day.js';
import { type OtherRules, type EarningBooking, rulesFromQuery, whatIf } from './what-if.js';

const asItWas: OtherRules = { rateCents: null, weeklyHours: null, bufferMinutes: 0 };
const policy = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 };
/** Saturday, March 13, 2027, midnight in Los Angeles. */
const MIDNIGHT = Date.parse('2027-03-13T08:00:00.000Z');

/** @param hour hours after that midnight */
const played = (hour: number, rateCents = 30_000, elite = false): EarningBooking => {
  const [startTime, endTime] = [hour, hour + 1].map((hourIndex) =>
    new Date(MIDNIGHT + hourIndex * HOUR_MS).toISOString(),
  );
  const price = priceOf(rateCents, policy, elite, null);
  const hourFields = { startTime: startTime!, endTime: endTime!, bookingId: `booking-${hour}` };
  return {
    ...bookingRequest(hourFields),
    ...price,
    approvedAt: '2027-03-01T12:00:00.000Z',
    cancellation: null,
  };
};

/** The player cancels one hour before the start. */
const canceled = (hour: number, rateCents?: number): EarningBooking => {
  const booking = { ...played(hour, rateCents), bookingId: `given-up-${hour}` };
  const cancelledAt = new Date(MIDNIGHT + (hour - 1) * HOUR_MS).toISOString();
  const settled = settleBooking({ ...booking, status: 'confirmed' }, 'player', cancelledAt);
  const words = { note: '', noteBy: booking.bookingId, excuse: null, declineReason: null };
  return {
    ...booking,
    cancellation: { ...settled, ...words, reason: 'player_cancelled', cancelledAt },
  };
};

const query = (text: object) => rulesFromQuery(WhatIfQuery.parse(text));

describe('a simulation with other rules', () => {
  it('shows higher earnings at a higher rate, split by the agreed shares to the cent', () => {
    const history = [played(10), played(12, 30_000, true), canceled(14)];
    const { was, wouldBe, misfits } = whatIf(history, { ...asItWas, rateCents: 40_000 });
    expect(was).toEqual({ bookings: 3, earned: '742.50' });
    // 396.00 for each of two bookings, and half of that for the third as a late fee.
    expect(wouldBe).toEqual({ bookings: 3, earned: '990.00' });
    expect(misfits).toEqual([]);
  });

  it('excludes bookings outside the new hours, including canceled ones', () => {
    const { wouldBe, closed, buffer, misfits } = whatIf(
      [played(7), played(10), canceled(20)],
      query({ from: '8', to: '20' }),
    );
    expect(wouldBe).toEqual({ bookings: 1, earned: '297.00' });
    expect([closed, buffer]).toEqual([2, 0]);
    expect(misfits.map(({ bookingId, why, earned }) => [bookingId, why, earned])).toEqual([
      ['given-up-20', 'closed', '148.50'],
      ['booking-7', 'closed', '297.00'],
    ]);
  });

  it('opens on the given weekdays, all day if no hours are given', () => {
    const saturdayAndSunday = [played(10), played(10 + 24)];
    expect(whatIf(saturdayAndSunday, query({ days: 'sunday,monday' })).misfits).toMatchObject([
      { bookingId: 'booking-10' },
    ]);
    expect(whatIf([played(0), played(23)], query({ days: weekdays.join() })).closed).toBe(0);
  });

  it('keeps the earlier of two bookings within the buffer and both at its limit', () => {
    const history = [12, 10, 11, 13].map((hour) => played(hour));
    const { wouldBe, buffer, misfits } = whatIf(history, { ...asItWas, bufferMinutes: 60 });
    expect(wouldBe.bookings).toBe(2);
    expect(buffer).toBe(2);
    expect(misfits.map(({ bookingId }) => bookingId)).toEqual(['booking-13', 'booking-11']);
    expect(
      whatIf(history, { ...asItWas, bufferMinutes: 61 }).misfits.map(({ bookingId }) => bookingId),
    ).toEqual(['booking-12', 'booking-11']);
  });

  it('needs no buffer between a canceled booking and its replacement', () =>
    expect(whatIf([canceled(10), played(10)], { ...asItWas, bufferMinutes: 60 }).misfits).toEqual(
      [],
    ));

  it('lists the latest 50 excluded bookings and counts all', () => {
    const history = Array.from({ length: 60 }, (_, index) => played(index * 24));
    const { closed, misfits } = whatIf(history, query({ from: 20 }));
    expect([closed, misfits.length, misfits[0]!.bookingId]).toEqual([60, 50, `booking-${59 * 24}`]);
  });
});

const rate = fc.integer({ min: 100, max: 100_000 });
const histories = fc
  .uniqueArray(fc.tuple(fc.nat(24 * 14), rate, fc.constantFrom('played', 'elite', 'canceled')), {
    selector: ([hour]) => hour,
    maxLength: 60,
  })
  .map((hours) =>
    hours.map(([hour, cents, how]) =>
      how === 'canceled' ? canceled(hour, cents) : played(hour, cents, how === 'elite'),
    ),
  );
const hours = fc
  .tuple(fc.nat(23), fc.nat(23), fc.subarray([...weekdays], { minLength: 1 }))
  .map(([a, b, days]) => ({ from: Math.min(a, b), to: Math.max(a, b) + 1, days: days.join() }));
const buffers = fc.integer({ min: 0, max: 720 });

const timesOf = (history: readonly EarningBooking[], keptBookingIds: readonly string[]) =>
  history
    .filter(({ bookingId, cancellation }) => !cancellation && keptBookingIds.includes(bookingId))
    .map(({ startTime }) => Date.parse(startTime) / HOUR_MS)
    .sort((a, b) => a - b);

describe('a simulation of any history', () => {
  it('changes nothing if no rule changes', () =>
    fc.assert(
      fc.property(histories, (history) => {
        const { was, wouldBe, misfits } = whatIf(history, asItWas);
        expect(wouldBe).toEqual(was);
        expect(misfits).toEqual([]);
        const open = query({ from: 0, to: 24, days: weekdays.join() });
        expect(whatIf(history, open)).toEqual(whatIf(history, asItWas));
      }),
    ));

  it('changes nothing at the original rate', () =>
    fc.assert(
      fc.property(histories, rate, (history, cents) => {
        const alike = history.map((booking, hour) =>
          booking.cancellation ? canceled(hour, cents) : played(hour, cents),
        );
        const { was, wouldBe } = whatIf(alike, { ...asItWas, rateCents: cents });
        expect(wouldBe).toEqual(was);
      }),
    ));

  it('never keeps more bookings with a longer buffer or fewer hours', () =>
    fc.assert(
      fc.property(histories, hours, buffers, buffers, (history, fewer, firstBuffer, other) => {
        const [short, long] = [Math.min(firstBuffer, other), Math.max(firstBuffer, other)];
        const { weeklyHours } = query(fewer);
        const bookings = (rules: Partial<OtherRules>) =>
          whatIf(history, { ...asItWas, ...rules }).wouldBe.bookings;
        expect(bookings({ bufferMinutes: long })).toBeLessThanOrEqual(
          bookings({ bufferMinutes: short }),
        );
        expect(bookings({ bufferMinutes: short, weeklyHours })).toBeLessThanOrEqual(
          bookings({ bufferMinutes: short }),
        );
      }),
      { numRuns: 300 },
    ));

  it('keeps the largest number of bookings that fits the buffer', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(14), { maxLength: 9 }),
        fc.integer({ min: 0, max: 5 }),
        (at, gap) => {
          const history = at.map((hour) => played(hour));
          const { wouldBe, misfits } = whatIf(history, { ...asItWas, bufferMinutes: gap * 60 });
          const turnedAway = misfits.map(({ bookingId }) => bookingId);
          const keptBookings = history
            .map(({ bookingId }) => bookingId)
            .filter((id) => !turnedAway.includes(id));
          const times = timesOf(history, keptBookings);
          expect(times.every((time, index) => index === 0 || time - times[index - 1]! > gap)).toBe(
            true,
          );
          const fits = (some: readonly number[]) =>
            some.every((time, index) => index === 0 || time - some[index - 1]! > gap);
          const sorted = at.toSorted((a, b) => a - b);
          const sizes = Array.from({ length: 2 ** sorted.length }, (_, bits) => {
            const some = sorted.filter((_hour, index) => bits & (1 << index));
            return fits(some) ? some.length : 0;
          });
          expect(wouldBe.bookings).toBe(Math.max(...sizes));
        },
      ),
      { numRuns: 60 },
    ));
});
