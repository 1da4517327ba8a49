import type { Slot } from '@courtly/contracts/availability';
import type { LocalHour } from '../../platform/kernel/local-time.js';
import type { BookableCourt } from './bookable-court.js';
import { type SlotRules, offeredHours, availabilityOf } from './bookable-hours.js';

type OccupiedHours = Readonly<{ startTime: string; endTime: string }>;

const twoDigits = (hourPart: number) => String(hourPart).padStart(2, '0');

const slotFromHour = (
  { start, end, hour, offsetMinutes }: LocalHour,
  timeZone: string,
  opensForYouAt: string | null,
): Slot => {
  const absoluteMinutes = Math.abs(offsetMinutes);
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(absoluteMinutes / 60))}:${twoDigits(absoluteMinutes % 60)}`;
  return {
    start,
    end,
    time: `${twoDigits(hour % 12 || 12)}:00 ${hour < 12 ? 'AM' : 'PM'}`,
    zone: timeZone,
    offset,
    opensForYouAt,
  };
};

/**
 * Bookable hours of a local day. `occupied` are the hours of live bookings and closures. Hours in
 * the Elite head start are included, with the instant at which they open to everyone.
 */
export const bookableSlots = (
  bookableCourt: BookableCourt,
  courtDate: string,
  occupiedHours: readonly OccupiedHours[],
  slotRules: SlotRules,
  isEliteMember: boolean,
  currentInstant: string,
): Slot[] =>
  offeredHours(bookableCourt, courtDate).flatMap((localHour) => {
    if (
      occupiedHours.some(
        ({ startTime, endTime }) => startTime < localHour.end && localHour.start < endTime,
      )
    )
      return [];
    const { state, opensAt } = availabilityOf(
      localHour.start,
      bookableCourt,
      slotRules,
      isEliteMember,
      currentInstant,
    );
    if (state === 'open') return [slotFromHour(localHour, bookableCourt.zone, null)];
    return state === 'head_start' ? [slotFromHour(localHour, bookableCourt.zone, opensAt)] : [];
  });

/** The free slots nearest to `start`, at most three. */
export const nearestSlots = (startTime: string, freeSlots: readonly Slot[]): Slot[] => {
  const requestedTime = Date.parse(startTime);
  return freeSlots
    .filter(({ opensForYouAt }) => opensForYouAt === null)
    .map((slot) => ({ slot, distance: Math.abs(Date.parse(slot.start) - requestedTime) }))
    .sort((firstSlot, secondSlot) => firstSlot.distance - secondSlot.distance)
    .slice(0, 3)
    .map(({ slot }) => slot);
};
