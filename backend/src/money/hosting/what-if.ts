import type { RejectedBooking, WhatIf, WhatIfQuery } from '@courtly/contracts/what-if';
import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { toCents, toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import { MINUTE_MS, localDate, localHour, weekday } from '../../platform/kernel/local-time.js';
import { settleBooking } from '../../booking/pricing/cancellation.js';
import { agreedShares, priceOf } from '../../booking/pricing/price.js';
import { openHours } from './court-use.js';

/** A booking that brought its host something: it was played, or its player gave it up too late. */
export type PaidBooking = Pick<
  Booking,
  | 'bookingId'
  | 'startTime'
  | 'endTime'
  | 'zone'
  | 'rateCents'
  | 'feeCents'
  | 'totalCents'
  | 'payoutCents'
  | 'terms'
  | 'approvedAt'
  | 'cancellation'
>;

/** Another way to have run a court: null leaves the rate, or the hours, as they were. */
export type OtherRules = Readonly<{
  rateCents: number | null;
  weeklyHours: WeeklyHours | null;
  bufferMinutes: number;
}>;

const MOST_MISFITS = 50;

const time = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** What a query asks for, as rules. */
export const otherRules = ({ rate, from, to, days, buffer }: WhatIfQuery): OtherRules => {
  const hours = { from: time(from ?? 0), to: time(to ?? 24) };
  const isOther = from !== undefined || to !== undefined || days !== undefined;
  const openOn = (day: (typeof weekdays)[number]) => (!days || days.includes(day) ? [hours] : []);
  return {
    rateCents: rate === undefined ? null : toCents(rate),
    weeklyHours: isOther
      ? (Object.fromEntries(weekdays.map((day) => [day, openOn(day)])) as unknown as WeeklyHours)
      : null,
    bufferMinutes: buffer,
  };
};

/** What a booking brought its host, in cents. */
const earnedBy = ({ payoutCents, cancellation }: PaidBooking): number =>
  cancellation?.hostCents ?? payoutCents;

/** What it would have brought at another rate, with the shares and the terms that were agreed when it was made. */
const earnedAt = (booking: PaidBooking, rateCents: number | null): number => {
  if (rateCents === null) return earnedBy(booking);
  const price = priceOf(rateCents, agreedShares(booking), false);
  if (!booking.cancellation) return price.payoutCents;
  return settleBooking(
    { ...booking, ...price, status: 'confirmed' },
    'player',
    booking.cancellation.cancelledAt,
  ).hostCents;
};

const openIn = (history: readonly PaidBooking[], weeklyHours: WeeklyHours): PaidBooking[] => {
  const hours = openHours(weeklyHours);
  return history.filter(({ zone, startTime }) =>
    hours[weekday(localDate(zone, startTime))]!.includes(localHour(zone, startTime)),
  );
};

/**
 * The played bookings that leave so many minutes free before them, and those that come too close. Of two the earlier hour
 * stays: so as many fit as can, and a longer buffer never lets more of them fit.
 */
const withBuffer = (played: readonly PaidBooking[], bufferMinutes: number): Set<PaidBooking> => {
  const kept = new Set<PaidBooking>();
  let freeFrom = -Infinity;
  for (const booking of played.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))) {
    if (Date.parse(booking.startTime) < freeFrom) continue;
    kept.add(booking);
    freeFrom = Date.parse(booking.endTime) + bufferMinutes * MINUTE_MS;
  }
  return kept;
};

/**
 * What the history of one court would have been under other rules, the demand held fixed: the same people ask for the same
 * hours, whatever these cost, and nobody else does. What was given up late took no time of the court, so that only other
 * hours turn it away.
 */
export const whatIf = (history: readonly PaidBooking[], rules: OtherRules): WhatIf => {
  const { rateCents, weeklyHours, bufferMinutes } = rules;
  const open = weeklyHours ? openIn(history, weeklyHours) : history;
  const fitting = withBuffer(
    open.filter(({ cancellation }) => !cancellation),
    bufferMinutes,
  );
  const kept = open.filter((booking) => booking.cancellation || fitting.has(booking));
  const stays = new Set(kept);
  const wasOpen = new Set(open);
  const misfits = history.filter((booking) => !stays.has(booking));
  const cents = (bookings: readonly PaidBooking[], earned: (booking: PaidBooking) => number) =>
    bookings.reduce((sum, booking) => sum + earned(booking), 0);
  return {
    was: { bookings: history.length, earned: toMoney(cents(history, earnedBy)) },
    wouldBe: {
      bookings: kept.length,
      earned: toMoney(cents(kept, (booking) => earnedAt(booking, rateCents))),
    },
    closed: history.length - open.length,
    buffer: open.length - kept.length,
    misfits: misfits
      .toSorted((a, b) => (a.startTime < b.startTime ? 1 : -1))
      .slice(0, MOST_MISFITS)
      .map((booking): RejectedBooking => {
        const { bookingId, startTime, endTime, zone } = booking;
        const why = wasOpen.has(booking) ? 'buffer' : 'closed';
        return { bookingId, startTime, endTime, zone, why, earned: toMoney(earnedBy(booking)) };
      }),
  };
};
