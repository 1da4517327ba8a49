import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { courtDayHistories } from '../../../testing/court-day-histories.js';
import {
  APPROVED_AT,
  bookingApproved,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import { fold, inStream } from '../../../testing/projection.js';
import { type MonthlyHostEarnings, earnings, monthOf, zeroAmounts } from './earnings.projection.js';

const isOfBooking = (event: CourtDayEvent): event is BookingEvent => 'bookingId' in event.data;
const after = (...events: CourtDayEvent[]) =>
  fold(earnings, ...inStream('courtDay-roxbury', ...events.filter(isOfBooking)));
const march = (...events: CourtDayEvent[]) => after(...events).get('hana_2027-03');
const figures = { hostId: 'hana', month: '2027-03', ...zeroAmounts };

describe('monthly earnings', () => {
  it('exclude pending requests', () =>
    expect(march(bookingRequested())).toEqual({ ...figures, bookings: 1 }));

  it('count the payout of a confirmed booking as expected, and as earned on completion', () => {
    expect(march(bookingRequested(), bookingApproved())).toEqual({
      ...figures,
      bookings: 1,
      expectedCents: 29_700,
    });
    expect(march(bookingRequested(), bookingApproved(), bookingCompleted())).toEqual({
      ...figures,
      bookings: 1,
      completed: 1,
      earnedCents: 29_700,
    });
  });

  it('ignore the amount of a request that was never confirmed', () =>
    expect(march(bookingRequested(), bookingCancelled())).toEqual({ ...figures, cancelled: 1 }));

  it('record the late fee and refund of a late cancellation', () => {
    const late = {
      approvedAt: APPROVED_AT,
      refundCents: 16_500,
      hostCents: 14_850,
      platformCents: 1_650,
    };
    expect(
      march(bookingRequested(), bookingApproved(), bookingCancelled({ ...late, rule: 'late' })),
    ).toEqual({
      ...figures,
      cancelled: 1,
      lateCents: 14_850,
      refundCents: 16_500,
    });
  });

  it('use the local calendar of the court', () => {
    const lateInMarch = {
      startTime: '2027-04-01T05:00:00.000Z',
      endTime: '2027-04-01T06:00:00.000Z',
    };
    expect([...after(bookingRequested(lateInMarch)).keys()]).toEqual(['hana_2027-03']);
    expect([
      ...after(bookingRequested({ ...lateInMarch, zone: 'America/New_York' })).keys(),
    ]).toEqual(['hana_2027-04']);
  });

  it('are visible only to the host', () =>
    expect(earnings.audience!(march(bookingRequested())!)).toEqual(['hana']));
});

const movedBooking = (
  history: readonly CourtDayEvent[],
  index: number,
  to: { hostId: string; zone: string; days: number },
) =>
  history.filter(isOfBooking).map(({ type, data }): BookingEvent => {
    const later = (instant: string) =>
      new Date(Date.parse(instant) + to.days * DAY_MS).toISOString();
    const laterTimes = { startTime: later(data.startTime), endTime: later(data.endTime) };
    const bookingId = `${index}-${data.bookingId}`;
    return {
      type,
      data: { ...data, ...laterTimes, bookingId, hostId: to.hostId, zone: to.zone },
    } as BookingEvent;
  });

const places = fc.record({
  hostId: fc.constantFrom('hana', 'sam'),
  zone: fc.constantFrom('America/Los_Angeles', 'Pacific/Auckland'),
  days: fc.constantFrom(0, 17, 18, 19, 40),
});
const logs = fc
  .array(fc.tuple(courtDayHistories, places), { maxLength: 4 })
  .map((parts) => parts.flatMap(([history, place], index) => movedBooking(history, index, place)));

const sumOverBookings = (log: readonly BookingEvent[]): Map<string, MonthlyHostEarnings> => {
  const months = new Map<string, MonthlyHostEarnings>();
  for (const booking of fold(bookings, ...inStream('courtDay-roxbury', ...log)).values()) {
    const { hostId, status, payoutCents, approvedAt, cancellation } = booking;
    const key = `${hostId}_${monthOf(booking)}`;
    const month = months.get(key) ?? { hostId, month: monthOf(booking), ...zeroAmounts };
    months.set(key, {
      ...month,
      bookings: month.bookings + (status === 'cancelled' ? 0 : 1),
      completed: month.completed + (status === 'completed' ? 1 : 0),
      cancelled: month.cancelled + (status === 'cancelled' ? 1 : 0),
      expectedCents: month.expectedCents + (status === 'confirmed' ? payoutCents : 0),
      earnedCents: month.earnedCents + (status === 'completed' ? payoutCents : 0),
      lateCents: month.lateCents + (cancellation?.hostCents ?? 0),
      refundCents: month.refundCents + (cancellation && approvedAt ? cancellation.refundCents : 0),
    });
  }
  return months;
};

it('earnings equal the sum over final bookings after any history, to the cent', () => {
  const earnedTotals = { earned: 0, late: 0, refunds: 0 };
  fc.assert(
    fc.property(logs, (log) => {
      const folded = fold(earnings, ...inStream('courtDay-roxbury', ...log));
      expect(folded).toEqual(sumOverBookings(log));
      for (const { earnedCents, lateCents, refundCents } of folded.values()) {
        earnedTotals.earned += earnedCents;
        earnedTotals.late += lateCents;
        earnedTotals.refunds += refundCents;
      }
    }),
    // About one log in 43 has a late cancellation.
    { numRuns: 1_000 },
  );
  expect(Math.min(...Object.values(earnedTotals))).toBeGreaterThan(0);
});
