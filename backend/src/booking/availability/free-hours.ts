import type { Slot } from '@courtly/contracts/availability';

import { addDays, localDate, localHour } from '../../platform/kernel/local-time.js';
import type { BookableCourt } from '../courts/bookable-court.js';
import type { Hours } from '../bookings/hours.js';
import type { Rules } from '../courts/bookable-hours.js';
import { slotsOf } from '../courts/slots.js';

/**
 * `date` is a local day (default: the next seven); `from` and `to` are local hours, `to` excluded.
 */
export type WantedHours = Readonly<{ date?: string | undefined; from: number; to: number }>;

type Schedule = Pick<BookableCourt, 'zone'>;

const DAYS_AHEAD = 7;
const MOST_SLOTS = 3;

export const daysOf = (
  { zone }: Schedule,
  { date }: WantedHours,
  at: string,
): readonly string[] => {
  if (date) return [date];
  const today = localDate(zone, at);
  return Array.from({ length: DAYS_AHEAD }, (_, days) => addDays(today, days));
};

/**
 * The first hours, at most three, that anyone can book. `occupiedOn` returns the taken hours of a
 * day.
 */
export const firstFreeHours = (
  court: BookableCourt,
  wanted: WantedHours,
  heldOn: (date: string) => readonly Hours[],
  rules: Rules,
  at: string,
): Slot[] => {
  const found: Slot[] = [];
  for (const date of daysOf(court, wanted, at)) {
    for (const slot of slotsOf(court, date, heldOn(date), rules, false, at)) {
      const hour = localHour(court.zone, slot.start);
      if (slot.opensForYouAt === null && wanted.from <= hour && hour < wanted.to) found.push(slot);
      if (found.length === MOST_SLOTS) return found;
    }
  }
  return found;
};
