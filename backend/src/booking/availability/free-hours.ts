import type { Slot } from '@courtly/contracts/availability';

import { DAY_MS, addDays, localDate, localHour } from '../../platform/kernel/local-time.js';
import type { Court } from '../courts/court.js';
import type { Hours } from '../bookings/hours.js';
import { type SlotRules, eachBookableSlot } from '../courts/bookable-hours.js';

/**
 * `date` is a local day (default: the next seven). `from` and `to` are local hours; `to` is
 * exclusive.
 */
export type HourSearch = Readonly<{ date?: string | undefined; from: number; to: number }>;

type CourtZone = Pick<Court, 'zone'>;

const DAYS_AHEAD = 7;
const MOST_SLOTS = 3;

export const datesToSearch = (
  { zone }: CourtZone,
  { date }: HourSearch,
  currentInstant: string,
): readonly string[] => {
  if (date) return [date];
  const currentDate = localDate(zone, currentInstant);
  return Array.from({ length: DAYS_AHEAD }, (_, dayOffset) => addDays(currentDate, dayOffset));
};

/** The days on which a court could have a bookable hour: from its today to its booking horizon. */
export const datesOpenForBooking = (
  { zone, bookingRules }: CourtZone & Pick<Court, 'bookingRules'>,
  dates: readonly string[],
  slotRules: Pick<SlotRules, 'horizonDays'>,
  currentInstant: string,
): readonly string[] => {
  const horizonMs = (bookingRules.horizonDays ?? slotRules.horizonDays) * DAY_MS;
  const firstDate = localDate(zone, currentInstant);
  const lastDate = localDate(zone, Date.parse(currentInstant) + horizonMs);
  return dates.filter((date) => firstDate <= date && date <= lastDate);
};

/**
 * The first hours (at most three) that anyone can book. `occupiedOn` returns the taken hours of a
 * day.
 */
export const firstFreeHours = (
  bookableCourt: Court,
  hourSearch: HourSearch,
  occupiedOn: (courtDate: string) => readonly Hours[],
  slotRules: SlotRules,
  currentInstant: string,
  mostSlots = MOST_SLOTS,
): Slot[] => {
  const freeSlots: Slot[] = [];
  for (const courtDate of datesToSearch(bookableCourt, hourSearch, currentInstant)) {
    for (const bookableSlot of eachBookableSlot(
      bookableCourt,
      courtDate,
      occupiedOn(courtDate),
      slotRules,
      false,
      currentInstant,
    )) {
      const startHour = localHour(bookableCourt.zone, bookableSlot.start);
      if (
        bookableSlot.opensForYouAt === null &&
        hourSearch.from <= startHour &&
        startHour < hourSearch.to
      )
        freeSlots.push(bookableSlot);
      if (freeSlots.length === mostSlots) return freeSlots;
    }
  }
  return freeSlots;
};
