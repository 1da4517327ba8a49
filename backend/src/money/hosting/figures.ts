import type { Earnings, EarningsOfMonth } from '@courtly/contracts/hosting';
import { toMoney } from '@courtly/contracts/wire';
import { localDate } from '../../platform/kernel/local-time.js';
import { type MonthOfHost, nothing } from './earnings.projection.js';

type Figures = typeof nothing;

/** Adds up months of a host, in cents. */
export const sumOf = (months: readonly Figures[]): Figures =>
  months.reduce<Figures>(
    (sum, month) => ({
      bookings: sum.bookings + month.bookings,
      completed: sum.completed + month.completed,
      cancelled: sum.cancelled + month.cancelled,
      expectedCents: sum.expectedCents + month.expectedCents,
      earnedCents: sum.earnedCents + month.earnedCents,
      lateCents: sum.lateCents + month.lateCents,
      refundCents: sum.refundCents + month.refundCents,
    }),
    nothing,
  );

/** Figures as the contract shows them. */
export const earningsView = ({ bookings, completed, cancelled, ...cents }: Figures): Earnings => ({
  bookings,
  completed,
  cancelled,
  expected: toMoney(cents.expectedCents),
  earned: toMoney(cents.earnedCents),
  lateFees: toMoney(cents.lateCents),
  refunds: toMoney(cents.refundCents),
});

/** One month of a host as the contract shows it, also where nothing has happened in it. */
export const monthView = (
  months: readonly Omit<MonthOfHost, 'hostId'>[],
  month: string,
): EarningsOfMonth => ({
  month,
  ...earningsView(months.find((one) => one.month === month) ?? nothing),
});

/** The month that it is where clocks are furthest ahead; that of UTC where there is no zone. */
export const latestMonth = (zones: readonly string[], now: string): string =>
  zones
    .map((zone) => localDate(zone, now).slice(0, 7))
    .sort()
    .at(-1) ?? now.slice(0, 7);

/** So many months up to and with the given one, the earliest first. */
export const monthsUpTo = (last: string, count: number): string[] => {
  const [year, month] = last.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  );
};
