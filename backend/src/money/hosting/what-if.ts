import type { RejectedBooking, WhatIf, WhatIfQuery } from '@courtly/contracts/what-if';
import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { toCents, toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import {
  MINUTE_MS,
  localDate,
  localHour,
  offsetsAround,
  weekday,
} from '../../platform/kernel/local-time.js';
import { settleBooking } from '../../booking/pricing/cancellation.js';
import { agreedShares, priceOf } from '../../booking/pricing/price.js';
import { openHours } from './court-use.js';

/** A booking for which the host was paid: it was played or canceled late. */
export type EarningBooking = Pick<
  Booking,
  | 'bookingId'
  | 'startTime'
  | 'endTime'
  | 'zone'
  | 'rateCents'
  | 'feeCents'
  | 'taxCents'
  | 'totalCents'
  | 'payoutCents'
  | 'terms'
  | 'approvedAt'
  | 'cancellation'
>;

/** Null keeps the actual rate or hours. */
export type OtherRules = Readonly<{
  rateCents: number | null;
  weeklyHours: WeeklyHours | null;
  bufferMinutes: number;
}>;

const MAX_MISFITS = 50;

const clockTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const rulesFromQuery = ({ rate, from, to, days, buffer }: WhatIfQuery): OtherRules => {
  const dailyHours = { from: clockTime(from ?? 0), to: clockTime(to ?? 24) };
  const hasOtherHours = from !== undefined || to !== undefined || days !== undefined;
  const hoursOn = (weekdayName: (typeof weekdays)[number]) =>
    !days || days.includes(weekdayName) ? [dailyHours] : [];
  return {
    rateCents: rate === undefined ? null : toCents(rate),
    weeklyHours: hasOtherHours
      ? (Object.fromEntries(
          weekdays.map((weekdayName) => [weekdayName, hoursOn(weekdayName)]),
        ) as unknown as WeeklyHours)
      : null,
    bufferMinutes: buffer,
  };
};

const earnedBy = ({ payoutCents, cancellation }: EarningBooking): number =>
  cancellation?.hostCents ?? payoutCents;

/** The earnings at another rate, under the booking's own shares and terms, in cents. */
const earnedAtRate = (booking: EarningBooking, rateCents: number | null): number => {
  if (rateCents === null) return earnedBy(booking);
  const otherPrice = priceOf(rateCents, agreedShares(booking), false, booking.terms.tax);
  if (!booking.cancellation) return otherPrice.payoutCents;
  return settleBooking(
    { ...booking, ...otherPrice, status: 'confirmed' },
    'player',
    booking.cancellation.cancelledAt,
  ).hostCents;
};

const withinHours = (
  history: readonly EarningBooking[],
  weeklyHours: WeeklyHours,
): EarningBooking[] => {
  const openHoursByDay = openHours(weeklyHours);
  return history.filter(({ zone, startTime }) =>
    openHoursByDay[weekday(localDate(zone, startTime))]!.includes(localHour(zone, startTime)),
  );
};

/**
 * The played bookings that still fit with a buffer between them. Of two conflicting bookings, the
 * earlier one stays, which keeps as many as possible; a longer buffer never keeps more.
 */
const fitBuffer = (
  playedBookings: readonly EarningBooking[],
  bufferMinutes: number,
): Set<EarningBooking> => {
  const fittingBookings = new Set<EarningBooking>();
  let freeFrom = -Infinity;
  for (const booking of playedBookings.toSorted((firstBooking, secondBooking) =>
    firstBooking.startTime < secondBooking.startTime ? -1 : 1,
  )) {
    if (Date.parse(booking.startTime) < freeFrom) continue;
    fittingBookings.add(booking);
    freeFrom = Date.parse(booking.endTime) + bufferMinutes * MINUTE_MS;
  }
  return fittingBookings;
};

/**
 * Replays the history of one court under other rules but with the same demand: the same players
 * request the same hours. Late-canceled bookings used no court time, so no buffer excludes them.
 */
export const whatIf = (history: readonly EarningBooking[], rules: OtherRules): WhatIf => {
  const { rateCents, weeklyHours, bufferMinutes } = rules;
  const openBookings = weeklyHours ? withinHours(history, weeklyHours) : history;
  const fittingBookings = fitBuffer(
    openBookings.filter(({ cancellation }) => !cancellation),
    bufferMinutes,
  );
  const keptBookings = openBookings.filter(
    (booking) => booking.cancellation || fittingBookings.has(booking),
  );
  const keptSet = new Set(keptBookings);
  const openSet = new Set(openBookings);
  const misfitBookings = history.filter((booking) => !keptSet.has(booking));
  const sumCents = (
    bookings: readonly EarningBooking[],
    earnedCents: (booking: EarningBooking) => number,
  ) => bookings.reduce((subtotal, booking) => subtotal + earnedCents(booking), 0);
  return {
    was: { bookings: history.length, earned: toMoney(sumCents(history, earnedBy)) },
    wouldBe: {
      bookings: keptBookings.length,
      earned: toMoney(sumCents(keptBookings, (booking) => earnedAtRate(booking, rateCents))),
    },
    closed: history.length - openBookings.length,
    buffer: openBookings.length - keptBookings.length,
    misfits: misfitBookings
      .toSorted((firstBooking, secondBooking) =>
        firstBooking.startTime < secondBooking.startTime ? 1 : -1,
      )
      .slice(0, MAX_MISFITS)
      .map((booking): RejectedBooking => {
        const { bookingId, startTime, endTime, zone } = booking;
        const misfitReason = openSet.has(booking) ? 'buffer' : 'closed';
        return {
          bookingId,
          startTime,
          endTime,
          zone,
          zoneOffsets: offsetsAround(zone, [startTime, endTime]),
          why: misfitReason,
          earned: toMoney(earnedBy(booking)),
        };
      }),
  };
};
