import type { Earnings, EarningsOfMonth } from '@courtly/contracts/hosting';
import { toMoney } from '@courtly/contracts/wire';
import { localDate } from '../../platform/kernel/local-time.js';
import {
  type MonthlyAmounts,
  type MonthlyHostEarnings,
  zeroAmounts,
} from './earnings.projection.js';

export const sumAmounts = (monthDocuments: readonly MonthlyAmounts[]): MonthlyAmounts =>
  monthDocuments.reduce<MonthlyAmounts>(
    (subtotal, monthlyAmounts) => ({
      bookings: subtotal.bookings + monthlyAmounts.bookings,
      completed: subtotal.completed + monthlyAmounts.completed,
      cancelled: subtotal.cancelled + monthlyAmounts.cancelled,
      expectedCents: subtotal.expectedCents + monthlyAmounts.expectedCents,
      earnedCents: subtotal.earnedCents + monthlyAmounts.earnedCents,
      lateCents: subtotal.lateCents + monthlyAmounts.lateCents,
      refundCents: subtotal.refundCents + monthlyAmounts.refundCents,
    }),
    zeroAmounts,
  );

export const earningsView = ({
  bookings,
  completed,
  cancelled,
  ...amounts
}: MonthlyAmounts): Earnings => ({
  bookings,
  completed,
  cancelled,
  expected: toMoney(amounts.expectedCents),
  earned: toMoney(amounts.earnedCents + amounts.lateCents),
  lateFees: toMoney(amounts.lateCents),
  refunds: toMoney(amounts.refundCents),
});

/** Returns zeros for a month without bookings. */
export const monthlyEarningsView = (
  monthDocuments: readonly Omit<MonthlyHostEarnings, 'hostId'>[],
  calendarMonth: string,
): EarningsOfMonth => ({
  month: calendarMonth,
  ...earningsView(
    monthDocuments.find((monthlyAmounts) => monthlyAmounts.month === calendarMonth) ?? zeroAmounts,
  ),
});

/**
 * The current month (`2027-03`) in the zone that is furthest ahead, or in UTC if there are no
 * zones.
 */
export const latestMonth = (timeZones: readonly string[], currentInstant: string): string =>
  timeZones
    .map((timeZone) => localDate(timeZone, currentInstant).slice(0, 7))
    .sort()
    .at(-1) ?? currentInstant.slice(0, 7);

/** As many months before the period as it has complete months, earliest first. */
export const monthsBefore = (periodMonths: readonly string[]): string[] =>
  monthsUpTo(periodMonths.at(-1)!, 2 * periodMonths.length - 1).slice(0, -periodMonths.length);

/** The last `monthCount` months up to `lastMonth`, earliest first. */
export const monthsUpTo = (lastMonth: string, monthCount: number): string[] => {
  const [year, month] = lastMonth.split('-').map(Number) as [number, number];
  return Array.from({ length: monthCount }, (_, index) =>
    new Date(Date.UTC(year, month - monthCount + index, 1)).toISOString().slice(0, 7),
  );
};
