import type { Earnings, EarningsOfMonth } from '@courtly/contracts/hosting';
import { toMoney } from '@courtly/contracts/wire';
import { localDate } from '../../platform/kernel/local-time.js';
import {
  type MonthlyAmounts,
  type MonthlyHostEarnings,
  zeroAmounts,
} from './earnings.projection.js';

export const sumAmounts = (months: readonly MonthlyAmounts[]): MonthlyAmounts =>
  months.reduce<MonthlyAmounts>(
    (subtotal, month) => ({
      bookings: subtotal.bookings + month.bookings,
      completed: subtotal.completed + month.completed,
      cancelled: subtotal.cancelled + month.cancelled,
      expectedCents: subtotal.expectedCents + month.expectedCents,
      earnedCents: subtotal.earnedCents + month.earnedCents,
      lateCents: subtotal.lateCents + month.lateCents,
      refundCents: subtotal.refundCents + month.refundCents,
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
  earned: toMoney(amounts.earnedCents),
  lateFees: toMoney(amounts.lateCents),
  refunds: toMoney(amounts.refundCents),
});

/** Returns zeros for a month without bookings. */
export const monthlyEarningsView = (
  months: readonly Omit<MonthlyHostEarnings, 'hostId'>[],
  month: string,
): EarningsOfMonth => ({
  month,
  ...earningsView(months.find((monthlyAmounts) => monthlyAmounts.month === month) ?? zeroAmounts),
});

/** The current month (`2027-03`) in the zone that is furthest ahead; in UTC if there is no zone. */
export const latestMonth = (timeZones: readonly string[], currentInstant: string): string =>
  timeZones
    .map((timeZone) => localDate(timeZone, currentInstant).slice(0, 7))
    .sort()
    .at(-1) ?? currentInstant.slice(0, 7);

/** The `monthCount` months that end with `lastMonth`, earliest first. */
export const monthsUpTo = (lastMonth: string, monthCount: number): string[] => {
  const [year, month] = lastMonth.split('-').map(Number) as [number, number];
  return Array.from({ length: monthCount }, (_, index) =>
    new Date(Date.UTC(year, month - monthCount + index, 1)).toISOString().slice(0, 7),
  );
};
