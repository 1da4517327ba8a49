import type { Earnings, EarningsOfMonth } from '@courtly/contracts/hosting';
import { toMoney } from '@courtly/contracts/wire';
import { localDate } from '../../platform/kernel/local-time.js';
import { type MonthlyHostEarnings, zeroAmounts } from './earnings.projection.js';

type Figures = typeof zeroAmounts;

/** Adds up months of a host, in cents. */
export const sumAmounts = (months: readonly Figures[]): Figures =>
  months.reduce<Figures>(
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

/** Figures as the contract shows them. */
export const earningsView = ({
  bookings,
  completed,
  cancelled,
  ...amounts
}: Figures): Earnings => ({
  bookings,
  completed,
  cancelled,
  expected: toMoney(amounts.expectedCents),
  earned: toMoney(amounts.earnedCents),
  lateFees: toMoney(amounts.lateCents),
  refunds: toMoney(amounts.refundCents),
});

/** One month of a host as the contract shows it, also where nothing has happened in it. */
export const monthlyEarningsView = (
  months: readonly Omit<MonthlyHostEarnings, 'hostId'>[],
  month: string,
): EarningsOfMonth => ({
  month,
  ...earningsView(months.find((monthlyAmounts) => monthlyAmounts.month === month) ?? zeroAmounts),
});

/** The month that it is where clocks are furthest ahead; that of UTC where there is no zone. */
export const latestMonth = (timeZones: readonly string[], currentInstant: string): string =>
  timeZones
    .map((timeZone) => localDate(timeZone, currentInstant).slice(0, 7))
    .sort()
    .at(-1) ?? currentInstant.slice(0, 7);

/** So many months up to and with the given one, the earliest first. */
export const monthsUpTo = (lastMonth: string, monthCount: number): string[] => {
  const [year, month] = lastMonth.split('-').map(Number) as [number, number];
  return Array.from({ length: monthCount }, (_, index) =>
    new Date(Date.UTC(year, month - monthCount + index, 1)).toISOString().slice(0, 7),
  );
};
