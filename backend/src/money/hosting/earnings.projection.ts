import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { localDate } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';

/**
 * A host's bookings that start in one local month of their courts. Amounts are the agreed ones in
 * integer cents, whether or not money has moved.
 */
export type MonthlyHostEarnings = Readonly<{
  hostId: string;
  month: string;
  /** Excludes canceled ones. */
  bookings: number;
  completed: number;
  cancelled: number;
  /** The payouts of confirmed bookings. */
  expectedCents: number;
  earnedCents: number;
  /** The late fees of canceled bookings. */
  lateCents: number;
  /** The refunds of canceled bookings. */
  refundCents: number;
}>;

export const zeroAmounts = {
  bookings: 0,
  completed: 0,
  cancelled: 0,
  expectedCents: 0,
  earnedCents: 0,
  lateCents: 0,
  refundCents: 0,
};

/** The month (`2027-03`) in which a booking starts, in the court's zone (domain rules, "Time"). */
export const monthOf = ({
  zone,
  startTime,
}: Readonly<{ zone: string; startTime: string }>): string => localDate(zone, startTime).slice(0, 7);

export type MonthlyAmounts = typeof zeroAmounts;

export const amountsAfter = (
  monthlyAmounts: MonthlyAmounts,
  { type, data }: BookingEvent,
): MonthlyAmounts => {
  switch (type) {
    case 'BookingRequested':
      return { ...monthlyAmounts, bookings: monthlyAmounts.bookings + 1 };
    case 'BookingPaymentAuthorised':
    case 'BookingLocalTimeChanged':
    case 'BookingMoved':
      return monthlyAmounts;
    case 'BookingApproved':
      return { ...monthlyAmounts, expectedCents: monthlyAmounts.expectedCents + data.payoutCents };
    case 'BookingCompleted':
      return {
        ...monthlyAmounts,
        completed: monthlyAmounts.completed + 1,
        expectedCents: monthlyAmounts.expectedCents - data.payoutCents,
        earnedCents: monthlyAmounts.earnedCents + data.payoutCents,
      };
    case 'BookingCancelled': {
      const wasConfirmed = data.approvedAt !== null;
      return {
        ...monthlyAmounts,
        bookings: monthlyAmounts.bookings - 1,
        cancelled: monthlyAmounts.cancelled + 1,
        expectedCents: monthlyAmounts.expectedCents - (wasConfirmed ? data.payoutCents : 0),
        lateCents: monthlyAmounts.lateCents + data.hostCents,
        refundCents: monthlyAmounts.refundCents + (wasConfirmed ? data.refundCents : 0),
      };
    }
  }
};

/** The earnings of each host by month, with the id `<host>_<yyyy-mm>`. */
export const earnings = defineProjection<MonthlyHostEarnings, BookingEvent>({
  name: 'earnings',
  version: 1,
  indexes: [{ hostId: 1, month: -1 }],
  handles: ['BookingRequested', 'BookingApproved', 'BookingCancelled', 'BookingCompleted'],
  key: ({ data }) => `${data.hostId}_${monthOf(data)}`,
  evolve(document, bookingEvent) {
    const { hostId } = bookingEvent.data;
    const {
      hostId: _,
      month,
      ...monthlyAmounts
    } = document ?? { hostId, month: monthOf(bookingEvent.data), ...zeroAmounts };
    return { hostId, month, ...amountsAfter(monthlyAmounts, bookingEvent) };
  },
  audience: ({ hostId }) => [hostId],
});
